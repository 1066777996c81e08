#pragma once
#include <algorithm>
#include <functional>
#include <initializer_list>
#include <kern/allocator.h>
#include <kern/nodes.h>
#include <kern/exceptions.h>
#include <kern/tree.h>
#include <new>
#include <utility>
// What map, set and their multi- forms share: a red-black tree, as libstdc++ has it, whose searches compare the same keys in the same
// order. Iterators are nodes, so they last as long as their element.
namespace std {
template <class V> struct __ordered_node : __tree_link {
    V value;
    template <class... A> __ordered_node(A &&...a) : value(std::forward<A>(a)...) {}
};
template <class V, class R> using __ordered_iterator = __node_iterator<__tree_link, __ordered_node<V>, V, R, bidirectional_iterator_tag>;

// K: key, V: what a node holds, G: gives the key of a V, C: order, multi: equal keys may stand beside each other.
template <class K, class V, class G, class C, bool multi> class __ordered {
protected:
    typedef __ordered_node<V> node;
    typedef __tree_link link;
    C less_;
    link header_;
    size_t size_;

    // Where a node can be hung: below `parent`, on a side that is known or that its key decides; or else a node that has the key.
    enum where { left, right, by_key };
    struct spot {
        link *parent;
        where side;
        link *same;
    };
    static const K &key(const link *l) { return G::key(((const node *)l)->value); }
    link *header() const { return (link *)&header_; }
    void reset()
    {
        header_.is_red = true;
        header_.parent = nullptr;
        header_.child[0] = header_.child[1] = &header_;
        size_ = 0;
    }
    template <class Q> link *lower(link *l, link *found, const Q &k) const
    {
        while (l) {
            if (less_(key(l), k)) l = l->child[1];
            else {
                found = l;
                l = l->child[0];
            }
        }
        return found;
    }
    template <class Q> link *upper(link *l, link *found, const Q &k) const
    {
        while (l) {
            if (less_(k, key(l))) {
                found = l;
                l = l->child[0];
            } else l = l->child[1];
        }
        return found;
    }
    template <class Q> link *lower(const Q &k) const { return lower(header_.parent, header(), k); }
    template <class Q> link *upper(const Q &k) const { return upper(header_.parent, header(), k); }
    template <class Q> link *search(const Q &k) const
    {
        link *l = lower(k);
        return l == header() || less_(k, key(l)) ? header() : l;
    }
    template <class Q> pair<link *, link *> both(const Q &k) const
    {
        link *l = header_.parent, *found = header();
        while (l) {
            if (less_(key(l), k)) l = l->child[1];
            else if (less_(k, key(l))) {
                found = l;
                l = l->child[0];
            } else return pair<link *, link *>(lower(l->child[0], l, k), upper(l->child[1], found, k));
        }
        return pair<link *, link *>(found, found);
    }
    template <class Q> size_t number(const Q &k) const
    {
        size_t n = 0;
        pair<link *, link *> p = both(k);
        for (; p.first != p.second; p.first = __next_link(p.first)) n++;
        return n;
    }
    spot free_spot(const K &k) const
    {
        link *l = header_.parent, *p = header();
        bool is_less = true;
        while (l) {
            p = l;
            is_less = less_(k, key(l));
            l = l->child[!is_less];
        }
        link *before = p;
        if (multi || is_less) {
            if (multi || p == header_.child[0]) return spot{p, by_key, nullptr};
            before = __link_before(p);
        }
        return less_(key(before), k) ? spot{p, by_key, nullptr} : spot{nullptr, left, before};
    }
    // Between two nodes that stand beside each other.
    static spot between(link *before, link *after) { return before->child[1] ? spot{after, left, nullptr} : spot{before, by_key, nullptr}; }
    // As near before `hint` as the order allows.
    spot spot_near(link *hint, const K &k) const
    {
        // Whether `a` may stand before `b`.
        auto fits = [&](const K &a, const K &b) { return multi ? !less_(b, a) : less_(a, b); };
        link *first = header_.child[0], *last = header_.child[1];
        if (hint == header()) return size_ > 0 && fits(key(last), k) ? spot{last, by_key, nullptr} : free_spot(k);
        if (fits(k, key(hint))) {
            if (hint == first) return spot{hint, left, nullptr};
            link *before = __link_before(hint);
            return fits(key(before), k) ? between(before, hint) : free_spot(k);
        }
        if (multi || less_(key(hint), k)) {
            if (hint == last) return spot{hint, by_key, nullptr};
            link *after = __next_link(hint);
            if (fits(k, key(after))) return between(hint, after);
            if (!multi) return free_spot(k);
            // The first place of the key.
            link *l = header_.parent, *p = header();
            while (l) {
                p = l;
                l = l->child[less_(key(l), k)];
            }
            return spot{p, less_(key(p), k) ? right : left, nullptr};
        }
        return spot{nullptr, left, hint};
    }
    link *hang(node *n, const spot &s)
    {
        bool is_left = s.side == left || s.parent == &header_ || s.side == by_key && less_(key(n), key(s.parent));
        __tree_insert(n, s.parent, !is_left, header_);
        size_++;
        return n;
    }
    link *hang_or_delete(node *n, const spot &s)
    {
        if (s.parent) return hang(n, s);
        delete n;
        return s.same;
    }
    node *take_out(link *l)
    {
        __tree_remove(l, header_);
        size_--;
        return (node *)l;
    }
    static link *copy(const link *from, link *parent)
    {
        link *top = nullptr;
        for (link **to = &top; from; from = from->child[0]) {
            link *l = new node(((const node *)from)->value);
            l->is_red = from->is_red;
            l->parent = parent;
            l->child[0] = nullptr;
            l->child[1] = from->child[1] ? copy(from->child[1], l) : nullptr;
            *to = parent = l;
            to = &l->child[0];
        }
        return top;
    }
    void copy(const __ordered &o)
    {
        if (!o.size_) return;
        header_.parent = copy(o.header_.parent, &header_);
        header_.child[0] = __outermost(header_.parent, 0);
        header_.child[1] = __outermost(header_.parent, 1);
        size_ = o.size_;
    }
    void take(__ordered &o)
    {
        if (!o.size_) return;
        header_ = o.header_;
        header_.parent->parent = &header_;
        size_ = o.size_;
        o.reset();
    }
    // From the last to the first.
    static void clear(link *l)
    {
        while (l) {
            clear(l->child[1]);
            link *left = l->child[0];
            delete (node *)l;
            l = left;
        }
    }
    void erase(link *first, link *last)
    {
        if (first == header_.child[0] && last == &header_) return clear();
        while (first != last) {
            link *next = __next_link(first);
            delete take_out(first);
            first = next;
        }
    }
    // What a transparent comparison compares with keys.
    template <class Q> using other = typename C::is_transparent;

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
    ~__ordered() { clear(header_.parent); }
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
            take(o);
        }
        return *this;
    }

    iterator begin() noexcept { return iterator(header_.child[0]); }
    iterator end() noexcept { return iterator(&header_); }
    const_iterator begin() const noexcept { return const_iterator(header_.child[0]); }
    const_iterator end() const noexcept { return const_iterator(header()); }
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
    void clear() noexcept
    {
        clear(header_.parent);
        reset();
    }

    iterator find(const K &k) { return iterator(search(k)); }
    const_iterator find(const K &k) const { return const_iterator(search(k)); }
    size_t count(const K &k) const { return multi ? number(k) : search(k) != header(); }
    bool contains(const K &k) const { return search(k) != header(); }
    iterator lower_bound(const K &k) { return iterator(lower(k)); }
    iterator upper_bound(const K &k) { return iterator(upper(k)); }
    const_iterator lower_bound(const K &k) const { return const_iterator(lower(k)); }
    const_iterator upper_bound(const K &k) const { return const_iterator(upper(k)); }
    pair<iterator, iterator> equal_range(const K &k)
    {
        pair<link *, link *> p = both(k);
        return pair<iterator, iterator>(iterator(p.first), iterator(p.second));
    }
    pair<const_iterator, const_iterator> equal_range(const K &k) const
    {
        pair<link *, link *> p = both(k);
        return pair<const_iterator, const_iterator>(const_iterator(p.first), const_iterator(p.second));
    }
    C key_comp() const { return less_; }
    template <class Q, class = other<Q>> iterator find(const Q &k) { return iterator(search(k)); }
    template <class Q, class = other<Q>> const_iterator find(const Q &k) const { return const_iterator(search(k)); }
    template <class Q, class = other<Q>> size_t count(const Q &k) const
    {
        size_t n = 0;
        for (link *l = lower(k), *last = upper(k); l != last; l = __next_link(l)) n++;
        return n;
    }
    template <class Q, class = other<Q>> bool contains(const Q &k) const { return search(k) != header(); }
    template <class Q, class = other<Q>> iterator lower_bound(const Q &k) { return iterator(lower(k)); }
    template <class Q, class = other<Q>> iterator upper_bound(const Q &k) { return iterator(upper(k)); }
    template <class Q, class = other<Q>> const_iterator lower_bound(const Q &k) const { return const_iterator(lower(k)); }
    template <class Q, class = other<Q>> const_iterator upper_bound(const Q &k) const { return const_iterator(upper(k)); }
    template <class Q, class = other<Q>> pair<iterator, iterator> equal_range(const Q &k) { return {lower_bound(k), upper_bound(k)}; }
    template <class Q, class = other<Q>> pair<const_iterator, const_iterator> equal_range(const Q &k) const { return {lower_bound(k), upper_bound(k)}; }
    node_type extract(const_iterator i) { return node_type(take_out(i.link_)); }
    node_type extract(const K &k)
    {
        link *l = search(k);
        return l != &header_ ? node_type(take_out(l)) : node_type();
    }
    // What is there already leaves the node with its handle.
    iterator insert(const_iterator hint, node_type &&h)
    {
        if (h.empty()) return end();
        spot s = spot_near(hint.link_, h.key());
        return iterator(s.parent ? hang(h.__release(), s) : s.same);
    }
    conditional_t<multi, iterator, insert_return_type> insert(node_type &&h)
    {
        if constexpr (multi) {
            if (h.empty()) return end();
            node *n = h.__release();
            return iterator(hang(n, free_spot(key(n))));
        } else {
            if (h.empty()) return insert_return_type{end(), false, node_type()};
            spot s = free_spot(h.key());
            if (!s.parent) return insert_return_type{iterator(s.same), false, std::move(h)};
            return insert_return_type{iterator(hang(h.__release(), s)), true, node_type()};
        }
    }
    template <class D, bool m> void merge(__ordered<K, V, G, D, m> &o)
    {
        for (auto i = o.begin(); i != o.end();) {
            link *l = i.link_;
            ++i;
            spot s = free_spot(key(l));
            if (s.parent) hang(o.__take_out(l), s);
        }
    }
    template <class D, bool m> void merge(__ordered<K, V, G, D, m> &&o) { merge(o); }
    node *__take_out(link *l) { return take_out(l); }

    // A value is copied where there is a place for it, a node is made before one is looked for: as libstdc++ inserts and emplaces.
    template <class W> pair<iterator, bool> __insert(W &&v)
    {
        spot s = free_spot(G::key(v));
        if (!s.parent) return pair<iterator, bool>(iterator(s.same), false);
        return pair<iterator, bool>(iterator(hang(new node(std::forward<W>(v)), s)), true);
    }
    template <class W> iterator __insert_near(const_iterator hint, W &&v)
    {
        spot s = spot_near(hint.link_, G::key(v));
        return iterator(s.parent ? hang(new node(std::forward<W>(v)), s) : s.same);
    }
    // The node with the key of `n`, and whether that is `n`.
    pair<iterator, bool> __add(node *n)
    {
        spot s = free_spot(key(n));
        return pair<iterator, bool>(iterator(hang_or_delete(n, s)), s.parent != nullptr);
    }
    iterator __add_near(const_iterator hint, node *n) { return iterator(hang_or_delete(n, spot_near(hint.link_, key(n)))); }
    template <class I> void __add_all(I first, I last)
    {
        for (; first != last; ++first) {
            if constexpr (is_same_v<remove_cvref_t<decltype(*first)>, V>) __insert_near(end(), *first);
            else __add_near(end(), new node(*first));
        }
    }
    size_t erase(const K &k)
    {
        pair<link *, link *> p = both(k);
        size_t before = size_;
        erase(p.first, p.second);
        return before - size_;
    }
    iterator erase(const_iterator i)
    {
        link *next = __next_link(i.link_);
        delete take_out(i.link_);
        return iterator(next);
    }
    iterator erase(iterator i) { return erase(const_iterator(i.link_)); }
    iterator erase(const_iterator first, const_iterator last)
    {
        erase(first.link_, last.link_);
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
