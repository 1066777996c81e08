#pragma once
#include <functional>
#include <initializer_list>
#include <kern/allocator.h>
#include <kern/hash.h>
#include <kern/nodes.h>
#include <kern/exceptions.h>
#include <new>
#include <utility>
// What unordered_map and unordered_set share. Elements are visited in libstdc++'s order: one singly linked list, in which
// the elements of a bucket are neighbours, a bucket points at the link before its first, and new buckets come in front.
namespace std {
struct __hashed_link {
    __hashed_link *next;
};
template <class V> struct __hashed_node : __hashed_link {
    size_t hash;
    V value;
    template <class... A> __hashed_node(A &&...a) : value(std::forward<A>(a)...) {}
};
template <class V, class R> using __hashed_iterator = __node_iterator<__hashed_link, __hashed_node<V>, V, R, forward_iterator_tag>;
inline size_t __bucket_count(size_t wanted)
{
    static const size_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127,
        137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761,
        823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703,
        5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281,
        26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731,
        126271, 136607, 147793, 159871, 172933, 187091, 202409, 218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487,
        480881, 520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821, 1236397, 1337629, 1447153, 1565659,
        1693859, 1832561, 1982627, 2144977, 2320627, 2510653, 2716249, 2938679, 3179303, 3439651, 3721303, 4026031, 4355707, 4712381, 5098259,
        5515729, 5967347, 6456007, 6984629, 7556579, 8175383, 8844859, 9569143, 10352717, 11200489, 12117689, 13109983, 14183539, 15345007,
        16601593, 17961079, 19431899, 21023161, 22744717, 24607243, 26622317, 28802401, 31160981, 33712729, 36473443, 39460231, 42691603, 46187573,
        49969847, 54061849, 58488943, 63278561, 68460391, 74066549, 80131819, 86693767, 93793069, 101473717, 109783337, 118773397, 128499677,
        139022417, 150406843, 162723577, 176048909, 190465427, 206062531, 222936881, 241193053, 260944219, 282312799, 305431229, 330442829};
    for (size_t i = 0; i < sizeof(primes) / sizeof(primes[0]); i++)
        if (primes[i] >= wanted) return primes[i];
    return wanted | 1;
}

