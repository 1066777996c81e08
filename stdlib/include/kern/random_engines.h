#pragma once
#include <random>
// The rarer engines of <random>: RANLUX, Knuth's, and what is made of others (C++17 [rand.eng.sub], [rand.adapt]).
namespace std {
template <class T, size_t w, size_t s, size_t r> class subtract_with_carry_engine {
    T x_[r];
    T carry_;
    size_t at_;
    static constexpr T modulus() { return (T)1 << w; }

public:
    typedef T result_type;
    static constexpr size_t word_size = w, short_lag = s, long_lag = r;
    static constexpr T default_seed = 19780503u;
    explicit subtract_with_carry_engine(T value = 19780503u) { seed(value); }
    template <class Q, class = enable_if_t<is_class<Q>::value && !is_same<Q, subtract_with_carry_engine>::value>> explicit subtract_with_carry_engine(Q &q) { seed(q); }
    void seed(T value = 19780503u)
    {
        linear_congruential_engine<T, 40014u, 0u, 2147483563u> words(value == 0 ? 19780503u : value);
        for (size_t i = 0; i < r; i++) {
            T sum = 0;
            for (size_t j = 0; j < (w + 31) / 32; j++) sum += (words() & 0xffffffffu) << (32 * j);
            x_[i] = sum % modulus();
        }
        carry_ = x_[r - 1] == 0;
        at_ = 0;
    }
    template <class Q, class = enable_if_t<is_class<Q>::value>> void seed(Q &q)
    {
        const size_t k = (w + 31) / 32;
        unsigned int words[r * k];
        q.generate(words, words + r * k);
        for (size_t i = 0; i < r; i++) {
            T sum = 0;
            for (size_t j = 0; j < k; j++) sum += (T)words[k * i + j] << (32 * j);
            x_[i] = sum % modulus();
        }
        carry_ = x_[r - 1] == 0;
        at_ = 0;
    }
    static constexpr T min() { return 0; }
    static constexpr T max() { return modulus() - 1; }
    T operator()()
    {
        size_t before = at_ < s ? at_ + r - s : at_ - s;
        T x;
        if (x_[before] >= x_[at_] + carry_) {
            x = x_[before] - x_[at_] - carry_;
            carry_ = 0;
        } else {
            x = modulus() - x_[at_] - carry_ + x_[before];
            carry_ = 1;
        }
        x_[at_] = x;
        if (++at_ >= r) at_ = 0;
        return x;
    }
    void discard(unsigned long long n)
    {
        for (; n > 0; n--) (*this)();
    }
    bool operator==(const subtract_with_carry_engine &e) const
    {
        for (size_t i = 0; i < r; i++)
            if (x_[i] != e.x_[i]) return false;
        return carry_ == e.carry_ && at_ == e.at_;
    }
    bool operator!=(const subtract_with_carry_engine &e) const { return !(*this == e); }
    template <class S> void __write(S &stream) const
    {
        for (size_t i = 0; i < r; i++) stream << x_[i] << ' ';
        stream << carry_ << ' ' << at_;
    }
    template <class S> void __read(S &stream)
    {
        for (size_t i = 0; i < r; i++) stream >> x_[i];
        stream >> carry_ >> at_;
    }
};
template <class S, class T, size_t w, size_t lag, size_t r> inline S &operator<<(S &s, const subtract_with_carry_engine<T, w, lag, r> &e)
{
    __plain_numbers<S> plain(s);
    e.__write(s);
    return s;
}
template <class S, class T, size_t w, size_t lag, size_t r> inline S &operator>>(S &s, subtract_with_carry_engine<T, w, lag, r> &e)
{
    __plain_numbers<S> plain(s);
    e.__read(s);
    return s;
}
typedef subtract_with_carry_engine<unsigned long, 24, 10, 24> ranlux24_base;
typedef subtract_with_carry_engine<unsigned long, 48, 5, 12> ranlux48_base;
template <class E, size_t p, size_t r> class discard_block_engine {
    E base_;
    size_t used_;

public:
    typedef typename E::result_type result_type;
    discard_block_engine() : used_(0) {}
    explicit discard_block_engine(const E &e) : base_(e), used_(0) {}
    explicit discard_block_engine(result_type value) : base_(value), used_(0) {}
    void seed() { seed(E::default_seed); }
    void seed(result_type value)
    {
        base_.seed(value);
        used_ = 0;
    }
    const E &base() const { return base_; }
    static constexpr result_type min() { return E::min(); }
    static constexpr result_type max() { return E::max(); }
    result_type operator()()
    {
        if (used_ >= r) {
            base_.discard(p - used_);
            used_ = 0;
        }
        ++used_;
        return base_();
    }
    void discard(unsigned long long n)
    {
        for (; n > 0; n--) (*this)();
    }
    bool operator==(const discard_block_engine &e) const { return base_ == e.base_ && used_ == e.used_; }
    bool operator!=(const discard_block_engine &e) const { return !(*this == e); }
    template <class S> void __write(S &s) const
    {
        base_.__write(s);
        s << ' ' << used_;
    }
    template <class S> void __read(S &s)
    {
        base_.__read(s);
        s >> used_;
    }
};
template <class S, class E, size_t p, size_t r> inline S &operator<<(S &s, const discard_block_engine<E, p, r> &e)
{
    __plain_numbers<S> plain(s);
    e.__write(s);
    return s;
}
template <class S, class E, size_t p, size_t r> inline S &operator>>(S &s, discard_block_engine<E, p, r> &e)
{
    __plain_numbers<S> plain(s);
    e.__read(s);
    return s;
}
typedef discard_block_engine<ranlux24_base, 223, 23> ranlux24;
typedef discard_block_engine<ranlux48_base, 389, 11> ranlux48;
template <class E, size_t k> class shuffle_order_engine {
    E base_;
    typename E::result_type kept_[k], next_;
    void start()
    {
        for (size_t i = 0; i < k; i++) kept_[i] = base_();
        next_ = base_();
    }

public:
    typedef typename E::result_type result_type;
    shuffle_order_engine() { start(); }
    explicit shuffle_order_engine(const E &e) : base_(e) { start(); }
    explicit shuffle_order_engine(result_type value) : base_(value) { start(); }
    void seed(result_type value)
    {
        base_.seed(value);
        start();
    }
    const E &base() const { return base_; }
    static constexpr result_type min() { return E::min(); }
    static constexpr result_type max() { return E::max(); }
    result_type operator()()
    {
        size_t i = (size_t)(k * ((long double)(next_ - min()) / ((long double)max() - (long double)min() + 1.0L)));
        next_ = kept_[i];
        kept_[i] = base_();
        return next_;
    }
    void discard(unsigned long long n)
    {
        for (; n > 0; n--) (*this)();
    }
    bool operator==(const shuffle_order_engine &e) const
    {
        for (size_t i = 0; i < k; i++)
            if (kept_[i] != e.kept_[i]) return false;
        return base_ == e.base_ && next_ == e.next_;
    }
    bool operator!=(const shuffle_order_engine &e) const { return !(*this == e); }
    template <class S> void __write(S &s) const
    {
        base_.__write(s);
        for (size_t i = 0; i < k; i++) s << ' ' << kept_[i];
        s << ' ' << next_;
    }
    template <class S> void __read(S &s)
    {
        base_.__read(s);
        for (size_t i = 0; i < k; i++) s >> kept_[i];
        s >> next_;
    }
};
template <class S, class E, size_t k> inline S &operator<<(S &s, const shuffle_order_engine<E, k> &e)
{
    __plain_numbers<S> plain(s);
    e.__write(s);
    return s;
}
template <class S, class E, size_t k> inline S &operator>>(S &s, shuffle_order_engine<E, k> &e)
{
    __plain_numbers<S> plain(s);
    e.__read(s);
    return s;
}
typedef shuffle_order_engine<minstd_rand0, 256> knuth_b;
template <class E, size_t w, class T> class independent_bits_engine {
    E base_;

public:
    typedef T result_type;
    independent_bits_engine() {}
    explicit independent_bits_engine(const E &e) : base_(e) {}
    explicit independent_bits_engine(T value) : base_(value) {}
    void seed(T value) { base_.seed(value); }
    const E &base() const { return base_; }
    static constexpr T min() { return 0; }
    static constexpr T max() { return w >= sizeof(T) * 8 ? (T)-1 : (T)(((T)1 << (w % (sizeof(T) * 8))) - 1); }
    T operator()()
    {
        typedef typename E::result_type R;
        typedef common_type_t<R, T> C;
        const R range = E::max() < (R)-1 ? (R)(E::max() - E::min() + 1) : 0;
        unsigned m = sizeof(R) * 8;
        if (range)
            for (m = 0; range >> m > 1;) m++;
        unsigned n = 0, n0 = 0;
        C s0 = 0, s1 = 0, y0 = 0, y1 = 0;
        for (unsigned i = 0; i < 2; i++) {
            n = (w + m - 1) / m + i;
            n0 = n - w % n;
            const unsigned w0 = w / n;
            s0 = s1 = y0 = y1 = 0;
            if (w0 < sizeof(C) * 8) {
                s0 = (C)1 << w0;
                s1 = s0 << 1;
            }
            if (!range) break;
            y0 = s0 * (range / s0);
            if (s1) y1 = s1 * (range / s1);
            if (range - y0 <= y0 / n) break;
        }
        T sum = 0;
        for (unsigned k = 0; k < n; k++) {
            C s = k < n0 ? s0 : s1, y = k < n0 ? y0 : y1, u;
            do u = base_() - E::min();
            while (y && u >= y);
            sum = s * sum + (s ? u % s : u);
        }
        return sum;
    }
    void discard(unsigned long long n)
    {
        for (; n > 0; n--) (*this)();
    }
    bool operator==(const independent_bits_engine &e) const { return base_ == e.base_; }
    bool operator!=(const independent_bits_engine &e) const { return !(*this == e); }
    template <class S> void __write(S &s) const
    {
        base_.__write(s);
    }
    template <class S> void __read(S &s)
    {
        base_.__read(s);
    }
};
template <class S, class E, size_t w, class T> inline S &operator<<(S &s, const independent_bits_engine<E, w, T> &e)
{
    __plain_numbers<S> plain(s);
    e.__write(s);
    return s;
}
template <class S, class E, size_t w, class T> inline S &operator>>(S &s, independent_bits_engine<E, w, T> &e)
{
    __plain_numbers<S> plain(s);
    e.__read(s);
    return s;
}
} // namespace std
