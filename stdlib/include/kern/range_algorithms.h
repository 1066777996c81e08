#pragma once
#include <functional>
#include <kern/range_access.h>
// Algorithms of ranges (C++20 [algorithms]): those of iterators, with projections.
namespace std::ranges {
template <class I, class F> struct in_fun_result {
    I in;
    F fun;
};
template <class I, class O> struct in_out_result {
    I in;
    O out;
};
template <class I, class J, class O> struct in_in_out_result {
    I in1;
    J in2;
    O out;
};
template <class T> struct min_max_result {
    T min;
    T max;
};
template <class I, class J> struct in_in_result {
    I in1;
    J in2;
};
template <class C, class P> constexpr auto __compared(C &c, P &p)
{
    return [&](auto &&a, auto &&b) -> bool {
        return std::invoke(c, std::invoke(p, std::forward<decltype(a)>(a)), std::invoke(p, std::forward<decltype(b)>(b)));
    };
}
template <class F, class P> constexpr auto __tested(F &f, P &p)
{
    return [&](auto &&a) -> bool { return std::invoke(f, std::invoke(p, std::forward<decltype(a)>(a))); };
}
template <class T, class P> constexpr auto __equals(const T &value, P &p)
{
    return [&](auto &&a) -> bool { return std::invoke(p, std::forward<decltype(a)>(a)) == value; };
}
// `RESULT` is what the algorithm gives for `first`, `last` and what `MORE` names; `OF` is its type for a range, of `R` and `T`, the type for iterators.
#define KERN_AS_IS(R, T) T
#define KERN_ITERATOR(R, T) borrowed_iterator_t<R>
#define KERN_PIECE(R, T) conditional_t<borrowed_range<R>, T, dangling>
#define KERN_BARE(...) __VA_ARGS__
#define KERN_ALGORITHM(name, OF, TYPES, PARAMETERS, NAMES, ...) \
    struct __##name { \
        template <class I, class S KERN_BARE TYPES> requires __ends<S, I> constexpr auto operator()(I first, S end KERN_BARE PARAMETERS) const \
        { \
            auto last = ranges::__last(first, end); \
            __VA_ARGS__; \
        } \
        template <range R KERN_BARE TYPES> constexpr auto operator()(R &&r KERN_BARE PARAMETERS) const \
            -> OF(R, decltype((*this)(ranges::begin(r), ranges::end(r) KERN_BARE NAMES))) \
        { \
            return (*this)(ranges::begin(r), ranges::end(r) KERN_BARE NAMES); \
        } \
    }; \
    inline constexpr __##name name{};
#define KERN_COMPARED(name, OF, ...) \
    KERN_ALGORITHM(name, OF, (, class C = ranges::less, class P = identity), (, C c = {}, P p = {}), (, std::move(c), std::move(p)), __VA_ARGS__)
#define KERN_TESTED(name, OF, ...) KERN_ALGORITHM(name, OF, (, class F, class P = identity), (, F f, P p = {}), (, std::move(f), std::move(p)), __VA_ARGS__)
#define KERN_SOUGHT(name, OF, ...) KERN_ALGORITHM(name, OF, (, class T, class P = identity), (, const T &value, P p = {}), (, value, std::move(p)), __VA_ARGS__)
#define KERN_BOUND(name, OF, ...) \
    KERN_ALGORITHM(name, OF, (, class T, class C = ranges::less, class P = identity), (, const T &value, C c = {}, P p = {}), (, value, std::move(c), std::move(p)), __VA_ARGS__)
