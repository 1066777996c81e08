#pragma once
#include <functional>
#include <initializer_list>
#include <kern/nodes.h>
#include <kern/exceptions.h>
#include <new>
#include <utility>
// What map, set and their multi- forms share: nodes in a doubly linked list in order, and an array of pointers to them,
// also in order, in which a key is found by bisection. Iterators are nodes, so they last as long as their element.
namespace std {
struct __ordered_link {
    __ordered_link *before;
    __ordered_link *next;
};
template <class V> struct __ordered_node : __ordered_link {
    V value;
    template <class... A> __ordered_node(A &&...a) : value(std::forward<A>(a)...) {}
};
template <class V, class R> using __ordered_iterator = __node_iterator<__ordered_link, __ordered_node<V>, V, R, bidirectional_iterator_tag>;

// K: key, V: what a node holds, G: gives the key of a V, C: order, multi: equal keys may stand beside each other.
template <class K, class V, class G, class C, bool multi> class __ordered {
protected:
    typedef __ordered_node<V> node;
    __ordered_link end_;
    node **nodes_;
    size_t size_;
    size_t room_;
    C less_;

    static const K &key(const node *n) { return G::key(n->value); }
    void reset()
    {
        end_.before = end_.next = &end_;
        nodes_ = nullptr;
        size_ = room_ = 0;
    }
    size_t first_not_before(const K &k) const
    {
        size_t low = 0, high = size_;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (less_(key(nodes_[middle]), k)) low = middle + 1;
            else high = middle;
        }
        return low;
    }
    size_t first_after(const K &k) const
    {
        size_t low = 0, high = size_;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (less_(k, key(nodes_[middle]))) high = middle;
            else low = middle + 1;
        }
        return low;
    }
    bool is_key(size_t at, const K &k) const { return at < size_ && !less_(k, key(nodes_[at])); }
    __ordered_link *link(size_t at) const { return at < size_ ? (__ordered_link *)nodes_[at] : (__ordered_link *)&end_; }
    void place(node *n, size_t at)
    {
        if (size_ == room_) {
            room_ = room_ ? room_ * 2 : 8;
            nodes_ = (node **)realloc(nodes_, room_ * sizeof(node *));
        }
        __ordered_link *next = link(at);
        memmove(nodes_ + at + 1, nodes_ + at, (size_ - at) * sizeof(node *));
        nodes_[at] = n;
        size_++;
        n->next = next;
        n->before = next->before;
        next->before->next = n;
        next->before = n;
    }
    void remove(size_t at)
    {
        node *n = nodes_[at];
        n->before->next = n->next;
        n->next->before = n->before;
        memmove(nodes_ + at, nodes_ + at + 1, (size_ - at - 1) * sizeof(node *));
        size_--;
        delete n;
    }
    size_t position(const __ordered_link *l) const
    {
        if (l == &end_) return size_;
        size_t at = first_not_before(key((const node *)l));
        while (nodes_[at] != l) at++;
        return at;
    }
    void copy(const __ordered &o)
    {
        for (const __ordered_link *l = o.end_.next; l != &o.end_; l = l->next) place(new node(((const node *)l)->value), size_);
    }
    void take(__ordered &o)
    {
        if (o.size_) {
            end_ = o.end_;
            end_.before->next = end_.next->before = &end_;
        }
        nodes_ = o.nodes_;
        size_ = o.size_;
        room_ = o.room_;
        o.reset();
    }