template <class K, class V, class G, class H, class E, bool multi = false> class __hashed {
protected:
    typedef __hashed_node<V> node;
    __hashed_link first_;
    __hashed_link **buckets_;
    size_t count_;
    size_t size_;
    float load_;
    H hash_;
    E equal_;

    void reset()
    {
        first_.next = nullptr;
        buckets_ = nullptr;
        count_ = 1;
        size_ = 0;
        load_ = 1;
    }
    node *lookup(const K &k, size_t hash) const
    {
        if (!buckets_) return nullptr;
        __hashed_link *before = buckets_[hash % count_];
        if (!before) return nullptr;
        for (node *n = (node *)before->next; n && n->hash % count_ == hash % count_; n = (node *)n->next)
            if (n->hash == hash && equal_(k, G::key(n->value))) return n;
        return nullptr;
    }
    // Beside its equals: in front of them, as libstdc++ puts them.
    bool link_to_equals(node *n)
    {
        __hashed_link *before = buckets_[n->hash % count_];
        if (!before) return false;
        for (node *m = (node *)before->next; m && m->hash % count_ == n->hash % count_; before = m, m = (node *)m->next)
            if (m->hash == n->hash && equal_(G::key(n->value), G::key(m->value))) {
                n->next = m;
                before->next = n;
                return true;
            }
        return false;
    }
    // Those that were neighbours in a bucket stay in their order.
    void set_buckets_of_many(__hashed_link *l)
    {
        node *before = nullptr;
        bool check = false;
        auto mend = [&]() {
            node *next = (node *)before->next;
            if (check && next && next->hash % count_ != before->hash % count_) buckets_[next->hash % count_] = before;
            check = false;
        };
        while (l) {
            node *n = (node *)l;
            l = l->next;
            if (before && before->hash % count_ == n->hash % count_) {
                n->next = before->next;
                before->next = n;
                check = true;
            } else {
                if (before) mend();
                link(n);
            }
            before = n;
        }
        if (before) mend();
    }
    void link(node *n)
    {
        size_t b = n->hash % count_;
        if (buckets_[b]) {
            n->next = buckets_[b]->next;
            buckets_[b]->next = n;
        } else {
            n->next = first_.next;
            first_.next = n;
            if (n->next) buckets_[((node *)n->next)->hash % count_] = n;
            buckets_[b] = &first_;
        }
    }
    void set_buckets(size_t count)
    {
        __hashed_link *l = first_.next;
        __cxa_delete(buckets_);
        count_ = count;
        buckets_ = (__hashed_link **)calloc(count, sizeof(__hashed_link *));
        first_.next = nullptr;
        if constexpr (multi) {
            set_buckets_of_many(l);
            return;
        }
        while (l) {
            __hashed_link *next = l->next;
            link((node *)l);
            l = next;
        }
    }
    // As _Prime_rehash_policy::_M_need_rehash does it for `n` more elements.
    void make_room(size_t n)
    {
        if (buckets_ && size_ + n <= (size_t)(count_ * (double)load_)) return;
        size_t wanted = buckets_ || count_ > 1 ? size_ + n : size_ + n > 11 ? size_ + n : 11;
        size_t count = (size_t)(wanted / (double)load_) + 1;
        set_buckets(__bucket_count(count > count_ * 2 ? count : count_ * 2));
    }
    void add(node *n)
    {
        make_room(1);
        if constexpr (multi) {
            if (!link_to_equals(n)) link(n);
        } else {
            link(n);
        }
        size_++;
    }
    node *take_out(node *n)
    {
        size_t b = n->hash % count_;
        __hashed_link *before = buckets_[b];
        while (before->next != n) before = before->next;
        node *next = (node *)n->next;
        size_t after = next ? next->hash % count_ : b;
        bool is_last = !next || after != b;
        if (before == buckets_[b]) {
            if (is_last) {
                if (next) buckets_[after] = before;
                buckets_[b] = nullptr;
            }
        } else if (next && after != b) {
            buckets_[after] = before;
        }
        before->next = next;
        size_--;
        return n;
    }
    void copy(const __hashed &o)
    {
        if (!o.buckets_) return;
        load_ = o.load_;
        set_buckets(o.count_);
        __hashed_link *last = &first_;
        for (node *n = (node *)o.first_.next; n; n = (node *)n->next) {
            node *made = new node(n->value);
            made->hash = n->hash;
            made->next = nullptr;
            last->next = made;
            if (!buckets_[made->hash % count_]) buckets_[made->hash % count_] = last;
            last = made;
        }
        size_ = o.size_;
    }
    void take(__hashed &o)
    {
        first_ = o.first_;
        buckets_ = o.buckets_;
        count_ = o.count_;
        size_ = o.size_;
        load_ = o.load_;
        if (first_.next) buckets_[((node *)first_.next)->hash % count_] = &first_;
        o.reset();
    }

public:
    typedef K key_type;
    typedef V value_type;
    typedef H hasher;
    typedef E key_equal;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef __hashed_iterator<V, typename G::seen> iterator;
    typedef __hashed_iterator<V, const V> const_iterator;

    __hashed() : hash_(), equal_() { reset(); }
    explicit __hashed(size_t buckets, const H &hash, const E &equal) : hash_(hash), equal_(equal)
    {
        reset();
        rehash(buckets);
    }
    __hashed(const __hashed &o) : hash_(o.hash_), equal_(o.equal_)
    {
        reset();
        copy(o);
    }
    __hashed(__hashed &&o) noexcept : hash_(o.hash_), equal_(o.equal_)
    {
        reset();
        take(o);
    }
    ~__hashed()
    {
        clear();
        __cxa_delete(buckets_);
    }
    __hashed &operator=(const __hashed &o)
    {
        if (this != &o) {
            clear();
            copy(o);
        }
        return *this;
    }
    __hashed &operator=(__hashed &&o) noexcept
    {
        if (this != &o) {
            clear();
            __cxa_delete(buckets_);
            take(o);
        }
        return *this;
    }
    iterator begin() noexcept { return iterator(first_.next); }
    iterator end() noexcept { return iterator(); }
    const_iterator begin() const noexcept { return const_iterator(first_.next); }
    const_iterator end() const noexcept { return const_iterator(); }
    const_iterator cbegin() const noexcept { return begin(); }
    const_iterator cend() const noexcept { return end(); }
    bool empty() const noexcept { return size_ == 0; }
    size_t size() const noexcept { return size_; }
    size_t bucket_count() const { return count_; }
    size_t bucket(const K &k) const { return hash_(k) % count_; }
    float load_factor() const { return (float)size_ / count_; }
    float max_load_factor() const { return load_; }
    void max_load_factor(float load) { load_ = load; }
    void rehash(size_t n)
    {
        size_t needed = (size_t)((size_ + 1) / (double)load_ + 0.999999);
        size_t count = __bucket_count(n > needed ? n : needed);
        if ((n > 1 || buckets_) && count != count_) set_buckets(count);
    }
    void reserve(size_t n) { rehash((size_t)(n / (double)load_ + 0.999999)); }
    void clear() noexcept
    {
        __hashed_link *l = first_.next;
        while (l) {
            __hashed_link *next = l->next;
            delete (node *)l;
            l = next;
        }
        first_.next = nullptr;
        size_ = 0;
        if (buckets_) memset(buckets_, 0, count_ * sizeof(__hashed_link *));
    }
    iterator find(const K &k) { return iterator(lookup(k, hash_(k))); }
    const_iterator find(const K &k) const { return const_iterator(lookup(k, hash_(k))); }
    size_t count(const K &k) const
    {
        size_t n = 0;
        for (node *m = lookup(k, hash_(k)); m && equal_(k, G::key(m->value)); m = (node *)m->next) {
            n++;
            if (!multi) break;
        }
        return n;
    }
    bool contains(const K &k) const { return lookup(k, hash_(k)) != nullptr; }
    pair<iterator, bool> __add(node *n)
    {
        n->hash = hash_(G::key(n->value));
        if (node *old = multi ? nullptr : lookup(G::key(n->value), n->hash)) {
            delete n;
            return pair<iterator, bool>(iterator(old), false);
        }
        add(n);
        return pair<iterator, bool>(iterator(n), true);
    }
    template <class I> void __add_all(I first, I last)
    {
        if constexpr (multi) {
            size_t n = 0;
            if constexpr (__is_at_least<I, forward_iterator_tag>()) n = (size_t)std::distance(first, last);
            if (n) make_room(n);
        }
        for (; first != last; ++first) __add(new node(*first));
    }
    iterator erase(const_iterator i)
    {
        node *n = (node *)i.link_, *next = (node *)n->next;
        delete take_out(n);
        return iterator(next);
    }
    iterator erase(iterator i) { return erase(const_iterator(i.link_)); }
    iterator erase(const_iterator first, const_iterator last)
    {
        while (first != last) first = erase(first);
        return iterator(last.link_);
    }
    size_t erase(const K &k)
    {
        pair<iterator, iterator> found = equal_range(k);
        size_t n = 0;
        while (found.first != found.second) {
            found.first = erase(found.first);
            n++;
        }
        return n;
    }
    pair<iterator, iterator> equal_range(const K &k)
    {
        node *first = lookup(k, hash_(k)), *last = first;
        while (last && equal_(k, G::key(last->value))) {
            last = (node *)last->next;
            if (!multi) break;
        }
        return pair<iterator, iterator>(iterator(first), iterator(last));
    }
    pair<const_iterator, const_iterator> equal_range(const K &k) const
    {
        node *first = lookup(k, hash_(k)), *last = first;
        while (last && equal_(k, G::key(last->value))) {
            last = (node *)last->next;
            if (!multi) break;
        }
        return pair<const_iterator, const_iterator>(const_iterator(first), const_iterator(last));
    }
    typedef __node_handle<node, V, G> node_type;
    typedef __insert_return<iterator, node_type> insert_return_type;
    typedef V &reference;
    typedef const V &const_reference;
    typedef allocator<V> allocator_type;
    node_type extract(const_iterator i) { return node_type(take_out((node *)i.link_)); }
    node_type extract(const K &k)
    {
        node *n = lookup(k, hash_(k));
        return n ? node_type(take_out(n)) : node_type();
    }
    // What is there already leaves the node with its handle.
    iterator insert(const_iterator, node_type &&h)
    {
        if (h.empty()) return end();
        if constexpr (!multi) {
            if (node *old = lookup(h.key(), hash_(h.key()))) return iterator(old);
        }
        return __add(h.__release()).first;
    }
    conditional_t<multi, iterator, insert_return_type> insert(node_type &&h)
    {
        if constexpr (multi) {
            return h.empty() ? end() : __add(h.__release()).first;
        } else {
            if (h.empty()) return insert_return_type{end(), false, node_type()};
            node *old = lookup(h.key(), hash_(h.key()));
            if (old) return insert_return_type{iterator(old), false, std::move(h)};
            return insert_return_type{__add(h.__release()).first, true, node_type()};
        }
    }
    template <class D, class F, bool m> void merge(__hashed<K, V, G, D, F, m> &o)
    {
        for (auto i = o.begin(); i != o.end();) {
            auto at = i++;
            if (!multi && lookup(G::key(*at), hash_(G::key(*at)))) continue;
            insert(o.extract(at));
        }
    }
    template <class D, class F, bool m> void merge(__hashed<K, V, G, D, F, m> &&o) { merge(o); }
    size_t max_size() const noexcept { return (size_t)1 << 56; }
    size_t max_bucket_count() const { return (size_t)1 << 59; }
    size_t bucket_size(size_t b) const
    {
        size_t n = 0;
        if (!buckets_ || !buckets_[b]) return 0;
        for (node *m = (node *)buckets_[b]->next; m && m->hash % count_ == b; m = (node *)m->next) n++;
        return n;
    }
    H hash_function() const { return hash_; }
    E key_eq() const { return equal_; }
    struct local_iterator : iterator {
        size_t bucket_, count_;
        local_iterator(__hashed_link *l, size_t bucket, size_t count) : iterator(l), bucket_(bucket), count_(count) {}
        local_iterator &operator++()
        {
            iterator::operator++();
            node *n = (node *)this->link_;
            if (n && n->hash % count_ != bucket_) this->link_ = nullptr;
            return *this;
        }
    };
    local_iterator begin(size_t b) { return local_iterator(buckets_ && buckets_[b] ? buckets_[b]->next : nullptr, b, count_); }
    local_iterator end(size_t b) { return local_iterator(nullptr, b, count_); }
    void swap(__hashed &o) noexcept
    {
        __hashed t(std::move(o));
        o = std::move(*this);
        *this = std::move(t);
    }
};
// Equal elements may stand in another order: each is looked for among its equals.
template <class K, class V, class G, class H, class E, bool m> bool operator==(const __hashed<K, V, G, H, E, m> &a, const __hashed<K, V, G, H, E, m> &b)
{
    if (a.size() != b.size()) return false;
    for (auto i = a.begin(); i != a.end(); ++i) {
        auto alike = [&](const auto &in) {
            size_t n = 0;
            for (auto r = in.equal_range(G::key(*i)); r.first != r.second; ++r.first) n += *r.first == *i;
            return n;
        };
        if (alike(a) != alike(b)) return false;
    }
    return true;
}
template <class K, class V, class G, class H, class E, bool m> bool operator!=(const __hashed<K, V, G, H, E, m> &a, const __hashed<K, V, G, H, E, m> &b) { return !(a == b); }
template <class K, class V, class G, class H, class E, bool m, class P> inline size_t erase_if(__hashed<K, V, G, H, E, m> &o, P test)
{
    size_t before = o.size();
    for (auto i = o.begin(); i != o.end();) {
        if (test(*i)) i = o.erase(i);
        else ++i;
    }
    return before - o.size();
}
}
