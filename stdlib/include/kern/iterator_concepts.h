#pragma once
#include <concepts>
#include <iterator>
// Iterators as concepts (C++20 [iterator.concepts]).
namespace std {
struct contiguous_iterator_tag : random_access_iterator_tag {};

template <class T> concept __says_difference = requires { typename T::difference_type; };
template <class I> struct incrementable_traits {};
template <class T> requires is_object_v<T> struct incrementable_traits<T *> {
    using difference_type = ptrdiff_t;
};
template <class I> struct incrementable_traits<const I> : incrementable_traits<I> {};
template <class I> requires __says_difference<I> struct incrementable_traits<I> {
    using difference_type = typename I::difference_type;
};
template <class I> concept __subtracts = !__says_difference<I> && requires(const I &a, const I &b) { { a - b } -> integral; };
template <class I> requires __subtracts<I> struct incrementable_traits<I> {
    using difference_type = make_signed_t<decltype(declval<I>() - declval<I>())>;
};
template <class I> using iter_difference_t = typename incrementable_traits<remove_cvref_t<I>>::difference_type;

template <class T> concept __says_value = requires { typename T::value_type; };
template <class T> concept __says_element = requires { typename T::element_type; };
template <class I> struct indirectly_readable_traits {};
template <class T> requires is_object_v<T> struct indirectly_readable_traits<T *> {
    using value_type = remove_cv_t<T>;
};
template <class I> requires is_array_v<I> struct indirectly_readable_traits<I> {
    using value_type = remove_cv_t<remove_extent_t<I>>;
};
template <class I> struct indirectly_readable_traits<const I> : indirectly_readable_traits<I> {};
template <class I> requires __says_value<I> struct indirectly_readable_traits<I> {
    using value_type = remove_cv_t<typename I::value_type>;
};
template <class T> concept __says_element_alone = !__says_value<T> && __says_element<T>;
template <class I> requires __says_element_alone<I> struct indirectly_readable_traits<I> {
    using value_type = remove_cv_t<typename I::element_type>;
};
template <class I> using iter_value_t = typename indirectly_readable_traits<remove_cvref_t<I>>::value_type;

template <class T> using __with_reference = T &;
template <class T> concept __referenceable = requires { typename __with_reference<T>; };
template <class T> concept __dereferenceable = requires(T &t) { { *t } -> __referenceable; };
template <class I> using iter_reference_t = decltype(*declval<I &>());
template <class T> struct __moved_out { using type = T; };
template <class T> struct __moved_out<T &> { using type = T &&; };
template <class I> using iter_rvalue_reference_t = typename __moved_out<iter_reference_t<I>>::type;
template <class I> using iter_common_reference_t = common_reference_t<iter_reference_t<I>, iter_value_t<I> &>;

template <class I> concept indirectly_readable = requires(const remove_cvref_t<I> i) {
    typename iter_value_t<I>;
    { *i } -> same_as<iter_reference_t<I>>;
    typename common_reference_t<iter_reference_t<I> &&, iter_value_t<I> &>;
    typename common_reference_t<iter_reference_t<I> &&, iter_rvalue_reference_t<I> &&>;
};
template <class O, class T> concept indirectly_writable = requires(O &&o, T &&t) {
    *o = static_cast<T &&>(t);
    *static_cast<O &&>(o) = static_cast<T &&>(t);
    const_cast<const iter_reference_t<O> &&>(*o) = static_cast<T &&>(t);
    const_cast<const iter_reference_t<O> &&>(*static_cast<O &&>(o)) = static_cast<T &&>(t);
};
template <class I> concept weakly_incrementable = movable<I> && signed_integral<iter_difference_t<I>> && requires(I i) {
    { ++i } -> same_as<I &>;
    i++;
};
template <class I> concept incrementable = regular<I> && weakly_incrementable<I> && requires(I i) {
    { i++ } -> same_as<I>;
};
template <class I> concept input_or_output_iterator = weakly_incrementable<I> && requires(I i) {
    { *i } -> __referenceable;
};
template <class S, class I> concept sentinel_for = semiregular<S> && input_or_output_iterator<I> && __weakly_equality_comparable_with<S, I>;
template <class S, class I> inline constexpr bool disable_sized_sentinel_for = false;
template <class S, class I> concept sized_sentinel_for = sentinel_for<S, I> && !disable_sized_sentinel_for<remove_cv_t<S>, remove_cv_t<I>> && requires(const I &i, const S &s) {
    { s - i } -> same_as<iter_difference_t<I>>;
    { i - s } -> same_as<iter_difference_t<I>>;
};

// Of what kind an iterator says it is.
template <class I> struct __kind_of { using type = random_access_iterator_tag; };
template <class T> struct __kind_of<T *> { using type = contiguous_iterator_tag; };
template <class I> concept __says_kind = requires { typename I::iterator_concept; };
template <class I> concept __says_old_kind = !__says_kind<I> && requires { typename iterator_traits<I>::iterator_category; };
template <class I> requires __says_kind<I> struct __kind_of<I> {
    using type = typename I::iterator_concept;
};
template <class I> requires __says_old_kind<I> struct __kind_of<I> {
    using type = typename iterator_traits<I>::iterator_category;
};
template <class I, class T> concept __of_kind = derived_from<typename __kind_of<I>::type, T>;

template <class I> concept input_iterator = input_or_output_iterator<I> && indirectly_readable<I> && __of_kind<I, input_iterator_tag>;
template <class I, class T> concept output_iterator = input_or_output_iterator<I> && indirectly_writable<I, T> && requires(I i, T &&t) {
    *i++ = static_cast<T &&>(t);
};
template <class I> concept forward_iterator = input_iterator<I> && __of_kind<I, forward_iterator_tag> && incrementable<I> && sentinel_for<I, I>;
template <class I> concept bidirectional_iterator = forward_iterator<I> && __of_kind<I, bidirectional_iterator_tag> && requires(I i) {
    { --i } -> same_as<I &>;
    { i-- } -> same_as<I>;
};
template <class I> concept random_access_iterator = bidirectional_iterator<I> && __of_kind<I, random_access_iterator_tag> && totally_ordered<I> && sized_sentinel_for<I, I>
    && requires(I i, const I j, const iter_difference_t<I> n) {
    { i += n } -> same_as<I &>;
    { j + n } -> same_as<I>;
    { n + j } -> same_as<I>;
    { i -= n } -> same_as<I &>;
    { j - n } -> same_as<I>;
    { j[n] } -> same_as<iter_reference_t<I>>;
};
template <class I> concept contiguous_iterator = random_access_iterator<I> && __of_kind<I, contiguous_iterator_tag> && is_lvalue_reference_v<iter_reference_t<I>>
    && same_as<iter_value_t<I>, remove_cvref_t<iter_reference_t<I>>>;

template <class F, class I> concept indirectly_unary_invocable = indirectly_readable<I> && copy_constructible<F> && invocable<F &, iter_value_t<I> &>
    && invocable<F &, iter_reference_t<I>>;
template <class F, class I> concept indirect_unary_predicate = indirectly_unary_invocable<F, I> && predicate<F &, iter_value_t<I> &> && predicate<F &, iter_reference_t<I>>;
template <class I, class O> concept indirectly_copyable = indirectly_readable<I> && indirectly_writable<O, iter_reference_t<I>>;
template <class I, class O> concept indirectly_movable = indirectly_readable<I> && indirectly_writable<O, iter_rvalue_reference_t<I>>;
}
