#pragma once
// What <iterator> has of iterators themselves: see kern/algobase.h.
#include <initializer_list>
#include <stddef.h>
#include <type_traits>
#include <utility>
namespace std {
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};

template <class I, class V = void> struct __iterator_traits {};
template <class I> struct __iterator_traits<I, void_t<typename I::iterator_category>> {
    typedef typename I::difference_type difference_type;
    typedef typename I::value_type value_type;
    typedef typename I::pointer pointer;
    typedef typename I::reference reference;
    typedef typename I::iterator_category iterator_category;
};
template <class I> struct iterator_traits : __iterator_traits<I> {};
template <class T> struct iterator_traits<T *> {
    typedef ptrdiff_t difference_type;
    typedef remove_cv_t<T> value_type;
    typedef T *pointer;
    typedef T &reference;
    typedef random_access_iterator_tag iterator_category;
};

template <class I, class C> constexpr bool __is_at_least() { return is_base_of<C, typename iterator_traits<I>::iterator_category>::value; }
template <class C, class T, class D = ptrdiff_t, class P = T *, class R = T &> struct iterator {
    typedef C iterator_category;
    typedef T value_type;
    typedef D difference_type;
    typedef P pointer;
    typedef R reference;
};

template <class I> constexpr ptrdiff_t __distance(I first, I last, input_iterator_tag)
{
    ptrdiff_t n = 0;
    while (first != last) {
        ++first;
        ++n;
    }
    return n;
}
template <class I> constexpr ptrdiff_t __distance(I first, I last, random_access_iterator_tag) { return last - first; }
template <class I> constexpr ptrdiff_t distance(I first, I last)
{
    return std::__distance(first, last, typename iterator_traits<I>::iterator_category());
}
template <class I> constexpr void __advance(I &i, ptrdiff_t n, input_iterator_tag)
{
    for (; n > 0; --n) ++i;
}
template <class I> constexpr void __advance(I &i, ptrdiff_t n, bidirectional_iterator_tag)
{
    for (; n > 0; --n) ++i;
    for (; n < 0; ++n) --i;
}
template <class I> constexpr void __advance(I &i, ptrdiff_t n, random_access_iterator_tag) { i += n; }
template <class I, class N> constexpr void advance(I &i, N n) { std::__advance(i, n, typename iterator_traits<I>::iterator_category()); }
template <class I> constexpr I next(I i, ptrdiff_t n = 1)
{
    std::advance(i, n);
    return i;
}
template <class I> constexpr I prev(I i, ptrdiff_t n = 1)
{
    std::advance(i, -n);
    return i;
}

template <class I> class reverse_iterator {
    typedef void __all_constexpr;
    I base_;

public:
    typedef typename iterator_traits<I>::difference_type difference_type;
    typedef typename iterator_traits<I>::value_type value_type;
    typedef typename iterator_traits<I>::pointer pointer;
    typedef typename iterator_traits<I>::reference reference;
    typedef typename iterator_traits<I>::iterator_category iterator_category;
    typedef I iterator_type;
    reverse_iterator() : base_() {}
    explicit reverse_iterator(I i) : base_(i) {}
    template <class J, class = enable_if_t<!is_same<J, I>::value && is_convertible<const J &, I>::value>> reverse_iterator(const reverse_iterator<J> &i) : base_(i.base()) {}
    I base() const { return base_; }
    reference operator*() const
    {
        I i = base_;
        return *--i;
    }
    pointer operator->() const { return &**this; }
    reverse_iterator &operator++() { --base_; return *this; }
    reverse_iterator &operator--() { ++base_; return *this; }
    reverse_iterator operator++(int) { reverse_iterator old = *this; --base_; return old; }
    reverse_iterator operator--(int) { reverse_iterator old = *this; ++base_; return old; }
    reverse_iterator operator+(ptrdiff_t n) const { return reverse_iterator(base_ - n); }
    reverse_iterator operator-(ptrdiff_t n) const { return reverse_iterator(base_ + n); }
    reverse_iterator &operator+=(ptrdiff_t n) { base_ -= n; return *this; }
    reverse_iterator &operator-=(ptrdiff_t n) { base_ += n; return *this; }
    reference operator[](ptrdiff_t n) const { return *(*this + n); }
    template <class J> ptrdiff_t operator-(const reverse_iterator<J> &i) const { return i.base() - base_; }
    template <class J> bool operator==(const reverse_iterator<J> &i) const { return base_ == i.base(); }
    template <class J> bool operator!=(const reverse_iterator<J> &i) const { return base_ != i.base(); }
    template <class J> bool operator<(const reverse_iterator<J> &i) const { return i.base() < base_; }
    template <class J> bool operator>(const reverse_iterator<J> &i) const { return base_ < i.base(); }
    template <class J> bool operator<=(const reverse_iterator<J> &i) const { return base_ >= i.base(); }
    template <class J> bool operator>=(const reverse_iterator<J> &i) const { return base_ <= i.base(); }
};
template <class I> constexpr reverse_iterator<I> operator+(ptrdiff_t n, const reverse_iterator<I> &i) { return i + n; }
template <class I> constexpr reverse_iterator<I> make_reverse_iterator(I i) { return reverse_iterator<I>(i); }

