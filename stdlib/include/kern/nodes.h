#pragma once
#include <iterator>
// The iterator of containers whose elements are nodes of a linked list. L: a link, with `next` and for a bidirectional one
// `before`; N: the link that holds a `value` of type V; R: V as it is seen, const or not; C: the category.
namespace std {
template <class L, class N, class V, class R, class C> struct __node_iterator {
    typedef C iterator_category;
    typedef V value_type;
    typedef ptrdiff_t difference_type;
    typedef R *pointer;
    typedef R &reference;
    L *link_;
    __node_iterator() : link_(nullptr) {}
    explicit __node_iterator(L *link) : link_(link) {}
    __node_iterator(const __node_iterator<L, N, V, V, C> &i) : link_(i.link_) {}
    R &operator*() const { return ((N *)link_)->value; }
    R *operator->() const { return &((N *)link_)->value; }
    __node_iterator &operator++()
    {
        link_ = link_->next;
        return *this;
    }
    __node_iterator operator++(int)
    {
        __node_iterator old = *this;
        link_ = link_->next;
        return old;
    }
    __node_iterator &operator--()
    {
        link_ = link_->before;
        return *this;
    }
    __node_iterator operator--(int)
    {
        __node_iterator old = *this;
        link_ = link_->before;
        return old;
    }
    template <class Q> bool operator==(const __node_iterator<L, N, V, Q, C> &i) const { return link_ == i.link_; }
    template <class Q> bool operator!=(const __node_iterator<L, N, V, Q, C> &i) const { return link_ != i.link_; }
};
} // namespace std
