#pragma once
#include <iterator>
#include <kern/char_traits.h>
#include <kern/function_objects.h>
#include <kern/iterator_concepts.h>
#include <span>
// What ranges are (C++20 [range.access], [range.req]), sentinels and pieces of ranges.
namespace std {
struct unreachable_sentinel_t {
    template <class I> friend constexpr bool operator==(unreachable_sentinel_t, const I &) noexcept { return false; }
};
inline constexpr unreachable_sentinel_t unreachable_sentinel{};
struct default_sentinel_t {};
inline constexpr default_sentinel_t default_sentinel{};
namespace ranges {
struct view_base {};
// What the algorithms and views here ask of iterators: less than the concepts do, for it is asked often.
template <class I> using __kind = typename iterator_traits<I>::iterator_category;
template <class I> concept __forward = is_base_of_v<forward_iterator_tag, __kind<I>>;
template <class I> concept __bidirectional = is_base_of_v<bidirectional_iterator_tag, __kind<I>>;
template <class I> concept __random = is_base_of_v<random_access_iterator_tag, __kind<I>>;
template <class S, class I> concept __ends = requires(const S &s, const I &i) { i == s; };
template <class S, class I> concept __minus = requires(const S &s, const I &i) { s - i; };
template <class T> inline constexpr bool enable_borrowed_range = false;
template <class T, size_t n> inline constexpr bool enable_borrowed_range<span<T, n>> = true;
template <class C, class T> inline constexpr bool enable_borrowed_range<basic_string_view<C, T>> = true;
template <class T> concept __has_begin = requires(T &t) { t.begin(); };
template <class T> concept __has_end = requires(T &t) { t.end(); };
template <class T> concept __has_size = requires(T &t) { t.size(); };
template <class T> concept __has_data = requires(T &t) { t.data(); };
struct __begin_of {
    template <class T, size_t n> constexpr T *operator()(T (&a)[n]) const noexcept { return a; }
    template <class T> requires (!is_array_v<T> && __has_begin<T>) constexpr auto operator()(T &t) const { return t.begin(); }
    template <class T> requires (!is_array_v<T> && __has_begin<const T>) constexpr auto operator()(const T &&t) const { return t.begin(); }
};
struct __end_of {
    template <class T, size_t n> constexpr T *operator()(T (&a)[n]) const noexcept { return a + n; }
    template <class T> requires (!is_array_v<T> && __has_end<T>) constexpr auto operator()(T &t) const { return t.end(); }
    template <class T> requires (!is_array_v<T> && __has_end<const T>) constexpr auto operator()(const T &&t) const { return t.end(); }
};
inline constexpr __begin_of begin{};
inline constexpr __end_of end{};
template <class R> concept range = requires(R &r) {
    ranges::begin(r);
    ranges::end(r);
};
template <class R> using iterator_t = decltype(ranges::begin(declval<R &>()));
template <class R> using sentinel_t = decltype(ranges::end(declval<R &>()));
template <class R> using range_difference_t = iter_difference_t<iterator_t<R>>;
template <class R> using range_value_t = iter_value_t<iterator_t<R>>;
template <class R> using range_reference_t = iter_reference_t<iterator_t<R>>;
template <class R> using range_rvalue_reference_t = iter_rvalue_reference_t<iterator_t<R>>;
template <class R> concept input_range = range<R> && input_iterator<iterator_t<R>>;
template <class R> concept forward_range = range<R> && forward_iterator<iterator_t<R>>;
template <class R> concept bidirectional_range = range<R> && bidirectional_iterator<iterator_t<R>>;
template <class R> concept random_access_range = range<R> && random_access_iterator<iterator_t<R>>;
template <class R> concept contiguous_range = random_access_range<R> && is_lvalue_reference_v<range_reference_t<R>> && requires(R &r) { r.data(); };
template <class R> concept common_range = range<R> && is_same_v<iterator_t<R>, sentinel_t<R>>;
template <class R, class T> concept output_range = range<R> && requires(iterator_t<R> i, T &&t) { *i = static_cast<T &&>(t); };
template <class R> inline constexpr bool enable_view = is_base_of_v<view_base, R>;
template <class T, size_t n> inline constexpr bool enable_view<span<T, n>> = true;
template <class C, class T> inline constexpr bool enable_view<basic_string_view<C, T>> = true;
template <class R> concept view = range<R> && movable<R> && enable_view<R>;
template <class R> concept borrowed_range = range<R> && (is_lvalue_reference_v<R> || enable_borrowed_range<remove_cvref_t<R>>);
struct __size_of {
    template <class T, size_t n> constexpr size_t operator()(T (&)[n]) const noexcept { return n; }
    template <class T> requires (!is_array_v<remove_reference_t<T>> && __has_size<remove_reference_t<T>>) constexpr auto operator()(T &&t) const { return t.size(); }
    template <class T> requires (!is_array_v<remove_reference_t<T>> && !__has_size<remove_reference_t<T>> && __minus<sentinel_t<T>, iterator_t<T>>)
    constexpr auto operator()(T &&t) const
    {
        return static_cast<make_unsigned_t<range_difference_t<T>>>(ranges::end(t) - ranges::begin(t));
    }
};
inline constexpr __size_of size{};
template <class R> concept sized_range = range<R> && requires(R &r) { ranges::size(r); };
struct __signed_size_of {
    template <class T> constexpr auto operator()(T &&t) const { return static_cast<ptrdiff_t>(ranges::size(t)); }
};
inline constexpr __signed_size_of ssize{};
struct __is_empty {
    template <class T> constexpr bool operator()(T &&t) const { return ranges::begin(t) == ranges::end(t); }
};
inline constexpr __is_empty empty{};
struct __data_of {
    template <class T> constexpr auto operator()(T &&t) const
    {
        if constexpr (__has_data<remove_reference_t<T>>) return t.data();
        else return ranges::begin(t);
    }
};
inline constexpr __data_of data{};
struct __rbegin_of {
    template <class T> constexpr auto operator()(T &&t) const { return std::make_reverse_iterator(ranges::end(t)); }
};
struct __rend_of {
    template <class T> constexpr auto operator()(T &&t) const { return std::make_reverse_iterator(ranges::begin(t)); }
};
inline constexpr __rbegin_of rbegin{};
inline constexpr __rend_of rend{};
struct __distance {
    template <class I, class S> constexpr iter_difference_t<I> operator()(I first, S last) const
    {
        if constexpr (__minus<S, I>) return last - first;
        else {
            iter_difference_t<I> n = 0;
            for (; !(first == last); ++first) ++n;
            return n;
        }
    }
    template <range R> constexpr range_difference_t<R> operator()(R &&r) const
    {
        if constexpr (sized_range<R>) return static_cast<range_difference_t<R>>(ranges::size(r));
        else return (*this)(ranges::begin(r), ranges::end(r));
    }
};
inline constexpr __distance distance{};
// The end as an iterator.
template <class I, class S> constexpr I __last(I first, S last)
{
    if constexpr (is_same_v<I, S>) return last;
    else if constexpr (__minus<S, I>) return first + (last - first);
    else {
        while (!(first == last)) ++first;
        return first;
    }
}
struct __advance {
    template <class I> constexpr void operator()(I &i, iter_difference_t<I> n) const { std::advance(i, n); }
    template <class I, class S> requires __ends<S, I> constexpr void operator()(I &i, S last) const { i = ranges::__last(i, last); }
    template <class I, class S> constexpr iter_difference_t<I> operator()(I &i, iter_difference_t<I> n, S last) const
    {
        if constexpr (__minus<S, I>) {
            auto left = last - i;
            if (n > left) {
                i = ranges::__last(i, last);
                return n - left;
            }
            std::advance(i, n);
            return 0;
        } else {
            for (; n > 0 && !(i == last); --n) ++i;
            return n;
        }
    }
};
inline constexpr __advance advance{};
struct __next {
    template <class I> constexpr I operator()(I i) const { return ++i; }
    template <class I> constexpr I operator()(I i, iter_difference_t<I> n) const { return ranges::advance(i, n), i; }
    template <class I, class S> requires __ends<S, I> constexpr I operator()(I i, S last) const { return ranges::__last(i, last); }
    template <class I, class S> constexpr I operator()(I i, iter_difference_t<I> n, S last) const { return ranges::advance(i, n, last), i; }
};
struct __prev {
    template <class I> constexpr I operator()(I i, iter_difference_t<I> n = 1) const { return std::advance(i, -n), i; }
};
inline constexpr __next next{};
inline constexpr __prev prev{};
struct dangling {
    constexpr dangling() noexcept = default;
    template <class... A> constexpr dangling(A &&...) noexcept {}
};
template <range R> using borrowed_iterator_t = conditional_t<borrowed_range<R>, iterator_t<R>, dangling>;
struct equal_to {
    template <class T, class U> constexpr bool operator()(T &&a, U &&b) const { return std::forward<T>(a) == std::forward<U>(b); }
    using is_transparent = void;
};
struct not_equal_to {
    template <class T, class U> constexpr bool operator()(T &&a, U &&b) const { return !(std::forward<T>(a) == std::forward<U>(b)); }
    using is_transparent = void;
};
struct less {
    template <class T, class U> constexpr bool operator()(T &&a, U &&b) const { return std::forward<T>(a) < std::forward<U>(b); }
    using is_transparent = void;
};
struct greater {
    template <class T, class U> constexpr bool operator()(T &&a, U &&b) const { return std::forward<U>(b) < std::forward<T>(a); }
    using is_transparent = void;
};
struct greater_equal {
    template <class T, class U> constexpr bool operator()(T &&a, U &&b) const { return !(std::forward<T>(a) < std::forward<U>(b)); }
    using is_transparent = void;
};
struct less_equal {
    template <class T, class U> constexpr bool operator()(T &&a, U &&b) const { return !(std::forward<U>(b) < std::forward<T>(a)); }
    using is_transparent = void;
};
template <class D> class view_interface : public view_base {
    constexpr D &__self() noexcept { return static_cast<D &>(*this); }
    constexpr const D &__self() const noexcept { return static_cast<const D &>(*this); }

public:
    constexpr bool empty() { return ranges::begin(__self()) == ranges::end(__self()); }
    template <class E = D> requires range<const E> constexpr bool empty() const { return ranges::begin(__self()) == ranges::end(__self()); }
    constexpr explicit operator bool() { return !empty(); }
    template <class E = D> constexpr auto size() requires __minus<sentinel_t<E>, iterator_t<E>>
    {
        return static_cast<make_unsigned_t<range_difference_t<E>>>(ranges::end(__self()) - ranges::begin(__self()));
    }
    constexpr decltype(auto) front() { return *ranges::begin(__self()); }
    constexpr decltype(auto) back()
    {
        auto last = ranges::__last(ranges::begin(__self()), ranges::end(__self()));
        return *--last;
    }
    template <class N> constexpr decltype(auto) operator[](N n) { return ranges::begin(__self())[n]; }
};
template <class I, class S = I> class subrange : public view_interface<subrange<I, S>> {
public:
    // Names that are bound to a piece are bound to these.
    I first_;
    S last_;
    constexpr subrange() = default;
    constexpr subrange(I first, S last) : first_(first), last_(last) {}
    template <class R> requires (!same_as<remove_cvref_t<R>, subrange> && range<R>) constexpr subrange(R &&r) : first_(ranges::begin(r)), last_(ranges::end(r)) {}
    constexpr I begin() const { return first_; }
    constexpr S end() const { return last_; }
    constexpr bool empty() const { return first_ == last_; }
};
template <class I, class S> subrange(I, S) -> subrange<I, S>;
template <class R> subrange(R &&) -> subrange<iterator_t<R>, sentinel_t<R>>;
template <class I, class S> inline constexpr bool enable_borrowed_range<subrange<I, S>> = true;
template <size_t n, class I, class S> constexpr auto get(const subrange<I, S> &s)
{
    if constexpr (n == 0) return s.begin();
    else return s.end();
}
}
template <class I, class S> struct tuple_size<ranges::subrange<I, S>> : integral_constant<size_t, 2> {};
template <class I, class S> struct tuple_element<0, ranges::subrange<I, S>> { using type = I; };
template <class I, class S> struct tuple_element<1, ranges::subrange<I, S>> { using type = S; };
}
