#pragma once
// What libstdc++ keeps in bits/stl_algobase.h, which its <cmath> brings since C++17, and so what a program finds that includes
// nothing: cuda_runtime.h brings <cmath>.
#include <kern/iterators.h>
namespace std {
enum class byte : unsigned char;
template <class T> __host__ __device__ constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> __host__ __device__ constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T, class C> __host__ __device__ constexpr const T &min(const T &a, const T &b, C less) { return less(b, a) ? b : a; }
template <class T, class C> __host__ __device__ constexpr const T &max(const T &a, const T &b, C less) { return less(a, b) ? b : a; }
struct __less {
    template <class T, class U> constexpr bool operator()(const T &a, const U &b) const { return a < b; }
};
struct __equal_to {
    template <class T, class U> constexpr bool operator()(const T &a, const U &b) const { return a == b; }
};
template <class I, class T> __kern_constexpr20 void fill(I first, I last, const T &v)
{
    for (; first != last; ++first) *first = v;
}
template <class I, class N, class T> __kern_constexpr20 I fill_n(I first, N n, const T &v)
{
    for (; n > 0; --n, ++first) *first = v;
    return first;
}
template <class I, class O> __kern_constexpr20 O copy(I first, I last, O out)
{
    for (; first != last; ++first, ++out) *out = *first;
    return out;
}
template <class I, class O> __kern_constexpr20 O copy_backward(I first, I last, O out)
{
    while (first != last) *--out = *--last;
    return out;
}
template <class I, class O> __kern_constexpr20 O move(I first, I last, O out)
{
    for (; first != last; ++first, ++out) *out = std::move(*first);
    return out;
}
template <class I, class J> __kern_constexpr20 bool equal(I first, I last, J second)
{
    for (; first != last; ++first, ++second)
        if (!(*first == *second)) return false;
    return true;
}
template <class I, class J, class P> __kern_constexpr20 bool equal(I first, I last, J second, P same)
{
    for (; first != last; ++first, ++second)
        if (!same(*first, *second)) return false;
    return true;
}
template <class I, class J> __kern_constexpr20 pair<I, J> mismatch(I first, I last, J second)
{
    while (first != last && *first == *second) {
        ++first;
        ++second;
    }
    return pair<I, J>(first, second);
}
template <class I, class J> __kern_constexpr20 bool lexicographical_compare(I first, I last, J second, J end)
{
    for (; first != last && second != end; ++first, ++second) {
        if (*first < *second) return true;
        if (*second < *first) return false;
    }
    return first == last && second != end;
}
template <class I, class J> __kern_constexpr20 void iter_swap(I a, J b) { swap(*a, *b); }
template <class I, class J> __kern_constexpr20 J swap_ranges(I first, I last, J second)
{
    for (; first != last; ++first, ++second) swap(*first, *second);
    return second;
}
template <class I, class T, class C> __kern_constexpr20 I lower_bound(I first, I last, const T &v, C less)
{
    ptrdiff_t n = std::distance(first, last);
    while (n > 0) {
        ptrdiff_t half = n / 2;
        I middle = std::next(first, half);
        if (less(*middle, v)) {
            first = ++middle;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return first;
}
template <class I, class T> __kern_constexpr20 I lower_bound(I first, I last, const T &v) { return std::lower_bound(first, last, v, __less()); }
template <class I, class J> __kern_constexpr20 bool equal(I first, I last, J second, J end)
{
    for (; first != last && second != end; ++first, ++second)
        if (!(*first == *second)) return false;
    return first == last && second == end;
}
template <class I, class J, class P> __kern_constexpr20 bool equal(I first, I last, J second, J end, P same)
{
    for (; first != last && second != end; ++first, ++second)
        if (!same(*first, *second)) return false;
    return first == last && second == end;
}
template <class I, class J, class P> __kern_constexpr20 pair<I, J> mismatch(I first, I last, J second, P same)
{
    while (first != last && same(*first, *second)) {
        ++first;
        ++second;
    }
    return pair<I, J>(first, second);
}
template <class I, class J> __kern_constexpr20 pair<I, J> mismatch(I first, I last, J second, J end)
{
    while (first != last && second != end && *first == *second) {
        ++first;
        ++second;
    }
    return pair<I, J>(first, second);
}
template <class I, class J, class P> __kern_constexpr20 pair<I, J> mismatch(I first, I last, J second, J end, P same)
{
    while (first != last && second != end && same(*first, *second)) {
        ++first;
        ++second;
    }
    return pair<I, J>(first, second);
}
template <class I, class J, class C> __kern_constexpr20 bool lexicographical_compare(I first, I last, J second, J end, C less)
{
    for (; first != last && second != end; ++first, ++second) {
        if (less(*first, *second)) return true;
        if (less(*second, *first)) return false;
    }
    return first == last && second != end;
}
template <class I, class O> __kern_constexpr20 O move_backward(I first, I last, O out)
{
    while (first != last) *--out = std::move(*--last);
    return out;
}
}
