#pragma once
#include <functional>
#include <initializer_list>
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

template <class K, class V, class G, class H, class E> class __hashed {
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
        while (l) {
            __hashed_link *next = l->next;
            link((node *)l);
            l = next;
        }
    }
    void add(node *n)
    {
        if (!buckets_ || size_ + 1 > (size_t)(count_ * (double)load_)) {
            size_t wanted = buckets_ || count_ > 1 ? size_ + 1 : 11;
            size_t count = (size_t)(wanted / (double)load_) + 1;
            set_buckets(__bucket_count(count > count_ * 2 ? count : count_ * 2));
        }
        link(n);
        size_++;
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
    iterator begin() { return iterator(first_.next); }
    iterator end() { return iterator(); }
    const_iterator begin() const { return const_iterator(first_.next); }
    const_iterator end() const { return const_iterator(); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    bool empty() const { return size_ == 0; }
    size_t size() const { return size_; }
    size_t bucket_count() const { return count_; }
    size_t bucket(const K &k) const { return hash_(k) % count_; }
    float load_factor() const { return (float)size_ / count_; }
    float max_load_factor() const { return load_; }
    void max_load_factor(float load) { load_ = load; }
    void rehash(size_t n)
    {
        size_t needed = (size_t)(size_ / (double)load_) + (size_ ? 1 : 0);
        size_t count = __bucket_count(n > needed ? n : needed);
        if (n > 1 && count != count_) set_buckets(count);
    }
    void reserve(size_t n) { rehash((size_t)(n / (double)load_ + 0.999999)); }
    void clear()
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
    size_t count(const K &k) const { return lookup(k, hash_(k)) ? 1 : 0; }
    bool contains(const K &k) const { return lookup(k, hash_(k)) != nullptr; }
    pair<iterator, bool> __add(node *n)
    {
        n->hash = hash_(G::key(n->value));
        if (node *old = lookup(G::key(n->value), n->hash)) {
            delete n;
            return pair<iterator, bool>(iterator(old), false);
        }
        add(n);
        return pair<iterator, bool>(iterator(n), true);
    }
    template <class I> void __add_all(I first, I last)
    {
        for (; first != last; ++first) __add(new node(*first));
    }
    iterator erase(const_iterator i)
    {
        node *n = (node *)i.link_;
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
        delete n;
        size_--;
        return iterator(next);
    }
    iterator erase(iterator i) { return erase(const_iterator(i.link_)); }
    size_t erase(const K &k)
    {
        node *n = lookup(k, hash_(k));
        if (!n) return 0;
        erase(const_iterator(n));
        return 1;
    }
    void swap(__hashed &o)
    {
        __hashed t(std::move(o));
        o = std::move(*this);
        *this = std::move(t);
    }
};
}
