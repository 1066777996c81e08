#pragma once
#include <random>
// The distributions of <random> that count: geometric, Poisson's, binomial (C++17 [rand.dist.bern], [rand.dist.pois]).
namespace std {
template <class T = int> class geometric_distribution : public __written<geometric_distribution<T>, double> {
    double p_;
    double log_1_p_;

public:
    typedef T result_type;
    explicit geometric_distribution(double p = 0.5) : p_(p), log_1_p_(log(1.0 - p))
    {
    }
    double p() const { return p_; }
    result_type min() const { return 0; }
    result_type max() const { return numeric_limits<result_type>::max(); }
    class param_type {
        double p_;

    public:
        typedef geometric_distribution distribution_type;
        explicit param_type(double p = 0.5) : p_(p) {}
        double p() const { return p_; }
        bool operator==(const param_type &p) const { return p_ == p.p_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit geometric_distribution(const param_type &p) : geometric_distribution(p.p()) {}
    param_type param() const { return param_type(p()); }
    void param(const param_type &p) { *this = geometric_distribution(p); }
    template <class G> result_type operator()(G &g, const param_type &p) { return geometric_distribution(p)(g); }
    void reset() {}
    template <class G> result_type operator()(G &g)
    {
        const double almost_half = (1 - numeric_limits<double>::epsilon()) / 2, most = numeric_limits<T>::max() + almost_half;
        double found;
        do found = floor(log(1.0 - __unit<double>(g)) / log_1_p_);
        while (found >= most);
        return (T)(found + almost_half);
    }
    bool operator==(const geometric_distribution &d) const { return param() == d.param(); }
    template <class S> void __write(S &out) const
    {
        out << p();
    }
    template <class S> void __read(S &in)
    {
        double p_read;
        in >> p_read;
        if (!in) return;
        param(param_type(p_read));
    }
};
template <class T = int> class poisson_distribution : public __written<poisson_distribution<T>, double> {
    double mean_;
    double lm_thr_, lfm_, sm_, d_, scx_, one_cx_, c2b_, cb_;
    normal_distribution<double> normal_;

public:
    typedef T result_type;
    explicit poisson_distribution(double mean = 1.0) : mean_(mean)
    {
        if (mean >= 12) {
            const double m = floor(mean), pi_4 = 0.7853981633974483096156608458198757;
            lm_thr_ = log(mean);
            lfm_ = lgamma(m + 1);
            sm_ = sqrt(m);
            const double dx = sqrt(2 * m * log(32 * m / pi_4));
            d_ = round(fmax(6.0, fmin(m, dx)));
            const double cx = 2 * m + d_;
            scx_ = sqrt(cx / 2);
            one_cx_ = 1 / cx;
            c2b_ = sqrt(pi_4 * cx) * exp(one_cx_);
            cb_ = 2 * cx * exp(-d_ * one_cx_ * (1 + d_ / 2)) / d_;
        } else {
            lm_thr_ = exp(-mean);
        }
    }
    double mean() const { return mean_; }
    result_type min() const { return 0; }
    result_type max() const { return numeric_limits<result_type>::max(); }
    class param_type {
        double mean_;

    public:
        typedef poisson_distribution distribution_type;
        explicit param_type(double mean = 1.0) : mean_(mean) {}
        double mean() const { return mean_; }
        bool operator==(const param_type &p) const { return mean_ == p.mean_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit poisson_distribution(const param_type &p) : poisson_distribution(p.mean()) {}
    param_type param() const { return param_type(mean()); }
    void param(const param_type &p)
    {
        auto kept = normal_;
        *this = poisson_distribution(p);
        normal_ = kept;
    }
    template <class G> result_type operator()(G &g, const param_type &p) { return __with(*this, p, g); }
    void reset() { normal_.reset(); }
    template <class G> result_type operator()(G &g)
    {
        if (mean_ < 12) {
            T x = 0;
            double product = 1.0;
            do {
                product *= __unit<double>(g);
                x += 1;
            } while (product > lm_thr_);
            return x - 1;
        }
        double x;
        const double almost_half = (1 - numeric_limits<double>::epsilon()) / 2, most = numeric_limits<T>::max() + almost_half;
        const double m = floor(mean_), c1 = sm_ * 1.2533141373155002512078826424055226, c2 = c2b_ + c1, c3 = c2 + 1, c4 = c3 + 1;
        const double c5 = c4 + 1.0129030479320018583185514777512983, c = cb_ + c5, two_cx = 2 * (2 * m + d_);
        bool reject = true;
        do {
            const double u = c * __unit<double>(g), e = -log(1.0 - __unit<double>(g));
            double w = 0.0;
            if (u <= c1) {
                const double n = normal_(g), y = -fabs(n) * sm_ - 1;
                x = floor(y);
                w = -n * n / 2;
                if (x < -m) continue;
            } else if (u <= c2) {
                const double n = normal_(g), y = 1 + fabs(n) * scx_;
                x = ceil(y);
                w = y * (2 - y) * one_cx_;
                if (x > d_) continue;
            } else if (u <= c3) {
                x = -1;
            } else if (u <= c4) {
                x = 0;
            } else if (u <= c5) {
                x = 1;
                w = 0.0128205128205128205128205128205128;
            } else {
                const double v = -log(1.0 - __unit<double>(g)), y = d_ + v * two_cx / d_;
                x = ceil(y);
                w = -d_ * one_cx_ * (1 + y / 2);
            }
            reject = w - e - x * lm_thr_ > lfm_ - lgamma(x + m + 1);
            reject |= x + m >= most;
        } while (reject);
        return (T)(x + m + almost_half);
    }
    bool operator==(const poisson_distribution &d) const { return param() == d.param() && normal_ == d.normal_; }
    template <class S> void __write(S &out) const
    {
        out << mean();
        out << ' ';
        normal_.__write(out);
    }
    template <class S> void __read(S &in)
    {
        double mean_read;
        in >> mean_read;
        if (!in) return;
        param(param_type(mean_read));
        normal_.__read(in);
    }
};
template <class T = int> class binomial_distribution : public __written<binomial_distribution<T>, double> {
    T t_;
    double p_;
    double q_, d1_, d2_, s1_, s2_, c_, a1_, a123_, s_, lf_, lp1p_;
    bool easy_;
    normal_distribution<double> normal_;
    template <class G> T wait(G &g, T t, double q)
    {
        T x = 0;
        double sum = 0.0;
        do {
            if (t == x) return x;
            sum += -log(1.0 - __unit<double>(g)) / (t - x);
            x += 1;
        } while (sum <= q);
        return x - 1;
    }

public:
    typedef T result_type;
    explicit binomial_distribution(T t = 1, double p = 0.5) : t_(t), p_(p), easy_(true)
    {
        const double p12 = p <= 0.5 ? p : 1.0 - p;
        if (t * p12 >= 8) {
            easy_ = false;
            const double np = floor(t * p12), pa = np / t, one_p = 1 - pa, pi_4 = 0.7853981633974483096156608458198757, spi_2 = 1.2533141373155002512078826424055226;
            d1_ = round(fmax(1.0, sqrt(np * one_p * log(32 * np / (81 * pi_4 * one_p)))));
            d2_ = round(fmax(1.0, sqrt(np * one_p * log(32 * t * one_p / (pi_4 * pa)))));
            s1_ = sqrt(np * one_p) * (1 + d1_ / (4 * np));
            s2_ = sqrt(np * one_p) * (1 + d2_ / (4 * (t * one_p)));
            c_ = 2 * d1_ / np;
            a1_ = exp(c_) * s1_ * spi_2;
            const double a12 = a1_ + s2_ * spi_2, s1s = s1_ * s1_, s2s = s2_ * s2_;
            a123_ = a12 + (exp(d1_ / (t * one_p)) * 2 * s1s / d1_ * exp(-d1_ * d1_ / (2 * s1s)));
            s_ = a123_ + 2 * s2s / d2_ * exp(-d2_ * d2_ / (2 * s2s));
            lf_ = lgamma(np + 1) + lgamma(t - np + 1);
            lp1p_ = log(pa / one_p);
            q_ = -log(1 - (p12 - pa) / one_p);
        } else {
            q_ = -log(1 - p12);
        }
    }
    T t() const { return t_; }
    double p() const { return p_; }
    result_type min() const { return 0; }
    result_type max() const { return t_; }
    class param_type {
        T t_;
        double p_;

    public:
        typedef binomial_distribution distribution_type;
        explicit param_type(T t = 1, double p = 0.5) : t_(t), p_(p) {}
        T t() const { return t_; }
        double p() const { return p_; }
        bool operator==(const param_type &p) const { return t_ == p.t_ && p_ == p.p_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit binomial_distribution(const param_type &p) : binomial_distribution(p.t(), p.p()) {}
    param_type param() const { return param_type(t(), p()); }
    void param(const param_type &p)
    {
        auto kept = normal_;
        *this = binomial_distribution(p);
        normal_ = kept;
    }
    template <class G> result_type operator()(G &g, const param_type &p) { return __with(*this, p, g); }
    void reset() { normal_.reset(); }
    template <class G> result_type operator()(G &g)
    {
        const double p12 = p_ <= 0.5 ? p_ : 1.0 - p_;
        T found;
        if (easy_) {
            found = wait(g, t_, q_);
        } else {
            double x = 0;
            const double almost_half = (1 - numeric_limits<double>::epsilon()) / 2, most = numeric_limits<T>::max() + almost_half;
            const double np = floor(t_ * p12), a12 = a1_ + s2_ * 1.2533141373155002512078826424055226, s1s = s1_ * s1_, s2s = s2_ * s2_;
            bool reject;
            do {
                const double u = s_ * __unit<double>(g);
                double v = 0;
                if (u <= a1_) {
                    const double n = normal_(g), y = s1_ * fabs(n);
                    reject = y >= d1_;
                    if (!reject) {
                        const double e = -log(1.0 - __unit<double>(g));
                        x = floor(y);
                        v = -e - n * n / 2 + c_;
                    }
                } else if (u <= a12) {
                    const double n = normal_(g), y = s2_ * fabs(n);
                    reject = y >= d2_;
                    if (!reject) {
                        const double e = -log(1.0 - __unit<double>(g));
                        x = floor(-y);
                        v = -e - n * n / 2;
                    }
                } else if (u <= a123_) {
                    const double e1 = -log(1.0 - __unit<double>(g)), e2 = -log(1.0 - __unit<double>(g)), y = d1_ + 2 * s1s * e1 / d1_;
                    x = floor(y);
                    v = -e2 + d1_ * (1 / (t_ - np) - y / (2 * s1s));
                    reject = false;
                } else {
                    const double e1 = -log(1.0 - __unit<double>(g)), e2 = -log(1.0 - __unit<double>(g)), y = d2_ + 2 * s2s * e1 / d2_;
                    x = floor(-y);
                    v = -e2 - d2_ * y / (2 * s2s);
                    reject = false;
                }
                reject = reject || x < -np || x > t_ - np;
                if (!reject) reject = v > lf_ - (lgamma(np + x + 1) + lgamma(t_ - (np + x) + 1)) + x * lp1p_;
                reject |= x + np >= most;
            } while (reject);
            x += np + almost_half;
            found = (T)x + wait(g, t_ - (T)x, q_);
        }
        return p12 != p_ ? t_ - found : found;
    }
    bool operator==(const binomial_distribution &d) const { return param() == d.param() && normal_ == d.normal_; }
    template <class S> void __write(S &out) const
    {
        out << t() << ' ' << p();
        out << ' ';
        normal_.__write(out);
    }
    template <class S> void __read(S &in)
    {
        T t_read;
        double p_read;
        in >> t_read >> p_read;
        if (!in) return;
        param(param_type(t_read, p_read));
        normal_.__read(in);
    }
};
} // namespace std
