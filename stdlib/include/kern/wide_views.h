#pragma once
#include <kern/char_traits.h>
#include <kern/exceptions.h>
#include <kern/hash.h>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <stdio.h>
// Views of other characters than `char`, and those with other traits; of `char` they are in <string_view>.
namespace std {
template <class C, class T> class basic_string_view {
    const C *first_;
    size_t size_;

    static constexpr bool has(basic_string_view set, C c) { return T::find(set.first_, set.size_, c) != nullptr; }

public:
    typedef T traits_type;
    typedef C value_type;
    typedef const C *pointer;
    typedef const C *const_pointer;
    typedef const C &reference;
    typedef const C &const_reference;
    typedef const C *iterator;
    typedef const C *const_iterator;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
    typedef const_reverse_iterator reverse_iterator;
    static constexpr size_t npos = (size_t)-1;

    constexpr basic_string_view() : first_(nullptr), size_(0) {}
    constexpr basic_string_view(const C *text) : first_(text), size_(T::length(text)) {}
    constexpr basic_string_view(const C *text, size_t n) : first_(text), size_(n) {}
    template <class E, class = enable_if_t<is_pointer<E>::value>> constexpr basic_string_view(const C *first, E last) : basic_string_view(first, (size_t)(last - first)) {}
    constexpr const C *begin() const noexcept { return first_; }
    constexpr const C *end() const noexcept { return first_ + size_; }
    constexpr const C *cbegin() const noexcept { return first_; }
    constexpr const C *cend() const noexcept { return first_ + size_; }
    const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const noexcept { return rbegin(); }
    const_reverse_iterator crend() const noexcept { return rend(); }
    constexpr size_t size() const noexcept { return size_; }
    constexpr size_t length() const noexcept { return size_; }
    constexpr size_t max_size() const noexcept { return (npos - 16) / sizeof(C) / 4; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr const C *data() const noexcept { return first_; }
    constexpr const C &operator[](size_t i) const noexcept { return first_[i]; }
    constexpr const C &at(size_t i) const
    {
        if (i >= size_) __throw_not_in_view(i, size_);
        return first_[i];
    }
    constexpr const C &front() const noexcept { return first_[0]; }
    constexpr const C &back() const noexcept { return first_[size_ - 1]; }
    constexpr void remove_prefix(size_t n)
    {
        first_ += n;
        size_ -= n;
    }
    constexpr void remove_suffix(size_t n) { size_ -= n; }
    constexpr void swap(basic_string_view &s) noexcept
    {
        basic_string_view old = *this;
        *this = s;
        s = old;
    }
    constexpr basic_string_view substr(size_t at = 0, size_t n = npos) const
    {
        if (at > size_) __throw_past_view("basic_string_view::substr", at, size_);
        return basic_string_view(first_ + at, n < size_ - at ? n : size_ - at);
    }
    size_t copy(C *to, size_t n, size_t at = 0) const
    {
        if (at > size_) __throw_past_view("basic_string_view::copy", at, size_);
        basic_string_view part = substr(at, n);
        T::copy(to, part.first_, part.size_);
        return part.size_;
    }
    constexpr int compare(basic_string_view s) const
    {
        int order = T::compare(first_, s.first_, size_ < s.size_ ? size_ : s.size_);
        if (order) return order;
        long longer = (long)(size_ - s.size_);
        return longer > 2147483647L ? 2147483647 : longer < -2147483648L ? -2147483647 - 1 : (int)longer;
    }
    constexpr int compare(size_t at, size_t n, basic_string_view s) const { return substr(at, n).compare(s); }
    constexpr int compare(size_t at, size_t n, basic_string_view s, size_t from, size_t m) const { return substr(at, n).compare(s.substr(from, m)); }
    constexpr int compare(size_t at, size_t n, const C *s, size_t m) const { return substr(at, n).compare(basic_string_view(s, m)); }
    constexpr bool starts_with(basic_string_view s) const { return size_ >= s.size_ && substr(0, s.size_).compare(s) == 0; }
    constexpr bool starts_with(C c) const { return size_ > 0 && T::eq(first_[0], c); }
    constexpr bool ends_with(basic_string_view s) const { return size_ >= s.size_ && substr(size_ - s.size_).compare(s) == 0; }
    constexpr bool ends_with(C c) const { return size_ > 0 && T::eq(first_[size_ - 1], c); }
    constexpr size_t find(const C *text, size_t at, size_t n) const { return find(basic_string_view(text, n), at); }
    constexpr size_t find(basic_string_view s, size_t at = 0) const
    {
        for (; at <= size_ && s.size_ <= size_ - at; at++)
            if (T::compare(first_ + at, s.first_, s.size_) == 0) return at;
        return npos;
    }
    constexpr size_t find(C c, size_t at = 0) const { return find(basic_string_view(&c, 1), at); }
    constexpr size_t rfind(const C *text, size_t at, size_t n) const { return rfind(basic_string_view(text, n), at); }
    constexpr size_t rfind(basic_string_view s, size_t at = npos) const
    {
        if (s.size_ > size_) return npos;
        for (size_t i = (at < size_ - s.size_ ? at : size_ - s.size_) + 1; i-- > 0;)
            if (T::compare(first_ + i, s.first_, s.size_) == 0) return i;
        return npos;
    }
    constexpr size_t rfind(C c, size_t at = npos) const { return rfind(basic_string_view(&c, 1), at); }
    constexpr size_t find_first_of(C c, size_t at = 0) const { return find_first_of(basic_string_view(&c, 1), at); }
    constexpr size_t find_first_of(const C *text, size_t at, size_t n) const { return find_first_of(basic_string_view(text, n), at); }
    constexpr size_t find_first_of(basic_string_view set, size_t at = 0) const
    {
        for (; at < size_; at++)
            if (has(set, first_[at])) return at;
        return npos;
    }
    constexpr size_t find_first_not_of(C c, size_t at = 0) const { return find_first_not_of(basic_string_view(&c, 1), at); }
    constexpr size_t find_first_not_of(const C *text, size_t at, size_t n) const { return find_first_not_of(basic_string_view(text, n), at); }
    constexpr size_t find_first_not_of(basic_string_view set, size_t at = 0) const
    {
        for (; at < size_; at++)
            if (!has(set, first_[at])) return at;
        return npos;
    }
    constexpr size_t find_last_of(C c, size_t at = npos) const { return find_last_of(basic_string_view(&c, 1), at); }
    constexpr size_t find_last_of(const C *text, size_t at, size_t n) const { return find_last_of(basic_string_view(text, n), at); }
    constexpr size_t find_last_of(basic_string_view set, size_t at = npos) const
    {
        for (size_t i = at < size_ ? at + 1 : size_; i-- > 0;)
            if (has(set, first_[i])) return i;
        return npos;
    }
    constexpr size_t find_last_not_of(C c, size_t at = npos) const { return find_last_not_of(basic_string_view(&c, 1), at); }
    constexpr size_t find_last_not_of(const C *text, size_t at, size_t n) const { return find_last_not_of(basic_string_view(text, n), at); }
    constexpr size_t find_last_not_of(basic_string_view set, size_t at = npos) const
    {
        for (size_t i = at < size_ ? at + 1 : size_; i-- > 0;)
            if (!has(set, first_[i])) return i;
        return npos;
    }
};
template <class C, class T> constexpr bool operator==(basic_string_view<C, T> a, basic_string_view<C, T> b) { return a.size() == b.size() && a.compare(b) == 0; }
template <class C, class T> constexpr bool operator==(basic_string_view<C, T> a, const C *b) { return a == basic_string_view<C, T>(b); }
template <class C, class T> constexpr bool operator==(const C *a, basic_string_view<C, T> b) { return basic_string_view<C, T>(a) == b; }
template <class C, class T> constexpr bool operator!=(basic_string_view<C, T> a, basic_string_view<C, T> b) { return !(a == b); }
template <class C, class T> constexpr bool operator!=(basic_string_view<C, T> a, const C *b) { return a != basic_string_view<C, T>(b); }
template <class C, class T> constexpr bool operator!=(const C *a, basic_string_view<C, T> b) { return basic_string_view<C, T>(a) != b; }
template <class C, class T> constexpr bool operator<(basic_string_view<C, T> a, basic_string_view<C, T> b) { return a.compare(b) < 0; }
template <class C, class T> constexpr bool operator<(basic_string_view<C, T> a, const C *b) { return a < basic_string_view<C, T>(b); }
template <class C, class T> constexpr bool operator<(const C *a, basic_string_view<C, T> b) { return basic_string_view<C, T>(a) < b; }
template <class C, class T> constexpr bool operator>(basic_string_view<C, T> a, basic_string_view<C, T> b) { return a.compare(b) > 0; }
template <class C, class T> constexpr bool operator>(basic_string_view<C, T> a, const C *b) { return a > basic_string_view<C, T>(b); }
template <class C, class T> constexpr bool operator>(const C *a, basic_string_view<C, T> b) { return basic_string_view<C, T>(a) > b; }
template <class C, class T> constexpr bool operator<=(basic_string_view<C, T> a, basic_string_view<C, T> b) { return a.compare(b) <= 0; }
template <class C, class T> constexpr bool operator<=(basic_string_view<C, T> a, const C *b) { return a <= basic_string_view<C, T>(b); }
template <class C, class T> constexpr bool operator<=(const C *a, basic_string_view<C, T> b) { return basic_string_view<C, T>(a) <= b; }
template <class C, class T> constexpr bool operator>=(basic_string_view<C, T> a, basic_string_view<C, T> b) { return a.compare(b) >= 0; }
template <class C, class T> constexpr bool operator>=(basic_string_view<C, T> a, const C *b) { return a >= basic_string_view<C, T>(b); }
template <class C, class T> constexpr bool operator>=(const C *a, basic_string_view<C, T> b) { return basic_string_view<C, T>(a) >= b; }
template <class C, class T> constexpr strong_ordering __three_way(basic_string_view<C, T> a, basic_string_view<C, T> b) { return a.compare(b) <=> 0; }
template <> struct hash<wstring_view> {
    size_t operator()(wstring_view s) const { return __hash_bytes(s.data(), s.size() * sizeof(wchar_t)); }
};
template <> struct hash<u16string_view> {
    size_t operator()(u16string_view s) const { return __hash_bytes(s.data(), s.size() * sizeof(char16_t)); }
};
template <> struct hash<u32string_view> {
    size_t operator()(u32string_view s) const { return __hash_bytes(s.data(), s.size() * sizeof(char32_t)); }
};
inline namespace literals {
inline namespace string_view_literals {
constexpr wstring_view operator""sv(const wchar_t *text, size_t n) { return wstring_view(text, n); }
constexpr u16string_view operator""sv(const char16_t *text, size_t n) { return u16string_view(text, n); }
constexpr u32string_view operator""sv(const char32_t *text, size_t n) { return u32string_view(text, n); }
}
}
}
