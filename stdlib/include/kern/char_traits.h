#pragma once
#include <compare>
#include <stddef.h>
#include <string.h>
// How many bytes an allocator says it has for characters.
#if __cplusplus >= 202002L
#define __most_allocated ((size_t)-1)
#else
#define __most_allocated ((size_t)-1 / 2)
#endif
namespace std {
template <class C> struct __wide_as { typedef unsigned int type; };
template <> struct __wide_as<char> { typedef int type; };
template <> struct __wide_as<char16_t> { typedef unsigned short type; };
// What characters of a kind are equal, and in what order they are.
template <class C> struct char_traits {
    typedef C char_type;
    typedef typename __wide_as<C>::type int_type;
    typedef long off_type;
    typedef long pos_type;
    typedef int state_type;

    static constexpr void assign(C &to, const C &from) { to = from; }
    static constexpr bool eq(const C &a, const C &b) { return a == b; }
    static constexpr bool lt(const C &a, const C &b)
    {
        if (sizeof(C) == 1) return (unsigned char)a < (unsigned char)b;
        return a < b;
    }
    static constexpr int compare(const C *a, const C *b, size_t n)
    {
        for (size_t i = 0; i < n; i++)
            if (!eq(a[i], b[i])) return lt(a[i], b[i]) ? -1 : 1;
        return 0;
    }
    static constexpr size_t length(const C *text)
    {
        size_t n = 0;
        while (!eq(text[n], C())) n++;
        return n;
    }
    static constexpr const C *find(const C *text, size_t n, const C &c)
    {
        for (size_t i = 0; i < n; i++)
            if (eq(text[i], c)) return text + i;
        return nullptr;
    }
    static C *move(C *to, const C *from, size_t n) { return (C *)memmove(to, from, n * sizeof(C)); }
    static C *copy(C *to, const C *from, size_t n) { return (C *)memcpy(to, from, n * sizeof(C)); }
    static C *assign(C *to, size_t n, C c)
    {
        for (size_t i = 0; i < n; i++) to[i] = c;
        return to;
    }
    static constexpr int_type eof() { return (int_type)-1; }
    static constexpr int_type not_eof(const int_type &c) { return c == eof() ? 0 : c; }
    static constexpr C to_char_type(const int_type &c) { return (C)c; }
    static constexpr int_type to_int_type(const C &c) { return sizeof(C) == 1 ? (int_type)(unsigned char)c : (int_type)c; }
    static constexpr bool eq_int_type(const int_type &a, const int_type &b) { return a == b; }
};
template <class T> class allocator;
template <class C, class T = char_traits<C>> class basic_string_view;
template <class C, class T = char_traits<C>, class A = allocator<C>> class basic_string;
typedef basic_string_view<char> string_view;
typedef basic_string_view<wchar_t> wstring_view;
typedef basic_string_view<char16_t> u16string_view;
typedef basic_string_view<char32_t> u32string_view;
typedef basic_string<char> string;
typedef basic_string<wchar_t> wstring;
typedef basic_string<char16_t> u16string;
typedef basic_string<char32_t> u32string;
}
