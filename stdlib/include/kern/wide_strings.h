#pragma once
#include <kern/char_traits.h>
#include <kern/exceptions.h>
#include <kern/hash.h>
#include <initializer_list>
#include <iterator>
#include <kern/allocator.h>
#include <kern/wide_views.h>
#include <type_traits>
#include <stdio.h>
// Strings of other characters than `char`, and those with other traits or allocators; of `char` they are in <string>.
namespace std {
[[noreturn]] inline void __throw_past_end(const char *function, size_t at, size_t size)
{
    char text[128];
    snprintf(text, sizeof(text), "%s: __pos (which is %zu) > this->size() (which is %zu)", function, at, size);
    __throw_out_of_range(text);
}
template <class C, class T, class A> class basic_string {
    __kern_all_constexpr20
    static_assert(is_empty<A>::value, "an allocator with members of its own");
    typedef basic_string_view<C, T> view;
    // An iterator as a parameter: a literal 0 is not taken for one.
    struct place {
        const C *at;
        place(const C *p) : at(p) {}
    };
    // A view, or what becomes one, as a parameter before a place and a length: text is not taken for it.
    struct part {
        view whole;
        template <class S, class = enable_if_t<is_class<S>::value && is_convertible<const S &, view>::value && !is_convertible<const S &, const C *>::value>>
        part(const S &s) : whole(s)
        {
        }
        // `n` characters from `from` on, which is checked.
        view from(size_t from, size_t n, const char *function) const
        {
            if (from > whole.size()) __throw_past_view(function, from, whole.size());
            return view(whole.data() + from, n < whole.size() - from ? n : whole.size() - from);
        }
    };
    // Up to 15 bytes of characters live in the object, as libstdc++ lays it out.
    static constexpr size_t most_local = 15 / sizeof(C);
    static constexpr size_t most = (__most_allocated / sizeof(C) - 1) / 2;
    C *first_;
    size_t size_;
    union {
        C local_[most_local + 1];
        size_t capacity_;
    };

    bool is_local() const { return first_ == (const C *)local_; }
    static void check_size(size_t n, const char *function)
    {
        if (n > most) __throw_length_error(function);
    }
    // `n` times `c`.
    static basic_string repeated(size_t n, C c)
    {
        check_size(n, "basic_string::_M_replace_aux");
        return basic_string(n, c);
    }
    void set_size(size_t n)
    {
        size_ = n;
        first_[n] = C();
    }
    void start(size_t n)
    {
        first_ = local_;
        if (n > most_local) {
            check_size(n, "basic_string::_M_create");
            A allocator;
            first_ = allocator.allocate(n + 1);
            capacity_ = n;
        }
        set_size(n);
    }
    void release()
    {
        A allocator;
        if (!is_local()) allocator.deallocate(first_, capacity_ + 1);
    }
    size_t within(size_t at, size_t n, const char *function) const
    {
        if (at > size_) __throw_past_end(function, at, size_);
        return n < size_ - at ? n : size_ - at;
    }
    // `n` characters from `at` on become those of `text`, which may be this string's own.
    basic_string &change(size_t at, size_t n, view text)
    {
        basic_string copy;
        if (text.data() >= first_ && text.data() <= first_ + size_) {
            copy.assign(text.data(), text.size());
            text = view(copy.first_, copy.size_);
        }
        size_t rest = size_ - at - n, m = text.size();
        reserve(at + m + rest);
        T::move(first_ + at + m, first_ + at + n, rest);
        T::copy(first_ + at, text.data(), m);
        set_size(at + m + rest);
        return *this;
    }

public:
    typedef T traits_type;
    typedef A allocator_type;
    typedef C value_type;
    typedef C &reference;
    typedef const C &const_reference;
    typedef C *iterator;
    typedef const C *const_iterator;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef C *pointer;
    typedef const C *const_pointer;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
    static constexpr size_t npos = (size_t)-1;

    basic_string() { start(0); }
    basic_string(const C *text) : basic_string(text, T::length(text)) {}
    basic_string(const C *text, size_t n)
    {
        start(n);
        T::copy(first_, text, n);
    }
    basic_string(const basic_string &s) : basic_string(s.first_, s.size_) {}
    basic_string(basic_string &&s) noexcept
    {
        start(0);
        swap(s);
    }
    basic_string(const basic_string &s, size_t from, size_t n = npos)
        : basic_string(s.first_ + (s.within(from, n, "basic_string::basic_string"), from), s.within(from, n, "basic_string::basic_string"))
    {
    }
    basic_string(size_t n, C c)
    {
        start(n);
        T::assign(first_, n, c);
    }
    explicit basic_string(view s) : basic_string(s.data(), s.size()) {}
    basic_string(part s, size_t from, size_t n) : basic_string(s.from(from, n, "basic_string_view::substr")) {}
    basic_string(initializer_list<C> list) : basic_string(list.begin(), list.size()) {}
    template <class I, class = typename iterator_traits<I>::iterator_category> basic_string(I first, I last)
    {
        start(0);
        for (; first != last; ++first) push_back(*first);
    }
    ~basic_string() { release(); }
    basic_string &operator=(const basic_string &s) { return assign(s); }
    basic_string &operator=(basic_string &&s) noexcept
    {
        if (!s.is_local()) {
            swap(s);
        } else if (&s != this) {
            T::copy(first_, s.first_, s.size_);
            set_size(s.size_);
        }
        s.clear();
        return *this;
    }
    basic_string &operator=(const C *text) { return assign(text); }
    basic_string &operator=(C c) { return assign(&c, 1); }
    basic_string &operator=(initializer_list<C> list) { return assign(list.begin(), list.size()); }
    basic_string &operator=(view s) { return assign(s.data(), s.size()); }
    operator view() const { return view(first_, size_); }
    basic_string &assign(const C *text, size_t n)
    {
        basic_string copy(text, n);
        swap(copy);
        return *this;
    }
    basic_string &assign(const C *text) { return assign(text, T::length(text)); }
    basic_string &assign(const basic_string &s) { return assign(s.first_, s.size_); }
    basic_string &assign(basic_string &&s) noexcept { return *this = std::move(s); }
    basic_string &assign(view s) { return assign(s.data(), s.size()); }
    basic_string &assign(part s, size_t from, size_t n = npos) { return assign(s.from(from, n, "basic_string::assign")); }
    basic_string &assign(const basic_string &s, size_t from, size_t n = npos)
    {
        n = s.within(from, n, "basic_string::assign");
        return assign(s.first_ + from, n);
    }
    basic_string &assign(size_t n, C c)
    {
        basic_string copy = repeated(n, c);
        swap(copy);
        return *this;
    }
    basic_string &assign(initializer_list<C> list) { return assign(list.begin(), list.size()); }
    template <class I, class = typename iterator_traits<I>::iterator_category> basic_string &assign(I first, I last)
    {
        basic_string copy(first, last);
        swap(copy);
        return *this;
    }
    void swap(basic_string &s) noexcept
    {
        C mine[most_local + 1], theirs[most_local + 1];
        C *first = is_local() ? nullptr : first_;
        C *other = s.is_local() ? nullptr : s.first_;
        memcpy(mine, local_, sizeof(local_));
        memcpy(theirs, s.local_, sizeof(local_));
        memcpy(local_, theirs, sizeof(local_));
        memcpy(s.local_, mine, sizeof(local_));
        first_ = other ? other : local_;
        s.first_ = first ? first : s.local_;
        std::swap(size_, s.size_);
    }

    iterator begin() noexcept { return first_; }
    iterator end() noexcept { return first_ + size_; }
    const_iterator begin() const noexcept { return first_; }
    const_iterator end() const noexcept { return first_ + size_; }
    const_iterator cbegin() const noexcept { return first_; }
    const_iterator cend() const noexcept { return first_ + size_; }
    reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
    reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const noexcept { return rbegin(); }
    const_reverse_iterator crend() const noexcept { return rend(); }
    size_t size() const noexcept { return size_; }
    size_t length() const noexcept { return size_; }
    size_t max_size() const noexcept { return most; }
    size_t capacity() const noexcept { return is_local() ? most_local : capacity_; }
    bool empty() const noexcept { return size_ == 0; }
    const C *c_str() const noexcept { return first_; }
    const C *data() const noexcept { return first_; }
    C *data() noexcept { return first_; }
    C &operator[](size_t i) { return first_[i]; }
    const C &operator[](size_t i) const noexcept { return first_[i]; }
    C &at(size_t i) { return const_cast<C &>(static_cast<const basic_string *>(this)->at(i)); }
    const C &at(size_t i) const
    {
        if (i < size_) return first_[i];
        char text[128];
        snprintf(text, sizeof(text), "basic_string::at: __n (which is %zu) >= this->size() (which is %zu)", i, size_);
        __throw_out_of_range(text);
    }
    C &front() noexcept { return first_[0]; }
    C &back() noexcept { return first_[size_ - 1]; }
    const C &front() const noexcept { return first_[0]; }
    const C &back() const noexcept { return first_[size_ - 1]; }
    A get_allocator() const noexcept { return A(); }

    void reserve(size_t n)
    {
        if (n <= capacity()) return;
        check_size(n, "basic_string::_M_create");
        size_t twice = 2 * capacity();
        if (n < twice) n = twice;
        A allocator;
        C *memory = allocator.allocate(n + 1);
        T::copy(memory, first_, size_ + 1);
        release();
        first_ = memory;
        capacity_ = n;
    }
    void shrink_to_fit() {}
    void clear() noexcept { set_size(0); }
    void resize(size_t n, C c = C())
    {
        check_size(n, "basic_string::_M_replace_aux");
        reserve(n);
        if (n > size_) T::assign(first_ + size_, n - size_, c);
        set_size(n);
    }
    basic_string &append(const C *text, size_t n) { return change(size_, 0, view(text, n)); }
    basic_string &append(const C *text) { return append(text, T::length(text)); }
    basic_string &append(const basic_string &s) { return append(s.first_, s.size_); }
    basic_string &append(view s) { return append(s.data(), s.size()); }
    basic_string &append(part s, size_t from, size_t n = npos) { return append(s.from(from, n, "basic_string::append")); }
    basic_string &append(const basic_string &s, size_t from, size_t n = npos)
    {
        n = s.within(from, n, "basic_string::append");
        return append(s.first_ + from, n);
    }
    basic_string &append(initializer_list<C> list) { return append(list.begin(), list.size()); }
    basic_string &append(size_t n, C c)
    {
        check_size(n, "basic_string::_M_replace_aux");
        resize(size_ + n, c);
        return *this;
    }
    template <class I, class = typename iterator_traits<I>::iterator_category> basic_string &append(I first, I last)
    {
        return append(basic_string(first, last));
    }
    void push_back(C c)
    {
        if (size_ == capacity()) reserve(size_ + 1);
        first_[size_] = c;
        set_size(size_ + 1);
    }
    void pop_back() noexcept { set_size(size_ - 1); }
    basic_string &operator+=(const basic_string &s) { return append(s); }
    basic_string &operator+=(const C *text) { return append(text); }
    basic_string &operator+=(view s) { return append(s); }
    basic_string &operator+=(initializer_list<C> list) { return append(list); }
    basic_string &operator+=(C c)
    {
        push_back(c);
        return *this;
    }
    basic_string &insert(size_t at, const C *text, size_t n)
    {
        within(at, 0, "basic_string::replace");
        return change(at, 0, view(text, n));
    }
    basic_string &insert(size_t at, const basic_string &s) { return insert(at, s.first_, s.size_); }
    basic_string &insert(size_t at, const C *text) { return insert(at, text, T::length(text)); }
    basic_string &insert(size_t at, const basic_string &s, size_t from, size_t n = npos)
    {
        n = s.within(from, n, "basic_string::insert");
        return insert(at, s.first_ + from, n);
    }
    basic_string &insert(size_t at, view s) { return insert(at, s.data(), s.size()); }
    basic_string &insert(size_t at, part s, size_t from, size_t n = npos) { return insert(at, s.from(from, n, "basic_string::insert")); }
    basic_string &insert(size_t at, size_t n, C c)
    {
        within(at, 0, "basic_string::insert");
        return insert(at, repeated(n, c));
    }
    iterator insert(place before, C c) { return insert(before, (size_t)1, c); }
    iterator insert(place before, size_t n, C c)
    {
        size_t at = before.at - first_;
        insert(at, n, c);
        return first_ + at;
    }
    iterator insert(place before, initializer_list<C> list) { return insert(before, list.begin(), list.end()); }
    template <class I, class = typename iterator_traits<I>::iterator_category> iterator insert(place before, I first, I last)
    {
        size_t at = before.at - first_;
        insert(at, basic_string(first, last));
        return first_ + at;
    }
    basic_string &erase(size_t at = 0, size_t n = npos)
    {
        n = within(at, n, "basic_string::erase");
        return change(at, n, view());
    }
    iterator erase(place where) { return erase(where, where.at + 1); }
    iterator erase(place from, place to)
    {
        size_t at = from.at - first_;
        change(at, to.at - from.at, view());
        return first_ + at;
    }
    basic_string &replace(size_t at, size_t n, const C *text, size_t m)
    {
        n = within(at, n, "basic_string::replace");
        return change(at, n, view(text, m));
    }
    basic_string &replace(size_t at, size_t n, const basic_string &s) { return replace(at, n, s.first_, s.size_); }
    basic_string &replace(size_t at, size_t n, const C *text) { return replace(at, n, text, T::length(text)); }
    basic_string &replace(size_t at, size_t n, const basic_string &s, size_t from, size_t m = npos)
    {
        m = s.within(from, m, "basic_string::replace");
        return replace(at, n, s.first_ + from, m);
    }
    basic_string &replace(size_t at, size_t n, view s) { return replace(at, n, s.data(), s.size()); }
    basic_string &replace(size_t at, size_t n, part s, size_t from, size_t m = npos) { return replace(at, n, s.from(from, m, "basic_string::replace")); }
    basic_string &replace(size_t at, size_t n, size_t m, C c) { return replace(at, n, repeated(m, c)); }
    basic_string &replace(place from, place to, view s) { return change(from.at - first_, to.at - from.at, s); }
    basic_string &replace(place from, place to, const basic_string &s) { return replace(from, to, view(s)); }
    basic_string &replace(place from, place to, const C *text) { return replace(from, to, view(text)); }
    basic_string &replace(place from, place to, const C *text, size_t n) { return replace(from, to, view(text, n)); }
    basic_string &replace(place from, place to, size_t n, C c) { return replace(from, to, repeated(n, c)); }
    template <class I, class = typename iterator_traits<I>::iterator_category> basic_string &replace(place from, place to, I first, I last)
    {
        return replace(from, to, basic_string(first, last));
    }
    size_t copy(C *to, size_t n, size_t at = 0) const
    {
        n = within(at, n, "basic_string::copy");
        T::copy(to, first_ + at, n);
        return n;
    }
    basic_string substr(size_t at = 0, size_t n = npos) const
    {
        n = within(at, n, "basic_string::substr");
        return basic_string(first_ + at, n);
    }
    size_t find(const C *s, size_t at, size_t n) const { return view(*this).find(view(s, n), at); }
    size_t find(view s, size_t at = 0) const { return view(*this).find(s, at); }
    size_t find(const C *s, size_t at = 0) const { return view(*this).find(view(s), at); }
    size_t find(C c, size_t at = 0) const { return view(*this).find(c, at); }
    size_t rfind(const C *s, size_t at, size_t n) const { return view(*this).rfind(view(s, n), at); }
    size_t rfind(view s, size_t at = npos) const { return view(*this).rfind(s, at); }
    size_t rfind(const C *s, size_t at = npos) const { return view(*this).rfind(view(s), at); }
    size_t rfind(C c, size_t at = npos) const { return view(*this).rfind(c, at); }
    size_t find_first_of(const C *s, size_t at, size_t n) const { return view(*this).find_first_of(view(s, n), at); }
    size_t find_first_of(view s, size_t at = 0) const { return view(*this).find_first_of(s, at); }
    size_t find_first_of(const C *s, size_t at = 0) const { return view(*this).find_first_of(view(s), at); }
    size_t find_first_of(C c, size_t at = 0) const { return view(*this).find(c, at); }
    size_t find_first_not_of(const C *s, size_t at, size_t n) const { return view(*this).find_first_not_of(view(s, n), at); }
    size_t find_first_not_of(view s, size_t at = 0) const { return view(*this).find_first_not_of(s, at); }
    size_t find_first_not_of(const C *s, size_t at = 0) const { return view(*this).find_first_not_of(view(s), at); }
    size_t find_first_not_of(C c, size_t at = 0) const { return view(*this).find_first_not_of(view(&c, 1), at); }
    size_t find_last_of(const C *s, size_t at, size_t n) const { return view(*this).find_last_of(view(s, n), at); }
    size_t find_last_of(view s, size_t at = npos) const { return view(*this).find_last_of(s, at); }
    size_t find_last_of(const C *s, size_t at = npos) const { return view(*this).find_last_of(view(s), at); }
    size_t find_last_of(C c, size_t at = npos) const { return view(*this).rfind(c, at); }
    size_t find_last_not_of(const C *s, size_t at, size_t n) const { return view(*this).find_last_not_of(view(s, n), at); }
    size_t find_last_not_of(view s, size_t at = npos) const { return view(*this).find_last_not_of(s, at); }
    size_t find_last_not_of(const C *s, size_t at = npos) const { return view(*this).find_last_not_of(view(s), at); }
    size_t find_last_not_of(C c, size_t at = npos) const { return view(*this).find_last_not_of(view(&c, 1), at); }
    bool starts_with(view s) const { return view(*this).starts_with(s); }
    bool starts_with(C c) const { return view(*this).starts_with(c); }
    bool ends_with(view s) const { return view(*this).ends_with(s); }
    bool ends_with(C c) const { return view(*this).ends_with(c); }
    int compare(const basic_string &s) const { return view(*this).compare(view(s)); }
    int compare(const C *s) const { return view(*this).compare(view(s)); }
    int compare(view s) const { return view(*this).compare(s); }
    int compare(size_t at, size_t n, const C *s, size_t m) const
    {
        n = within(at, n, "basic_string::compare");
        return view(first_ + at, n).compare(view(s, m));
    }
    int compare(size_t at, size_t n, const basic_string &s) const { return compare(at, n, s.first_, s.size_); }
    int compare(size_t at, size_t n, const basic_string &s, size_t from, size_t m = npos) const
    {
        m = s.within(from, m, "basic_string::compare");
        return compare(at, n, s.first_ + from, m);
    }
    int compare(size_t at, size_t n, const C *s) const { return compare(at, n, s, T::length(s)); }
    int compare(size_t at, size_t n, view s) const { return compare(at, n, s.data(), s.size()); }
    int compare(size_t at, size_t n, part s, size_t from, size_t m = npos) const { return compare(at, n, s.from(from, m, "basic_string_view::substr")); }
};
template <class C, class T, class A> basic_string<C, T, A> operator+(const basic_string<C, T, A> &a, const basic_string<C, T, A> &b)
{
    basic_string<C, T, A> s;
    s.reserve(a.size() + b.size());
    s.append(a);
    s.append(b);
    return s;
}
template <class C, class T, class A> basic_string<C, T, A> operator+(const basic_string<C, T, A> &a, const C *b) { return a + basic_string<C, T, A>(b); }
template <class C, class T, class A> basic_string<C, T, A> operator+(const C *a, const basic_string<C, T, A> &b) { return basic_string<C, T, A>(a) + b; }
template <class C, class T, class A> basic_string<C, T, A> operator+(const basic_string<C, T, A> &a, C b) { return a + basic_string<C, T, A>(1, b); }
template <class C, class T, class A> basic_string<C, T, A> operator+(C a, const basic_string<C, T, A> &b) { return basic_string<C, T, A>(1, a) + b; }
template <class C, class T, class A> bool operator==(const basic_string<C, T, A> &a, const basic_string<C, T, A> &b) { return a.compare(b) == 0; }
template <class C, class T, class A> bool operator==(const basic_string<C, T, A> &a, const C *b) { return a.compare(b) == 0; }
template <class C, class T, class A> bool operator==(const C *a, const basic_string<C, T, A> &b) { return b.compare(a) == 0; }
template <class C, class T, class A> bool operator!=(const basic_string<C, T, A> &a, const basic_string<C, T, A> &b) { return a.compare(b) != 0; }
template <class C, class T, class A> bool operator!=(const basic_string<C, T, A> &a, const C *b) { return a.compare(b) != 0; }
template <class C, class T, class A> bool operator!=(const C *a, const basic_string<C, T, A> &b) { return b.compare(a) != 0; }
template <class C, class T, class A> bool operator<(const basic_string<C, T, A> &a, const basic_string<C, T, A> &b) { return a.compare(b) < 0; }
template <class C, class T, class A> bool operator<(const basic_string<C, T, A> &a, const C *b) { return a.compare(b) < 0; }
template <class C, class T, class A> bool operator>(const basic_string<C, T, A> &a, const basic_string<C, T, A> &b) { return a.compare(b) > 0; }
template <class C, class T, class A> bool operator>(const basic_string<C, T, A> &a, const C *b) { return a.compare(b) > 0; }
template <class C, class T, class A> bool operator<=(const basic_string<C, T, A> &a, const basic_string<C, T, A> &b) { return a.compare(b) <= 0; }
template <class C, class T, class A> bool operator>=(const basic_string<C, T, A> &a, const basic_string<C, T, A> &b) { return a.compare(b) >= 0; }
template <class C, class T, class A> bool operator<=(const basic_string<C, T, A> &a, const C *b) { return a.compare(b) <= 0; }
template <class C, class T, class A> bool operator>=(const basic_string<C, T, A> &a, const C *b) { return a.compare(b) >= 0; }
template <class C, class T, class A> bool operator<(const C *a, const basic_string<C, T, A> &b) { return b.compare(a) > 0; }
template <class C, class T, class A> bool operator>(const C *a, const basic_string<C, T, A> &b) { return b.compare(a) < 0; }
template <class C, class T, class A> bool operator<=(const C *a, const basic_string<C, T, A> &b) { return b.compare(a) >= 0; }
template <class C, class T, class A> bool operator>=(const C *a, const basic_string<C, T, A> &b) { return b.compare(a) <= 0; }
template <class C, class T, class A> strong_ordering __three_way(const basic_string<C, T, A> &a, const basic_string<C, T, A> &b) { return a.compare(b) <=> 0; }
template <class C, class T, class A, class P> size_t erase_if(basic_string<C, T, A> &s, P test)
{
    size_t kept = 0;
    for (size_t i = 0; i < s.size(); i++)
        if (!test(s[i])) s[kept++] = s[i];
    size_t erased = s.size() - kept;
    s.resize(kept);
    return erased;
}
template <class C, class T, class A, class U> size_t erase(basic_string<C, T, A> &s, const U &value)
{
    return std::erase_if(s, [&](C c) { return c == value; });
}
template <> struct hash<wstring> {
    size_t operator()(const wstring &s) const { return __hash_bytes(s.data(), s.size() * sizeof(wchar_t)); }
};
template <> struct hash<u16string> {
    size_t operator()(const u16string &s) const { return __hash_bytes(s.data(), s.size() * sizeof(char16_t)); }
};
template <> struct hash<u32string> {
    size_t operator()(const u32string &s) const { return __hash_bytes(s.data(), s.size() * sizeof(char32_t)); }
};
inline wstring to_wstring(int value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline wstring to_wstring(unsigned int value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline wstring to_wstring(long value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline wstring to_wstring(unsigned long value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline wstring to_wstring(long long value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline wstring to_wstring(unsigned long long value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline wstring to_wstring(float value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline wstring to_wstring(double value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline wstring to_wstring(long double value)
{
    const string text = to_string(value);
    return wstring(text.begin(), text.end());
}
inline namespace literals {
inline namespace string_literals {
inline wstring operator""s(const wchar_t *text, size_t n) { return wstring(text, n); }
inline u16string operator""s(const char16_t *text, size_t n) { return u16string(text, n); }
inline u32string operator""s(const char32_t *text, size_t n) { return u32string(text, n); }
}
}
}
