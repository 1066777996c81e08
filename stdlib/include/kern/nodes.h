#pragma once
#include <iterator>
// The iterator of containers whose elements are nodes. L: a link, with `next` and for a bidirectional one `before`, or functions for these; N: the link that holds a `value` of type V; R: V as it is seen, const or not; C: the category.
namespace std {
template <class L> inline L *__next_link(const L *l) { return l->next; }
template <class L> inline L *__link_before(const L *l) { return l->before; }
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
        link_ = __next_link(link_);
        return *this;
    }
    __node_iterator operator++(int)
    {
        __node_iterator old = *this;
        link_ = __next_link(link_);
        return old;
    }
    __node_iterator &operator--()
    {
        link_ = __link_before(link_);
        return *this;
    }
    __node_iterator operator--(int)
    {
        __node_iterator old = *this;
        link_ = __link_before(link_);
        return old;
    }
    template <class Q> bool operator==(const __node_iterator<L, N, V, Q, C> &i) const { return link_ == i.link_; }
    template <class Q> bool operator!=(const __node_iterator<L, N, V, Q, C> &i) const { return link_ != i.link_; }
};
// A node that is in no container (C++17 [container.node]). N: as above; G: gives the key of a V.
template <class N, class V, class G> class __node_handle {
    N *node_;

public:
    __node_handle() noexcept : node_(nullptr) {}
    explicit __node_handle(N *node) noexcept : node_(node) {}
    __node_handle(__node_handle &&h) noexcept : node_(h.__release()) {}
    __node_handle &operator=(__node_handle &&h) noexcept
    {
        if (node_) delete node_;
        node_ = h.__release();
        return *this;
    }
    ~__node_handle()
    {
        if (node_) delete node_;
    }
    bool empty() const noexcept { return node_ == nullptr; }
    explicit operator bool() const noexcept { return node_ != nullptr; }
    typedef remove_cvref_t<decltype(G::key(declval<const V &>()))> key_type;
    key_type &key() const { return const_cast<key_type &>(G::key(node_->value)); }
    template <class U = V> typename U::second_type &mapped() const { return node_->value.second; }
    V &value() const { return node_->value; }
    N *__node() const { return node_; }
    N *__release()
    {
        N *n = node_;
        node_ = nullptr;
        return n;
    }
};
template <class I, class H> struct __insert_return {
    I position;
    bool inserted;
    H node;
};
} // namespace std
