#pragma once
#include <initializer_list>
#include <iterator>
#include <vector>
namespace std {
// [rand.util.seedseq]
class seed_seq {
    vector<unsigned int> values_;

public:
    typedef unsigned int result_type;
    seed_seq() {}
    seed_seq(initializer_list<int> list) : seed_seq(list.begin(), list.end()) {}
    seed_seq(initializer_list<unsigned int> list) : seed_seq(list.begin(), list.end()) {}
    seed_seq(initializer_list<long> list) : seed_seq(list.begin(), list.end()) {}
    template <class I, class = typename iterator_traits<I>::iterator_category> seed_seq(I first, I last)
    {
        for (; first != last; ++first) values_.push_back((unsigned int)*first);
    }
    size_t size() const { return values_.size(); }
    template <class O> void param(O out) const
    {
        for (unsigned int v : values_) *out++ = v;
    }
    template <class I> void generate(I begin, I end)
    {
        const size_t n = end - begin, s = values_.size();
        if (n == 0) return;
        for (size_t i = 0; i < n; i++) begin[i] = 0x8b8b8b8bu;
        const size_t t = n >= 623 ? 11 : n >= 68 ? 7 : n >= 39 ? 5 : n >= 7 ? 3 : (n - 1) / 2, p = (n - t) / 2, q = p + t, m = s + 1 > n ? s + 1 : n;
        for (size_t k = 0; k < m; k++) {
            unsigned int x = (unsigned int)begin[k % n] ^ (unsigned int)begin[(k + p) % n] ^ (unsigned int)begin[(k + n - 1) % n];
            unsigned int r1 = 1664525u * (x ^ (x >> 27)), r2 = r1 + (unsigned int)(k == 0 ? s : k <= s ? k % n + values_[k - 1] : k % n);
            begin[(k + p) % n] = (unsigned int)begin[(k + p) % n] + r1;
            begin[(k + q) % n] = (unsigned int)begin[(k + q) % n] + r2;
            begin[k % n] = r2;
        }
        for (size_t k = m; k < m + n; k++) {
            unsigned int x = (unsigned int)begin[k % n] + (unsigned int)begin[(k + p) % n] + (unsigned int)begin[(k + n - 1) % n];
            unsigned int r3 = 1566083941u * (x ^ (x >> 27)), r4 = r3 - (unsigned int)(k % n);
            begin[(k + p) % n] = (unsigned int)begin[(k + p) % n] ^ r3;
            begin[(k + q) % n] = (unsigned int)begin[(k + q) % n] ^ r4;
            begin[k % n] = r4;
        }
    }
};
}
