#pragma once
#include <kern/bessel.h>
#include <kern/elliptic.h>
// The polynomials of <cmath> (C++17 [sf.cmath]), by their recurrences in the degree (Abramowitz and Stegun 22.7), the beta and
// zeta functions and the exponential integral, as libstdc++ computes them, in its order of operations.
namespace std {
template <class T> T __hermite(unsigned n, T x)
{
    if (isnan(x)) return numeric_limits<T>::quiet_NaN();
    T before = T(1), last = 2 * x;
    if (n == 0) return before;
    for (unsigned i = 2; i <= n; ++i) {
        const T next = 2 * (x * last - (i - 1) * before);
        before = last, last = next;
    }
    return last;
}

template <class T> T __assoc_laguerre(unsigned n, unsigned m, T x)
{
    if (x < T(0)) __throw_domain_error("Negative argument in __poly_laguerre.");
    if (isnan(x)) return numeric_limits<T>::quiet_NaN();
    if (n == 0) return T(1);
    if (n == 1) return T(1) + T(m) - x;
    if (x == T(0)) {
        T product = T(m) + T(1);
        for (unsigned k = 2; k <= n; ++k) product *= (T(m) + T(k)) / T(k);
        return product;
    }
    T before = T(1), last = -x + T(1) + T(m);
    for (unsigned i = 2; i <= n; ++i) {
        const T next = (T(2 * i - 1) + T(m) - x) * last / T(i) - (T(i - 1) + T(m)) * before / T(i);
        before = last, last = next;
    }
    return last;
}

template <class T> T __legendre(unsigned l, T x)
{
    if (isnan(x)) return numeric_limits<T>::quiet_NaN();
    if (x == T(1)) return T(1);
    if (x == -T(1)) return l % 2 == 1 ? -T(1) : T(1);
    T before = T(1), last = x;
    if (l == 0) return before;
    for (unsigned i = 2; i <= l; ++i) {
        const T next = T(2) * x * last - before - (x * last - before) / T(i);
        before = last, last = next;
    }
    return last;
}

template <class T> T __assoc_legendre(unsigned l, unsigned m, T x)
{
    if (m > l) return T(0);
    if (isnan(x)) return numeric_limits<T>::quiet_NaN();
    if (m == 0) return __legendre(l, x);
    const T root = sqrt(T(1) - x) * sqrt(T(1) + x);
    T before = T(1), fact = T(1);
    for (unsigned i = 1; i <= m; ++i) {
        before *= fact * root;
        fact += T(2);
    }
    if (l == m) return before;
    T last = T(2 * m + 1) * x * before;
    for (unsigned i = m + 2; i <= l; ++i) {
        const T next = (T(2 * i - 1) * x * last - T(i + m - 1) * before) / T(i - m);
        before = last, last = next;
    }
    return last;
}

template <class T> T __sph_legendre(unsigned l, unsigned m, T theta)
{
    if (isnan(theta)) return numeric_limits<T>::quiet_NaN();
    const T x = cos(theta), pi = T(M_PI);
    if (m > l) return T(0);
    if (m == 0) return __legendre(l, x) * sqrt(T(2 * l + 1) / (T(4) * pi));
    if (x == T(1) || x == -T(1)) return T(0);
    const T circle = log1p(-x * x);
    const T pochhammer = lgamma(T(m + T(0.5))) - lgamma(T(m));
    const T size = -T(0.25) * T(1.14472988584940017414) + T(0.5) * (pochhammer + m * circle);
    const T root = sqrt((T(2) + T(1) / m) / (T(4) * pi));
    T before = (m % 2 == 1 ? -T(1) : T(1)) * root * exp(size);
    if (l == m) return before;
    T last = x * sqrt(T(2 * m + 3)) * before;
    for (unsigned i = m + 2; i <= l; ++i) {
        const T first = T(i - m) / T(i + m), second = T(i - m - 1) / T(i + m - 1);
        const T a = sqrt(first * T(2 * i + 1) * T(2 * i - 1));
        const T b = sqrt(first * second * T(2 * i + 1) / T(2 * i - 3));
        const T next = (x * last * a - (i + m - 1) * before * b) / T(i - m);
        before = last, last = next;
    }
    return last;
}

template <class T> T __beta(T x, T y)
{
    if (isnan(x) || isnan(y)) return numeric_limits<T>::quiet_NaN();
    return exp(lgamma(x) + lgamma(y) - lgamma(x + y));
}

// What the reflection of zeta (Abramowitz and Stegun 23.2.6) multiplies zeta(1 - s) with.
template <class T> T __reflected_zeta(T zeta, T s)
{
    return zeta * (pow(T(2) * T(M_PI), s) * sin(T(M_PI_2) * s) * exp(lgamma(T(1) - s)) / T(M_PI));
}

// By primes, which do for large s.
template <class T> T __zeta_product(T s)
{
    const unsigned char primes[] = {2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31, 37,  41,  43, 47,
                                    53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109};
    T zeta = T(1);
    for (unsigned char prime : primes) {
        const T fact = T(1) - pow(T(prime), -s);
        zeta *= fact;
        if (T(1) - fact < numeric_limits<T>::epsilon()) break;
    }
    return T(1) / zeta;
}

// Hasse's double sum (J. Havil, Gamma (2003) 206), for all s but 1.
template <class T> T __zeta_sum(T s)
{
    if (s < T(0)) return fmod(s, T(2)) == T(0) ? T(0) : __reflected_zeta(__zeta_sum(T(1) - s), s);
    const T most = numeric_limits<T>::max_exponent10 * log(T(10)) - T(1);
    T zeta = T(0), share = T(0.5);
    for (unsigned i = 0; i < 10000; ++i) {
        T sign = T(1), term = T(0);
        for (unsigned j = 0; j <= i; ++j) {
            const T choices = lgamma(T(1 + i)) - lgamma(T(1 + j)) - lgamma(T(1 + i - j));
            if (choices > most) return zeta / (T(1) - pow(T(2), T(1) - s));
            term += sign * exp(choices) * pow(T(1 + j), -s);
            sign *= T(-1);
        }
        term *= share;
        zeta += term;
        if (fabs(term / zeta) < numeric_limits<T>::epsilon()) break;
        share *= T(0.5);
    }
    return zeta / (T(1) - pow(T(2), T(1) - s));
}

template <class T> T __riemann_zeta(T s)
{
    if (isnan(s)) return numeric_limits<T>::quiet_NaN();
    if (s == T(1)) return numeric_limits<T>::infinity();
    if (s < -T(19)) return __reflected_zeta(__zeta_product(T(1) - s), s);
    return s < T(20) ? __zeta_sum(s) : __zeta_product(s);
}

// E1 for x > 0: a series, a continued fraction, and for large x the first term of the asymptotic series, at which libstdc++ ends.
template <class T> T __expint_1(T x)
{
    if (x >= T(100)) return exp(-x) / x;
    const T eps = numeric_limits<T>::epsilon();
    if (x < T(1)) {
        T term = T(1), even = T(0), odd = T(0);
        for (unsigned i = 1; i < 1000; ++i) {
            term *= -x / i;
            if (fabs(term) < eps) break;
            (term >= T(0) ? even : odd) += term / i;
        }
        return -even - odd - T(0.57721566490153286061) - log(x);
    }
    T b = x + T(1), c = T(1) / numeric_limits<T>::min(), d = T(1) / b, h = d;
    for (unsigned i = 1;; ++i) {
        if (i > 1000) __throw_runtime_error("Continued fraction failed in __expint_En_cont_frac.");
        const T a = -T(i * i);
        b += T(2);
        d = T(1) / (a * d + b);
        c = b + a / c;
        h *= c * d;
        if (fabs(c * d - T(1)) < eps) return h * exp(-x);
    }
}

template <class T> T __expint(T x)
{
    if (isnan(x)) return numeric_limits<T>::quiet_NaN();
    if (x < T(0)) return -__expint_1(-x);
    const T eps = numeric_limits<T>::epsilon();
    T term = T(1), sum;
    if (x < -log(eps)) {
        sum = T(0);
        for (unsigned i = 1; i < 1000; ++i) {
            term *= x / i;
            sum += term / i;
            if (term < eps * sum) break;
        }
        return T(0.57721566490153286061) + sum + log(x);
    }
    sum = T(1);
    for (unsigned i = 1; i < 1000; ++i) {
        const T before = term;
        term *= i / x;
        if (term < eps || term >= before) break;
        sum += term;
    }
    return exp(x) * sum / x;
}
}
