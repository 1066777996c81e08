#pragma once
#include <kern/counting_distributions.h>
#include <random>
// The distributions of <random> that are made of a gamma distribution, and their neighbours (C++17 [rand.dist]).
namespace std {
template <class T = double> class gamma_distribution : public __written<gamma_distribution<T>, T> {
    T alpha_;
    T beta_;
    T malpha_, a2_;
    normal_distribution<T> normal_;

public:
    typedef T result_type;
    explicit gamma_distribution(T alpha = 1, T beta = 1) : alpha_(alpha), beta_(beta)
    {
        malpha_ = alpha < (T)1 ? alpha + (T)1 : alpha;
        const T a1 = malpha_ - (T)1 / (T)3;
        a2_ = (T)1 / sqrt((T)9 * a1);
    }
    T alpha() const { return alpha_; }
    T beta() const { return beta_; }
    result_type min() const { return 0; }
    result_type max() const { return numeric_limits<result_type>::max(); }
    class param_type {
        T alpha_;
        T beta_;

    public:
        typedef gamma_distribution distribution_type;
        explicit param_type(T alpha = 1, T beta = 1) : alpha_(alpha), beta_(beta) {}
        T alpha() const { return alpha_; }
        T beta() const { return beta_; }
        bool operator==(const param_type &p) const { return alpha_ == p.alpha_ && beta_ == p.beta_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit gamma_distribution(const param_type &p) : gamma_distribution(p.alpha(), p.beta()) {}
    param_type param() const { return param_type(alpha(), beta()); }
    void param(const param_type &p)
    {
        auto kept = normal_;
        *this = gamma_distribution(p);
        normal_ = kept;
    }
    template <class G> result_type operator()(G &g, const param_type &p) { return __with(*this, p, g); }
    void reset() { normal_.reset(); }
    template <class G> result_type operator()(G &g)
    {
        T u, v, n;
        const T a1 = malpha_ - (T)1 / (T)3;
        do {
            do {
                n = normal_(g);
                v = (T)1 + a2_ * n;
            } while (v <= 0);
            v = v * v * v;
            u = __unit<T>(g);
        } while (u > (T)1 - (T)0.0331 * n * n * n * n && log(u) > (T)0.5 * n * n + a1 * ((T)1 - v + log(v)));
        if (alpha_ == malpha_) return a1 * v * beta_;
        do u = __unit<T>(g);
        while (u == 0);
        return pow(u, (T)1 / alpha_) * a1 * v * beta_;
    }
    bool operator==(const gamma_distribution &d) const { return param() == d.param() && normal_ == d.normal_; }
    template <class S> void __write(S &out) const
    {
        out << alpha() << ' ' << beta();
        out << ' ';
        normal_.__write(out);
    }
    template <class S> void __read(S &in)
    {
        T alpha_read;
        T beta_read;
        in >> alpha_read >> beta_read;
        if (!in) return;
        param(param_type(alpha_read, beta_read));
        normal_.__read(in);
    }
};
template <class T = double> class weibull_distribution : public __of_a_and_b<weibull_distribution<T>, T, 1, 1> {
    using __base = __of_a_and_b<weibull_distribution<T>, T, 1, 1>;
    using __base::a_;
    using __base::b_;

public:
    explicit weibull_distribution(T a = 1, T b = 1) : __base(a, b) {}
    explicit weibull_distribution(const typename __base::param_type &p) : __base(p.a(), p.b()) {}
    using __base::operator();
    T min() const { return 0; }
    T max() const { return numeric_limits<T>::max(); }
    template <class G> T operator()(G &g) { return b_ * pow(-log((T)1 - __unit<T>(g)), (T)1 / a_); }
};
template <class T = double> class extreme_value_distribution : public __of_a_and_b<extreme_value_distribution<T>, T, 0, 1> {
    using __base = __of_a_and_b<extreme_value_distribution<T>, T, 0, 1>;
    using __base::a_;
    using __base::b_;

public:
    explicit extreme_value_distribution(T a = 0, T b = 1) : __base(a, b) {}
    explicit extreme_value_distribution(const typename __base::param_type &p) : __base(p.a(), p.b()) {}
    using __base::operator();
    T min() const { return numeric_limits<T>::lowest(); }
    T max() const { return numeric_limits<T>::max(); }
    template <class G> T operator()(G &g) { return a_ - b_ * log(-log((T)1 - __unit<T>(g))); }
};
template <class T = double> class lognormal_distribution : public __written<lognormal_distribution<T>, T> {
    T m_;
    T deviation_;
    normal_distribution<T> normal_;

public:
    typedef T result_type;
    explicit lognormal_distribution(T m = 0, T deviation = 1) : m_(m), deviation_(deviation)
    {
    }
    T m() const { return m_; }
    T s() const { return deviation_; }
    result_type min() const { return 0; }
    result_type max() const { return numeric_limits<result_type>::max(); }
    class param_type {
        T m_;
        T s_;

    public:
        typedef lognormal_distribution distribution_type;
        explicit param_type(T m = 0, T deviation = 1) : m_(m), s_(deviation) {}
        T m() const { return m_; }
        T s() const { return s_; }
        bool operator==(const param_type &p) const { return m_ == p.m_ && s_ == p.s_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit lognormal_distribution(const param_type &p) : lognormal_distribution(p.m(), p.s()) {}
    param_type param() const { return param_type(m(), s()); }
    void param(const param_type &p)
    {
        auto kept = normal_;
        *this = lognormal_distribution(p);
        normal_ = kept;
    }
    template <class G> result_type operator()(G &g, const param_type &p) { return __with(*this, p, g); }
    void reset() { normal_.reset(); }
    template <class G> result_type operator()(G &g)
    {
        return exp(deviation_ * normal_(g) + m_);
    }
    bool operator==(const lognormal_distribution &d) const { return param() == d.param() && normal_ == d.normal_; }
    template <class S> void __write(S &out) const
    {
        out << m() << ' ' << s();
        out << ' ';
        normal_.__write(out);
    }
    template <class S> void __read(S &in)
    {
        T m_read;
        T s_read;
        in >> m_read >> s_read;
        if (!in) return;
        param(param_type(m_read, s_read));
        normal_.__read(in);
    }
};
template <class T = double> class chi_squared_distribution : public __written<chi_squared_distribution<T>, T> {
    T n_;
    gamma_distribution<T> gamma_;

public:
    typedef T result_type;
    explicit chi_squared_distribution(T n = 1) : n_(n), gamma_(n / 2)
    {
    }
    T n() const { return n_; }
    result_type min() const { return 0; }
    result_type max() const { return numeric_limits<result_type>::max(); }
    class param_type {
        T n_;

    public:
        typedef chi_squared_distribution distribution_type;
        explicit param_type(T n = 1) : n_(n) {}
        T n() const { return n_; }
        bool operator==(const param_type &p) const { return n_ == p.n_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit chi_squared_distribution(const param_type &p) : chi_squared_distribution(p.n()) {}
    param_type param() const { return param_type(n()); }
    void param(const param_type &p)
    {
        n_ = p.n();
        gamma_.param(typename gamma_distribution<T>::param_type(n_ / 2));
    }
    template <class G> result_type operator()(G &g, const param_type &p) { return __with(*this, p, g); }
    void reset() { gamma_.reset(); }
    template <class G> result_type operator()(G &g)
    {
        return 2 * gamma_(g);
    }
    bool operator==(const chi_squared_distribution &d) const { return param() == d.param() && gamma_ == d.gamma_; }
    template <class S> void __write(S &out) const
    {
        out << n();
        out << ' ';
        gamma_.__write(out);
    }
    template <class S> void __read(S &in)
    {
        T n_read;
        in >> n_read;
        if (!in) return;
        param(param_type(n_read));
        gamma_.__read(in);
    }
};
template <class T = double> class cauchy_distribution : public __of_a_and_b<cauchy_distribution<T>, T, 0, 1> {
    using __base = __of_a_and_b<cauchy_distribution<T>, T, 0, 1>;
    using __base::a_;
    using __base::b_;

public:
    explicit cauchy_distribution(T a = 0, T b = 1) : __base(a, b) {}
    explicit cauchy_distribution(const typename __base::param_type &p) : __base(p.a(), p.b()) {}
    using __base::operator();
    T min() const { return numeric_limits<T>::lowest(); }
    T max() const { return numeric_limits<T>::max(); }
    template <class G> T operator()(G &g)
    {
        T u;
        do u = __unit<T>(g);
        while (u == (T)0.5);
        return a_ + b_ * tan((T)3.1415926535897932384626433832795029 * u);
    }
};
template <class T = double> class fisher_f_distribution : public __written<fisher_f_distribution<T>, T> {
    T m_;
    T n_;
    gamma_distribution<T> x_, y_;

public:
    typedef T result_type;
    explicit fisher_f_distribution(T m = 1, T n = 1) : m_(m), n_(n), x_(m / 2), y_(n / 2)
    {
    }
    T m() const { return m_; }
    T n() const { return n_; }
    result_type min() const { return 0; }
    result_type max() const { return numeric_limits<result_type>::max(); }
    class param_type {
        T m_;
        T n_;

    public:
        typedef fisher_f_distribution distribution_type;
        explicit param_type(T m = 1, T n = 1) : m_(m), n_(n) {}
        T m() const { return m_; }
        T n() const { return n_; }
        bool operator==(const param_type &p) const { return m_ == p.m_ && n_ == p.n_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit fisher_f_distribution(const param_type &p) : fisher_f_distribution(p.m(), p.n()) {}
    param_type param() const { return param_type(m(), n()); }
    // In libstdc++ the gamma distributions keep the parameters that they were made with.
    void param(const param_type &p) { m_ = p.m(), n_ = p.n(); }
    template <class G> result_type operator()(G &g, const param_type &p)
    {
        typedef typename gamma_distribution<T>::param_type of;
        T x = x_(g, of(p.m() / 2)) * n_, y = y_(g, of(p.n() / 2)) * m_;
        return x / y;
    }
    void reset() { x_.reset(); y_.reset(); }
    template <class G> result_type operator()(G &g)
    {
        T x = x_(g) * n_, y = y_(g) * m_;
        return x / y;
    }
    bool operator==(const fisher_f_distribution &d) const { return param() == d.param() && x_ == d.x_ && y_ == d.y_; }
    template <class S> void __write(S &out) const
    {
        out << m() << ' ' << n();
        out << ' ';
        x_.__write(out);
        out << ' ';
        y_.__write(out);
    }
    template <class S> void __read(S &in)
    {
        T m_read;
        T n_read;
        in >> m_read >> n_read;
        if (!in) return;
        param(param_type(m_read, n_read));
        x_.__read(in);
        y_.__read(in);
    }
};
template <class T = double> class student_t_distribution : public __written<student_t_distribution<T>, T> {
    T n_;
    normal_distribution<T> normal_;
    gamma_distribution<T> gamma_;

public:
    typedef T result_type;
    explicit student_t_distribution(T n = 1) : n_(n), gamma_(n / 2, 2)
    {
    }
    T n() const { return n_; }
    result_type min() const { return numeric_limits<T>::lowest(); }
    result_type max() const { return numeric_limits<result_type>::max(); }
    class param_type {
        T n_;

    public:
        typedef student_t_distribution distribution_type;
        explicit param_type(T n = 1) : n_(n) {}
        T n() const { return n_; }
        bool operator==(const param_type &p) const { return n_ == p.n_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit student_t_distribution(const param_type &p) : student_t_distribution(p.n()) {}
    param_type param() const { return param_type(n()); }
    // In libstdc++ the gamma distribution keeps the parameters that it was made with.
    void param(const param_type &p) { n_ = p.n(); }
    template <class G> result_type operator()(G &g, const param_type &p)
    {
        T y = gamma_(g, typename gamma_distribution<T>::param_type(p.n() / 2, 2));
        return normal_(g) * sqrt(p.n() / y);
    }
    void reset() { normal_.reset(); gamma_.reset(); }
    template <class G> result_type operator()(G &g)
    {
        T x = normal_(g);
        return x * sqrt(n_ / gamma_(g));
    }
    bool operator==(const student_t_distribution &d) const { return param() == d.param() && normal_ == d.normal_ && gamma_ == d.gamma_; }
    template <class S> void __write(S &out) const
    {
        out << n();
        out << ' ';
        normal_.__write(out);
        out << ' ';
        gamma_.__write(out);
    }
    template <class S> void __read(S &in)
    {
        T n_read;
        in >> n_read;
        if (!in) return;
        param(param_type(n_read));
        normal_.__read(in);
        gamma_.__read(in);
    }
};
template <class T = int> class negative_binomial_distribution : public __written<negative_binomial_distribution<T>, T> {
    T k_;
    double p_;
    gamma_distribution<double> gamma_;

public:
    typedef T result_type;
    explicit negative_binomial_distribution(T k = 1, double p = 0.5) : k_(k), p_(p), gamma_(k, (1.0 - p) / p)
    {
    }
    T k() const { return k_; }
    double p() const { return p_; }
    result_type min() const { return 0; }
    result_type max() const { return numeric_limits<result_type>::max(); }
    class param_type {
        T k_;
        double p_;

    public:
        typedef negative_binomial_distribution distribution_type;
        explicit param_type(T k = 1, double p = 0.5) : k_(k), p_(p) {}
        T k() const { return k_; }
        double p() const { return p_; }
        bool operator==(const param_type &p) const { return k_ == p.k_ && p_ == p.p_; }
        bool operator!=(const param_type &p) const { return !(*this == p); }
    };
    explicit negative_binomial_distribution(const param_type &p) : negative_binomial_distribution(p.k(), p.p()) {}
    param_type param() const { return param_type(k(), p()); }
    // In libstdc++ the gamma distribution keeps the parameters that it was made with.
    void param(const param_type &p) { k_ = p.k(), p_ = p.p(); }
    template <class G> result_type operator()(G &g, const param_type &p)
    {
        return poisson_distribution<T>(gamma_(g, typename gamma_distribution<double>::param_type(p.k(), (1.0 - p.p()) / p.p())))(g);
    }
    void reset() { gamma_.reset(); }
    template <class G> result_type operator()(G &g)
    {
        poisson_distribution<T> poisson(gamma_(g));
        return poisson(g);
    }
    bool operator==(const negative_binomial_distribution &d) const { return param() == d.param() && gamma_ == d.gamma_; }
    template <class S> void __write(S &out) const
    {
        out << k() << ' ' << p();
        out << ' ';
        gamma_.__write(out);
    }
    template <class S> void __read(S &in)
    {
        T k_read;
        double p_read;
        in >> k_read >> p_read;
        if (!in) return;
        param(param_type(k_read, p_read));
        gamma_.__read(in);
    }
};
} // namespace std
