#pragma once
#include <random>
// The distributions of <random> that are given by samples (C++17 [rand.dist.samp]).
namespace std {
// The place of `p` in running sums that end at 1.
inline size_t __place_in(const vector<double> &sums, double p)
{
    size_t i = 0;
    while (i < sums.size() && sums[i] < p) i++;
    return i;
}
inline double __running_sums(vector<double> &shares, vector<double> &sums)
{
    double sum = 0.0, running = 0.0;
    for (double x : shares) sum += x;
    for (double &x : shares) x /= sum;
    for (double x : shares) sums.push_back(running += x);
    if (!sums.empty()) sums.back() = 1.0;
    return sum;
}
// Reads as many numbers as the text says it has, which may be more than there are; whether all were there.
template <class S, class T> inline bool __read_numbers(S &s, size_t count, vector<T> &numbers)
{
    for (T x; numbers.size() < count; numbers.push_back(x))
        if (!(s >> x)) return false;
    return true;
}
template <class T = int> class discrete_distribution : public __written<discrete_distribution<T>, double> {
    vector<double> shares_, sums_;
    void start()
    {
        if (shares_.size() < 2) shares_.clear();
        else __running_sums(shares_, sums_);
    }

public:
    typedef T result_type;
    discrete_distribution() {}
    template <class I, class = typename iterator_traits<I>::iterator_category> discrete_distribution(I first, I last) : shares_(first, last) { start(); }
    discrete_distribution(initializer_list<double> weights) : shares_(weights) { start(); }
    template <class F> discrete_distribution(size_t n, double low, double high, F f)
    {
        double delta = (high - low) / (n == 0 ? 1 : n);
        for (size_t i = 0; i < (n == 0 ? 1 : n); i++) shares_.push_back(f(low + i * delta + 0.5 * delta));
        start();
    }
    // What it is made with is all that it has.
    typedef discrete_distribution param_type;
    const param_type &param() const { return *this; }
    void param(const param_type &p) { *this = p; }
    vector<double> probabilities() const { return shares_.empty() ? vector<double>(1, 1.0) : shares_; }
    T min() const { return 0; }
    T max() const { return shares_.empty() ? 0 : (T)(shares_.size() - 1); }
    void reset() {}
    template <class G> T operator()(G &g) { return sums_.empty() ? 0 : (T)__place_in(sums_, __unit<double>(g)); }
    template <class G> T operator()(G &g, param_type p) { return p(g); }
    bool operator==(const discrete_distribution &d) const { return shares_ == d.shares_; }
    template <class S> void __write(S &s) const
    {
        const vector<double> all = probabilities();
        s << all.size();
        for (double share : all) s << ' ' << share;
    }
    template <class S> void __read(S &s)
    {
        size_t n;
        if (!(s >> n)) return;
        vector<double> shares;
        if (!__read_numbers(s, n, shares)) return;
        *this = discrete_distribution(shares.begin(), shares.end());
    }
};
// Bounds of intervals, and the densities between or at them; without any, all between 0 and 1 are alike.
template <class T> struct __pieces {
    vector<T> bounds_;
    vector<double> densities_, sums_;

    vector<T> intervals() const { return bounds_.empty() ? vector<T>{0, 1} : bounds_; }
    T min() const { return bounds_.empty() ? T(0) : bounds_.front(); }
    T max() const { return bounds_.empty() ? T(1) : bounds_.back(); }
    void reset() {}
    bool operator==(const __pieces &p) const { return bounds_ == p.bounds_ && densities_ == p.densities_; }
    // `n` bounds from `low` to `high`.
    void __spread(size_t n, T low, T high)
    {
        if (n == 0) n = 1;
        const T delta = (high - low) / n;
        for (size_t k = 0; k <= n; k++) bounds_.push_back(low + k * delta);
    }
    void __divide_by(double sum)
    {
        for (double &x : densities_) x /= sum;
        for (double &x : sums_) x /= sum;
        sums_.back() = 1.0;
    }
    template <class S> void __write(S &s) const
    {
        const vector<T> bounds = intervals();
        s << bounds.size() - 1;
        for (const T &x : bounds) s << ' ' << x;
        if (bounds_.empty()) s << ' ' << 1.0;
        for (double x : densities_) s << ' ' << x;
    }
    // Whether all was there.
    template <class S> bool __read(S &s, size_t more_densities)
    {
        size_t n;
        vector<T> bounds;
        vector<double> densities;
        if (!(s >> n) || !__read_numbers(s, n + 1, bounds) || !__read_numbers(s, n + more_densities, densities)) return false;
        bounds_ = bounds;
        densities_ = densities;
        return true;
    }
};
template <class T = double> class piecewise_constant_distribution : public __pieces<T>, public __written<piecewise_constant_distribution<T>, T> {
    void start()
    {
        if (this->bounds_.size() < 2 || this->bounds_.size() == 2 && this->bounds_[0] == T(0) && this->bounds_[1] == T(1)) {
            this->bounds_.clear();
            this->densities_.clear();
            return;
        }
        __running_sums(this->densities_, this->sums_);
        for (size_t i = 0; i < this->densities_.size(); i++) this->densities_[i] /= this->bounds_[i + 1] - this->bounds_[i];
    }

public:
    typedef T result_type;
    typedef piecewise_constant_distribution param_type;
    piecewise_constant_distribution() {}
    template <class I, class J> piecewise_constant_distribution(I first, I last, J weights)
    {
        for (; first != last; ++first) this->bounds_.push_back(*first);
        for (size_t i = 0; i + 1 < this->bounds_.size(); i++, ++weights) this->densities_.push_back(*weights);
        start();
    }
    template <class F> piecewise_constant_distribution(initializer_list<T> bounds, F f)
    {
        for (const T &x : bounds) this->bounds_.push_back(x);
        for (size_t i = 0; i + 1 < this->bounds_.size(); i++) this->densities_.push_back(f(0.5 * (this->bounds_[i + 1] + this->bounds_[i])));
        start();
    }
    template <class F> piecewise_constant_distribution(size_t n, T low, T high, F f)
    {
        this->__spread(n, low, high);
        for (size_t i = 0; i + 1 < this->bounds_.size(); i++) this->densities_.push_back(f(this->bounds_[i] + 0.5 * (this->bounds_[i + 1] - this->bounds_[i])));
        start();
    }
    const param_type &param() const { return *this; }
    void param(const param_type &p) { *this = p; }
    vector<double> densities() const { return this->densities_.empty() ? vector<double>(1, 1.0) : this->densities_; }
    template <class G> T operator()(G &g)
    {
        const double p = __unit<double>(g);
        if (this->sums_.empty()) return p;
        const size_t i = __place_in(this->sums_, p);
        return this->bounds_[i] + (p - (i > 0 ? this->sums_[i - 1] : 0.0)) / this->densities_[i];
    }
    template <class G> T operator()(G &g, param_type p) { return p(g); }
    template <class S> void __read(S &s)
    {
        __pieces<T> read;
        if (!read.__read(s, 0)) return;
        // Its densities are those of a length of 1.
        for (size_t i = 0; i < read.densities_.size(); i++) read.densities_[i] *= read.bounds_[i + 1] - read.bounds_[i];
        *this = piecewise_constant_distribution(read.bounds_.begin(), read.bounds_.end(), read.densities_.begin());
    }
};
template <class T = double> class piecewise_linear_distribution : public __pieces<T>, public __written<piecewise_linear_distribution<T>, T> {
    vector<double> slopes_;
    void start()
    {
        const bool is_plain = this->bounds_.size() == 2 && this->bounds_[0] == T(0) && this->bounds_[1] == T(1) && this->densities_[0] == this->densities_[1];
        if (this->bounds_.size() < 2 || is_plain) {
            this->bounds_.clear();
            this->densities_.clear();
            return;
        }
        double sum = 0.0;
        for (size_t k = 0; k + 1 < this->bounds_.size(); k++) {
            const T delta = this->bounds_[k + 1] - this->bounds_[k];
            sum += 0.5 * (this->densities_[k + 1] + this->densities_[k]) * delta;
            this->sums_.push_back(sum);
            slopes_.push_back((this->densities_[k + 1] - this->densities_[k]) / delta);
        }
        this->__divide_by(sum);
        for (double &x : slopes_) x /= sum;
    }

public:
    typedef T result_type;
    typedef piecewise_linear_distribution param_type;
    piecewise_linear_distribution() {}
    template <class I, class J> piecewise_linear_distribution(I first, I last, J weights)
    {
        for (; first != last; ++first, ++weights) {
            this->bounds_.push_back(*first);
            this->densities_.push_back(*weights);
        }
        start();
    }
    template <class F> piecewise_linear_distribution(initializer_list<T> bounds, F f)
    {
        for (const T &x : bounds) {
            this->bounds_.push_back(x);
            this->densities_.push_back(f(x));
        }
        start();
    }
    template <class F> piecewise_linear_distribution(size_t n, T low, T high, F f)
    {
        this->__spread(n, low, high);
        for (const T &x : this->bounds_) this->densities_.push_back(f(x));
        start();
    }
    const param_type &param() const { return *this; }
    void param(const param_type &p) { *this = p; }
    vector<double> densities() const { return this->densities_.empty() ? vector<double>(2, 1.0) : this->densities_; }
    template <class G> T operator()(G &g)
    {
        const double p = __unit<double>(g);
        if (this->sums_.empty()) return p;
        const size_t i = __place_in(this->sums_, p);
        const double half_slope = 0.5 * slopes_[i], density = this->densities_[i], rest = p - (i > 0 ? this->sums_[i - 1] : 0.0);
        if (half_slope == 0) return this->bounds_[i] + rest / density;
        return this->bounds_[i] + 0.5 * (sqrt(density * density + 4.0 * half_slope * rest) - density) / half_slope;
    }
    template <class G> T operator()(G &g, param_type p) { return p(g); }
    template <class S> void __write(S &s) const
    {
        __pieces<T>::__write(s);
        if (this->densities_.empty()) s << ' ' << 1.0;
    }
    template <class S> void __read(S &s)
    {
        __pieces<T> read;
        if (read.__read(s, 1)) *this = piecewise_linear_distribution(read.bounds_.begin(), read.bounds_.end(), read.densities_.begin());
    }
};
} // namespace std