KERN_COMPARED(sort, KERN_ITERATOR, std::sort(first, last, ranges::__compared(c, p)); return last)
KERN_COMPARED(stable_sort, KERN_ITERATOR, std::stable_sort(first, last, ranges::__compared(c, p)); return last)
KERN_COMPARED(max_element, KERN_ITERATOR, return std::max_element(first, last, ranges::__compared(c, p)))
KERN_COMPARED(min_element, KERN_ITERATOR, return std::min_element(first, last, ranges::__compared(c, p)))
KERN_COMPARED(is_sorted, KERN_AS_IS, return std::is_sorted(first, last, ranges::__compared(c, p)))
KERN_COMPARED(is_sorted_until, KERN_ITERATOR, return std::is_sorted_until(first, last, ranges::__compared(c, p)))
KERN_COMPARED(make_heap, KERN_ITERATOR, std::make_heap(first, last, ranges::__compared(c, p)); return last)
KERN_COMPARED(push_heap, KERN_ITERATOR, std::push_heap(first, last, ranges::__compared(c, p)); return last)
KERN_COMPARED(pop_heap, KERN_ITERATOR, std::pop_heap(first, last, ranges::__compared(c, p)); return last)
KERN_COMPARED(sort_heap, KERN_ITERATOR, std::sort_heap(first, last, ranges::__compared(c, p)); return last)
KERN_TESTED(find_if, KERN_ITERATOR, return std::find_if(first, last, ranges::__tested(f, p)))
KERN_TESTED(find_if_not, KERN_ITERATOR, return std::find_if_not(first, last, ranges::__tested(f, p)))
KERN_TESTED(count_if, KERN_AS_IS, return std::count_if(first, last, ranges::__tested(f, p)))
KERN_TESTED(all_of, KERN_AS_IS, return std::all_of(first, last, ranges::__tested(f, p)))
KERN_TESTED(any_of, KERN_AS_IS, return std::any_of(first, last, ranges::__tested(f, p)))
KERN_TESTED(none_of, KERN_AS_IS, return std::none_of(first, last, ranges::__tested(f, p)))
KERN_TESTED(is_partitioned, KERN_AS_IS, return std::is_partitioned(first, last, ranges::__tested(f, p)))
KERN_TESTED(partition_point, KERN_ITERATOR, return std::partition_point(first, last, ranges::__tested(f, p)))
KERN_TESTED(partition, KERN_PIECE, return subrange(std::partition(first, last, ranges::__tested(f, p)), last))
KERN_TESTED(stable_partition, KERN_PIECE, return subrange(std::stable_partition(first, last, ranges::__tested(f, p)), last))
KERN_TESTED(remove_if, KERN_PIECE, return subrange(std::remove_if(first, last, ranges::__tested(f, p)), last))
KERN_SOUGHT(find, KERN_ITERATOR, return std::find_if(first, last, ranges::__equals(value, p)))
KERN_SOUGHT(count, KERN_AS_IS, return std::count_if(first, last, ranges::__equals(value, p)))
KERN_SOUGHT(remove, KERN_PIECE, return subrange(std::remove_if(first, last, ranges::__equals(value, p)), last))
KERN_BOUND(lower_bound, KERN_ITERATOR, return std::lower_bound(first, last, value, [&](auto &&a, auto &&b) -> bool { return std::invoke(c, std::invoke(p, a), b); }))
KERN_BOUND(upper_bound, KERN_ITERATOR, return std::upper_bound(first, last, value, [&](auto &&a, auto &&b) -> bool { return std::invoke(c, a, std::invoke(p, b)); }))
KERN_BOUND(binary_search, KERN_AS_IS,
    auto at = std::lower_bound(first, last, value, [&](auto &&a, auto &&b) -> bool { return std::invoke(c, std::invoke(p, a), b); });
    return !(at == last) && !std::invoke(c, value, std::invoke(p, *at)))
KERN_BOUND(equal_range, KERN_PIECE, return subrange(ranges::lower_bound(first, last, value, c, p), ranges::upper_bound(first, last, value, c, p)))
KERN_ALGORITHM(unique, KERN_PIECE, (, class C = ranges::equal_to, class P = identity), (, C c = {}, P p = {}), (, std::move(c), std::move(p)),
    return subrange(std::unique(first, last, ranges::__compared(c, p)), last))
KERN_ALGORITHM(adjacent_find, KERN_ITERATOR, (, class C = ranges::equal_to, class P = identity), (, C c = {}, P p = {}), (, std::move(c), std::move(p)),
    return std::adjacent_find(first, last, ranges::__compared(c, p)))
KERN_ALGORITHM(reverse, KERN_ITERATOR, (), (), (), std::reverse(first, last); return last)
KERN_ALGORITHM(fill, KERN_ITERATOR, (, class T), (, const T &value), (, value), std::fill(first, last, value); return last)
KERN_ALGORITHM(generate, KERN_ITERATOR, (, class F), (, F f), (, std::move(f)), std::generate(first, last, std::ref(f)); return last)
KERN_ALGORITHM(shuffle, KERN_ITERATOR, (, class G), (, G &&g), (, std::forward<G>(g)), std::shuffle(first, last, std::forward<G>(g)); return last)
KERN_ALGORITHM(replace, KERN_ITERATOR, (, class T, class U, class P = identity), (, const T &from, const U &to, P p = {}), (, from, to, std::move(p)),
    std::replace_if(first, last, ranges::__equals(from, p), to); return last)
