#pragma once
#include <string.h>
#include <type_traits>
// std::hash with libstdc++'s values, on which the order of unordered containers depends.
namespace std {
// MurmurHash64A (Austin Appleby), as libstdc++'s _Hash_bytes.
inline size_t __hash_bytes(const void *from, size_t n, size_t seed = 0xc70f6907ul)
{
    const size_t mul = (0xc6a4a793ul << 32) + 0x5bd1e995ul;
    const char *p = (const char *)from;
    size_t state = seed ^ (n * mul);
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        size_t word;
        memcpy(&word, p + i, 8);
        word *= mul;
        word = (word ^ (word >> 47)) * mul;
        state = (state ^ word) * mul;
    }
    if (i < n) {
        size_t word = 0;
        for (size_t j = n; j > i; j--) word = (word << 8) + (unsigned char)p[j - 1];
        state = (state ^ word) * mul;
    }
    state = (state ^ (state >> 47)) * mul;
    return state ^ (state >> 47);
}
// What has no hash of its own: there is no such object.
template <class T, bool = is_scalar<T>::value> struct __hash_of {
    __hash_of() = delete;
    __hash_of(const __hash_of &) = delete;
};
template <class T> struct __hash_of<T, true> {
    size_t operator()(const T &v) const
    {
        if constexpr (is_floating_point<T>::value) return v != 0 ? __hash_bytes(&v, sizeof(T)) : 0;
        else return (size_t)v;
    }
};
template <class T> struct hash : __hash_of<T> {};
}