// Reads its elements as values that may be moved from.
template <class I> class move_iterator {
    typedef void __all_constexpr;
    I base_;

public:
    typedef I iterator_type;
    typedef typename iterator_traits<I>::difference_type difference_type;
    typedef typename iterator_traits<I>::value_type value_type;
    typedef I pointer;
    typedef value_type &&reference;
    typedef typename iterator_traits<I>::iterator_category iterator_category;
    typedef input_iterator_tag iterator_concept;
    move_iterator() : base_() {}
    explicit move_iterator(I i) : base_(i) {}
    I base() const { return base_; }
    value_type &&operator*() const { return static_cast<value_type &&>(*base_); }
    I operator->() const { return base_; }
    move_iterator &operator++() { ++base_; return *this; }
    move_iterator &operator--() { --base_; return *this; }
    move_iterator operator++(int) { move_iterator old = *this; ++base_; return old; }
    move_iterator operator--(int) { move_iterator old = *this; --base_; return old; }
    move_iterator operator+(ptrdiff_t n) const { return move_iterator(base_ + n); }
    move_iterator operator-(ptrdiff_t n) const { return move_iterator(base_ - n); }
    move_iterator &operator+=(ptrdiff_t n) { base_ += n; return *this; }
    move_iterator &operator-=(ptrdiff_t n) { base_ -= n; return *this; }
    value_type &&operator[](ptrdiff_t n) const { return std::move(base_[n]); }
    ptrdiff_t operator-(const move_iterator &i) const { return base_ - i.base_; }
    bool operator==(const move_iterator &i) const { return base_ == i.base_; }
    bool operator!=(const move_iterator &i) const { return base_ != i.base_; }
    bool operator<(const move_iterator &i) const { return base_ < i.base_; }
    bool operator>(const move_iterator &i) const { return i.base_ < base_; }
    bool operator<=(const move_iterator &i) const { return !(i.base_ < base_); }
    bool operator>=(const move_iterator &i) const { return !(base_ < i.base_); }
};
template <class I> constexpr move_iterator<I> operator+(ptrdiff_t n, const move_iterator<I> &i) { return i + n; }
template <class I> constexpr move_iterator<I> make_move_iterator(I i) { return move_iterator<I>(i); }

template <class C> class back_insert_iterator {
    __kern_all_constexpr20
    C *container_;

public:
    typedef output_iterator_tag iterator_category;
    typedef void value_type;
    typedef ptrdiff_t difference_type;
    typedef void pointer;
    typedef void reference;
    typedef C container_type;
    explicit back_insert_iterator(C &c) : container_(&c) {}
    back_insert_iterator &operator=(const typename C::value_type &v) { container_->push_back(v); return *this; }
    back_insert_iterator &operator=(typename C::value_type &&v) { container_->push_back(std::move(v)); return *this; }
    back_insert_iterator &operator*() { return *this; }
    back_insert_iterator &operator++() { return *this; }
    back_insert_iterator &operator++(int) { return *this; }
};
template <class C> __kern_constexpr20 back_insert_iterator<C> back_inserter(C &c) { return back_insert_iterator<C>(c); }
template <class C> class front_insert_iterator {
    __kern_all_constexpr20
    C *container_;

public:
    typedef output_iterator_tag iterator_category;
    typedef void value_type;
    typedef ptrdiff_t difference_type;
    typedef void pointer;
    typedef void reference;
    typedef C container_type;
    explicit front_insert_iterator(C &c) : container_(&c) {}
    front_insert_iterator &operator=(const typename C::value_type &v) { container_->push_front(v); return *this; }
    front_insert_iterator &operator=(typename C::value_type &&v) { container_->push_front(std::move(v)); return *this; }
    front_insert_iterator &operator*() { return *this; }
    front_insert_iterator &operator++() { return *this; }
    front_insert_iterator &operator++(int) { return *this; }
};
template <class C> __kern_constexpr20 front_insert_iterator<C> front_inserter(C &c) { return front_insert_iterator<C>(c); }
template <class C> class insert_iterator {
    __kern_all_constexpr20
    C *container_;
    typename C::iterator at_;

public:
    typedef output_iterator_tag iterator_category;
    typedef void value_type;
    typedef ptrdiff_t difference_type;
    typedef void pointer;
    typedef void reference;
    typedef C container_type;
    insert_iterator(C &c, typename C::iterator at) : container_(&c), at_(at) {}
    insert_iterator &operator=(const typename C::value_type &v)
    {
        at_ = container_->insert(at_, v);
        ++at_;
        return *this;
    }
    insert_iterator &operator=(typename C::value_type &&v)
    {
        at_ = container_->insert(at_, std::move(v));
        ++at_;
        return *this;
    }
    insert_iterator &operator*() { return *this; }
    insert_iterator &operator++() { return *this; }
    insert_iterator &operator++(int) { return *this; }
};
template <class C> __kern_constexpr20 insert_iterator<C> inserter(C &c, typename C::iterator at) { return insert_iterator<C>(c, at); }
}