KERN_ALGORITHM(replace_if, KERN_ITERATOR, (, class F, class T, class P = identity), (, F f, const T &to, P p = {}), (, std::move(f), to, std::move(p)),
    std::replace_if(first, last, ranges::__tested(f, p), to); return last)
KERN_ALGORITHM(next_permutation, KERN_AS_IS, (), (), (), return std::next_permutation(first, last))
KERN_COMPARED(minmax_element, KERN_AS_IS, auto found = std::minmax_element(first, last, ranges::__compared(c, p)); return min_max_result<I>{found.first, found.second})
#undef KERN_COMPARED
#undef KERN_TESTED
#undef KERN_SOUGHT
#undef KERN_BOUND
#undef KERN_ALGORITHM
#undef KERN_AS_IS
#undef KERN_ITERATOR
#undef KERN_PIECE
#undef KERN_BARE
struct __for_each {
    template <class I, class S, class F, class P = identity> requires __ends<S, I> constexpr in_fun_result<I, F> operator()(I first, S last, F f, P p = {}) const
    {
        for (; !(first == last); ++first) std::invoke(f, std::invoke(p, *first));
        return {std::move(first), std::move(f)};
    }
    template <range R, class F, class P = identity> constexpr in_fun_result<borrowed_iterator_t<R>, F> operator()(R &&r, F f, P p = {}) const
    {
        auto done = (*this)(ranges::begin(r), ranges::end(r), std::move(f), std::move(p));
        return {std::move(done.in), std::move(done.fun)};
    }
};
inline constexpr __for_each for_each{};
struct __copy {
    template <class I, class S, class O> requires __ends<S, I> constexpr in_out_result<I, O> operator()(I first, S last, O out) const
    {
        for (; !(first == last); ++first, (void)++out) *out = *first;
        return {std::move(first), std::move(out)};
    }
    template <range R, class O> constexpr in_out_result<borrowed_iterator_t<R>, O> operator()(R &&r, O out) const
    {
        auto done = (*this)(ranges::begin(r), ranges::end(r), std::move(out));
        return {std::move(done.in), std::move(done.out)};
    }
};
inline constexpr __copy copy{};
struct __copy_n {
    template <class I, class O> constexpr in_out_result<I, O> operator()(I first, iter_difference_t<I> n, O out) const
    {
        for (; n > 0; --n, (void)++first, (void)++out) *out = *first;
        return {std::move(first), std::move(out)};
    }
};
inline constexpr __copy_n copy_n{};
struct __copy_if {
    template <class I, class S, class O, class F, class P = identity> requires __ends<S, I>
    constexpr in_out_result<I, O> operator()(I first, S last, O out, F f, P p = {}) const
    {
        for (; !(first == last); ++first) {
            if (std::invoke(f, std::invoke(p, *first))) *out = *first, ++out;
        }
        return {std::move(first), std::move(out)};
    }
    template <range R, class O, class F, class P = identity> constexpr in_out_result<borrowed_iterator_t<R>, O> operator()(R &&r, O out, F f, P p = {}) const
    {
        auto done = (*this)(ranges::begin(r), ranges::end(r), std::move(out), std::move(f), std::move(p));
        return {std::move(done.in), std::move(done.out)};
    }
};
inline constexpr __copy_if copy_if{};
struct __transform {
    template <class I, class S, class O, class F, class P = identity> requires (__ends<S, I> && !range<I>)
    constexpr in_out_result<I, O> operator()(I first, S last, O out, F f, P p = {}) const
    {
        for (; !(first == last); ++first, (void)++out) *out = std::invoke(f, std::invoke(p, *first));
        return {std::move(first), std::move(out)};
    }
    template <range R, class O, class F, class P = identity> requires (!range<O>)
    constexpr in_out_result<borrowed_iterator_t<R>, O> operator()(R &&r, O out, F f, P p = {}) const
    {
        auto done = (*this)(ranges::begin(r), ranges::end(r), std::move(out), std::move(f), std::move(p));
        return {std::move(done.in), std::move(done.out)};
    }
    template <range R, range Q, class O, class F, class P = identity, class D = identity>
    constexpr in_in_out_result<borrowed_iterator_t<R>, borrowed_iterator_t<Q>, O> operator()(R &&r, Q &&q, O out, F f, P p = {}, D d = {}) const
    {
        auto a = ranges::begin(r);
        auto b = ranges::begin(q);
        for (; !(a == ranges::end(r)) && !(b == ranges::end(q)); ++a, (void)++b, (void)++out) *out = std::invoke(f, std::invoke(p, *a), std::invoke(d, *b));
        return {std::move(a), std::move(b), std::move(out)};
    }
};
inline constexpr __transform transform{};
struct __equal {
    template <range R, range Q, class C = ranges::equal_to, class P = identity, class D = identity> constexpr bool operator()(R &&r, Q &&q, C c = {}, P p = {}, D d = {}) const
    {
        auto a = ranges::begin(r);
        auto b = ranges::begin(q);
        for (; !(a == ranges::end(r)) && !(b == ranges::end(q)); ++a, (void)++b) {
            if (!std::invoke(c, std::invoke(p, *a), std::invoke(d, *b))) return false;
        }
        return a == ranges::end(r) && b == ranges::end(q);
    }
};
inline constexpr __equal equal{};
struct __merge {
    template <range R, range Q, class O, class C = ranges::less, class P = identity> constexpr auto operator()(R &&r, Q &&q, O out, C c = {}, P p = {}) const
    {
        auto a = ranges::__last(ranges::begin(r), ranges::end(r));
        auto b = ranges::__last(ranges::begin(q), ranges::end(q));
        O end = std::merge(ranges::begin(r), a, ranges::begin(q), b, std::move(out), ranges::__compared(c, p));
        return in_in_out_result<borrowed_iterator_t<R>, borrowed_iterator_t<Q>, O>{std::move(a), std::move(b), std::move(end)};
    }
};
inline constexpr __merge merge{};
struct __nth_element {
    template <range R, class C = ranges::less, class P = identity> constexpr borrowed_iterator_t<R> operator()(R &&r, iterator_t<R> nth, C c = {}, P p = {}) const
    {
        auto last = ranges::__last(ranges::begin(r), ranges::end(r));
        std::nth_element(ranges::begin(r), nth, last, ranges::__compared(c, p));
        return last;
    }
};
inline constexpr __nth_element nth_element{};
struct __partial_sort {
    template <range R, class C = ranges::less, class P = identity> constexpr borrowed_iterator_t<R> operator()(R &&r, iterator_t<R> middle, C c = {}, P p = {}) const
    {
        auto last = ranges::__last(ranges::begin(r), ranges::end(r));
        std::partial_sort(ranges::begin(r), middle, last, ranges::__compared(c, p));
        return last;
    }
};
inline constexpr __partial_sort partial_sort{};
struct __rotate {
    template <range R> constexpr auto operator()(R &&r, iterator_t<R> middle) const
    {
        auto last = ranges::__last(ranges::begin(r), ranges::end(r));
        return subrange(std::rotate(ranges::begin(r), middle, last), last);
    }
};
inline constexpr __rotate rotate{};
template <bool is_max> struct __extreme {
    template <class T, class C = ranges::less, class P = identity> constexpr const T &operator()(const T &a, const T &b, C c = {}, P p = {}) const
    {
        if constexpr (is_max) return std::invoke(c, std::invoke(p, a), std::invoke(p, b)) ? b : a;
        else return std::invoke(c, std::invoke(p, b), std::invoke(p, a)) ? b : a;
    }
    template <class T, class C = ranges::less, class P = identity> constexpr T operator()(initializer_list<T> list, C c = {}, P p = {}) const
    {
        if constexpr (is_max) return *std::max_element(list.begin(), list.end(), ranges::__compared(c, p));
        else return *std::min_element(list.begin(), list.end(), ranges::__compared(c, p));
    }
    template <range R, class C = ranges::less, class P = identity> constexpr range_value_t<R> operator()(R &&r, C c = {}, P p = {}) const
    {
        if constexpr (is_max) return *ranges::max_element(r, c, p);
        else return *ranges::min_element(r, c, p);
    }
};
inline constexpr __extreme<true> max{};
inline constexpr __extreme<false> min{};
struct __minmax {
    template <range R, class C = ranges::less, class P = identity> constexpr min_max_result<range_value_t<R>> operator()(R &&r, C c = {}, P p = {}) const
    {
        auto found = ranges::minmax_element(r, c, p);
        return {*found.min, *found.max};
    }
};
inline constexpr __minmax minmax{};
}