public:
    typedef K key_type;
    typedef V value_type;
    typedef C key_compare;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef V &reference;
    typedef const V &const_reference;
    typedef __ordered_iterator<V, typename G::seen> iterator;
    typedef __ordered_iterator<V, const V> const_iterator;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;

    __ordered() : less_() { reset(); }
    explicit __ordered(const C &less) : less_(less) { reset(); }
    __ordered(const __ordered &o) : less_(o.less_)
    {
        reset();
        copy(o);
    }
    __ordered(__ordered &&o) noexcept : less_(o.less_)
    {
        reset();
        take(o);
    }
    ~__ordered()
    {
        clear();
        __cxa_delete(nodes_);
    }
    __ordered &operator=(const __ordered &o)
    {
        if (this != &o) {
            clear();
            copy(o);
        }
        return *this;
    }
    __ordered &operator=(__ordered &&o) noexcept
    {
        if (this != &o) {
            clear();
            __cxa_delete(nodes_);
            reset();
            take(o);
        }
        return *this;
    }

    iterator begin() { return iterator(end_.next); }
    iterator end() { return iterator(&end_); }
    const_iterator begin() const { return const_iterator(end_.next); }
    const_iterator end() const { return const_iterator((__ordered_link *)&end_); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    bool empty() const { return size_ == 0; }
    size_t size() const { return size_; }
    size_t max_size() const { return (size_t)1 << 56; }
    void clear()
    {
        __ordered_link *l = end_.next;
        while (l != &end_) {
            __ordered_link *next = l->next;
            delete (node *)l;
            l = next;
        }
        end_.before = end_.next = &end_;
        size_ = 0;
    }

    iterator find(const K &k)
    {
        size_t at = first_not_before(k);
        return is_key(at, k) ? iterator(nodes_[at]) : end();
    }
    const_iterator find(const K &k) const
    {
        size_t at = first_not_before(k);
        return is_key(at, k) ? const_iterator(nodes_[at]) : end();
    }
    size_t count(const K &k) const { return first_after(k) - first_not_before(k); }
    bool contains(const K &k) const { return is_key(first_not_before(k), k); }
    iterator lower_bound(const K &k) { return iterator(link(first_not_before(k))); }
    iterator upper_bound(const K &k) { return iterator(link(first_after(k))); }
    const_iterator lower_bound(const K &k) const { return const_iterator(link(first_not_before(k))); }
    const_iterator upper_bound(const K &k) const { return const_iterator(link(first_after(k))); }
    pair<iterator, iterator> equal_range(const K &k) { return pair<iterator, iterator>(lower_bound(k), upper_bound(k)); }
    pair<const_iterator, const_iterator> equal_range(const K &k) const
    {
        return pair<const_iterator, const_iterator>(lower_bound(k), upper_bound(k));
    }
    C key_comp() const { return less_; }

    // The node with the key of `n`, and whether that is `n`.
    pair<iterator, bool> __add(node *n)
    {
        const K &k = key(n);
        size_t at = multi ? first_after(k) : first_not_before(k);
        if (!multi && is_key(at, k)) {
            delete n;
            return pair<iterator, bool>(iterator(nodes_[at]), false);
        }
        place(n, at);
        return pair<iterator, bool>(iterator(n), true);
    }
    template <class I> void __add_all(I first, I last)
    {
        for (; first != last; ++first) __add(new node(*first));
    }
    size_t erase(const K &k)
    {
        size_t n = 0;
        for (size_t at = first_not_before(k); is_key(at, k); n++) remove(at);
        return n;
    }
    iterator erase(iterator i)
    {
        __ordered_link *next = i.link_->next;
        remove(position(i.link_));
        return iterator(next);
    }
    iterator erase(iterator first, iterator last)
    {
        while (first != last) first = erase(first);
        return last;
    }
    void swap(__ordered &o)
    {
        __ordered t(std::move(o));
        o = std::move(*this);
        *this = std::move(t);
    }
};
template <class K, class V, class G, class C, bool m> bool operator==(const __ordered<K, V, G, C, m> &a, const __ordered<K, V, G, C, m> &b)
{
    if (a.size() != b.size()) return false;
    auto j = b.begin();
    for (auto i = a.begin(); i != a.end(); ++i, ++j)
        if (!(*i == *j)) return false;
    return true;
}
template <class K, class V, class G, class C, bool m> bool operator!=(const __ordered<K, V, G, C, m> &a, const __ordered<K, V, G, C, m> &b)
{
    return !(a == b);
}
}
