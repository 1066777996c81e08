#pragma once
#include <algorithm>
#include <functional>
#include <initializer_list>
#include <kern/allocator.h>
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
    node *take_out(size_t at)
    {
        node *n = nodes_[at];
        n->before->next = n->next;
        n->next->before = n->before;
        memmove(nodes_ + at, nodes_ + at + 1, (size_ - at - 1) * sizeof(node *));
        size_--;
        return n;
    }
    void remove(size_t at) { delete take_out(at); }
    // What a transparent comparison compares with keys.
    template <class Q> using other = typename C::is_transparent;
    template <class Q> size_t first_not_before_other(const Q &k) const
    {
        size_t low = 0, high = size_;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (less_(key(nodes_[middle]), k)) low = middle + 1;
            else high = middle;
        }
        return low;
    }
    template <class Q> size_t first_after_other(const Q &k) const
    {
        size_t low = 0, high = size_;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (less_(k, key(nodes_[middle]))) high = middle;
            else low = middle + 1;
        }
        return low;
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

    iterator begin() noexcept { return iterator(end_.next); }
    iterator end() noexcept { return iterator(&end_); }
    const_iterator begin() const noexcept { return const_iterator(end_.next); }
    const_iterator end() const noexcept { return const_iterator((__ordered_link *)&end_); }
    const_iterator cbegin() const noexcept { return begin(); }
    const_iterator cend() const noexcept { return end(); }
    reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
    reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }
    bool empty() const noexcept { return size_ == 0; }
    size_t size() const noexcept { return size_; }
    // As many as there is memory for nodes of libstdc++, which have four words in front.
    size_t max_size() const noexcept { return (size_t)-1 / 2 / ((32 + sizeof(V) + 7) / 8 * 8); }
    const_reverse_iterator crbegin() const noexcept { return rbegin(); }
    const_reverse_iterator crend() const noexcept { return rend(); }
    typedef __node_handle<node, V, G> node_type;
    typedef __insert_return<iterator, node_type> insert_return_type;
    typedef allocator<V> allocator_type;
    allocator<V> get_allocator() const noexcept { return allocator<V>(); }
    // From the last to the first, as a tree is taken down.
    void clear() noexcept
    {
        __ordered_link *l = end_.before;
        while (l != &end_) {
            __ordered_link *next = l->before;
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
    template <class Q, class = other<Q>> iterator find(const Q &k)
    {
        size_t at = first_not_before_other(k);
        return at < size_ && !less_(k, key(nodes_[at])) ? iterator(nodes_[at]) : end();
    }
    template <class Q, class = other<Q>> const_iterator find(const Q &k) const
    {
        size_t at = first_not_before_other(k);
        return at < size_ && !less_(k, key(nodes_[at])) ? const_iterator(nodes_[at]) : end();
    }
    template <class Q, class = other<Q>> size_t count(const Q &k) const { return first_after_other(k) - first_not_before_other(k); }
    template <class Q, class = other<Q>> bool contains(const Q &k) const { return first_after_other(k) != first_not_before_other(k); }
    template <class Q, class = other<Q>> iterator lower_bound(const Q &k) { return iterator(link(first_not_before_other(k))); }
    template <class Q, class = other<Q>> iterator upper_bound(const Q &k) { return iterator(link(first_after_other(k))); }
    template <class Q, class = other<Q>> const_iterator lower_bound(const Q &k) const { return const_iterator(link(first_not_before_other(k))); }
    template <class Q, class = other<Q>> const_iterator upper_bound(const Q &k) const { return const_iterator(link(first_after_other(k))); }
    template <class Q, class = other<Q>> pair<iterator, iterator> equal_range(const Q &k) { return {lower_bound(k), upper_bound(k)}; }
    template <class Q, class = other<Q>> pair<const_iterator, const_iterator> equal_range(const Q &k) const { return {lower_bound(k), upper_bound(k)}; }
    node_type extract(const_iterator i) { return node_type(take_out(position(i.link_))); }
    node_type extract(const K &k)
    {
        size_t at = first_not_before(k);
        return is_key(at, k) ? node_type(take_out(at)) : node_type();
    }
    // What is there already leaves the node with its handle.
    iterator insert(const_iterator, node_type &&h)
    {
        if (h.empty()) return end();
        size_t at = multi ? first_after(h.key()) : first_not_before(h.key());
        if (!multi && is_key(at, h.key())) return iterator(nodes_[at]);
        node *n = h.__release();
        place(n, at);
        return iterator(n);
    }
    conditional_t<multi, iterator, insert_return_type> insert(node_type &&h)
    {
        if constexpr (multi) {
            return h.empty() ? end() : __add(h.__release()).first;
        } else {
            if (h.empty()) return insert_return_type{end(), false, node_type()};
            size_t at = first_not_before(h.key());
            if (is_key(at, h.key())) return insert_return_type{iterator(nodes_[at]), false, std::move(h)};
            node *n = h.__release();
            place(n, at);
            return insert_return_type{iterator(n), true, node_type()};
        }
    }
    template <class D, bool m> void merge(__ordered<K, V, G, D, m> &o)
    {
        for (size_t i = 0; i < o.__size();) {
            node *n = o.__nth(i);
            size_t at = multi ? first_after(key(n)) : first_not_before(key(n));
            if (!multi && is_key(at, key(n))) i++;
            else {
                o.__take_out(i);
                place(n, at);
            }
        }
    }
    template <class D, bool m> void merge(__ordered<K, V, G, D, m> &&o) { merge(o); }
    size_t __size() const { return size_; }
    node *__nth(size_t i) const { return nodes_[i]; }
    void __take_out(size_t i) { take_out(i); }

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
    // As near before or behind `hint` as the order allows.
    iterator __add_near(const_iterator hint, node *n)
    {
        if (!multi) return __add(n).first;
        const K &k = key(n);
        size_t at = position(hint.link_);
        if (at < size_ && less_(key(nodes_[at]), k)) at = ++at == size_ || !less_(key(nodes_[at]), k) ? at : first_not_before(k);
        else if (at > 0 && less_(k, key(nodes_[at - 1]))) at = first_after(k);
        place(n, at);
        return iterator(n);
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
    iterator erase(const_iterator i)
    {
        __ordered_link *next = i.link_->next;
        remove(position(i.link_));
        return iterator(next);
    }
    iterator erase(iterator i) { return erase(const_iterator(i.link_)); }
    iterator erase(const_iterator first, const_iterator last)
    {
        while (first != last) first = erase(first);
        return iterator(last.link_);
    }
    void swap(__ordered &o) noexcept
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
template <class K, class V, class G, class C, bool m> inline bool operator<(const __ordered<K, V, G, C, m> &a, const __ordered<K, V, G, C, m> &b) { return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()); }
template <class K, class V, class G, class C, bool m> inline bool operator>(const __ordered<K, V, G, C, m> &a, const __ordered<K, V, G, C, m> &b) { return b < a; }
template <class K, class V, class G, class C, bool m> inline bool operator<=(const __ordered<K, V, G, C, m> &a, const __ordered<K, V, G, C, m> &b) { return !(b < a); }
template <class K, class V, class G, class C, bool m> inline bool operator>=(const __ordered<K, V, G, C, m> &a, const __ordered<K, V, G, C, m> &b) { return !(a < b); }
template <class K, class V, class G, class C, bool m, class P> inline size_t erase_if(__ordered<K, V, G, C, m> &o, P test)
{
    size_t before = o.size();
    for (auto i = o.begin(); i != o.end();) {
        if (test(*i)) i = o.erase(i);
        else ++i;
    }
    return before - o.size();
}
}
