#pragma once
#include <kern/exceptions.h>
#include <limits>
#include <math.h>
// The Bessel functions of <cmath> (C++17 [sf.cmath]), by the methods that libstdc++ uses and in its order of operations, so that
// digits agree: continued fractions and Temme's series (N. M. Temme, J. Comput. Phys. 19 (1975) 324 and 21 (1976) 343;
// A. R. Barnett, Comput. Phys. Comm. 27 (1982) 147), the power series for small arguments (Abramowitz and Stegun 9.1.10) and
// the asymptotic one for large (9.2.5).
namespace std {
// The functions of the first and of the second kind.
template <class T> struct __bessel_pair {
    T first, second;
};

// 1 / gamma(1 + mu), 1 / gamma(1 - mu), half of their sum, and their difference by -2 mu.
template <class T> struct __temme_gammas {
    T plus, minus, difference, mean;
    explicit __temme_gammas(T mu) : plus(T(1) / tgamma(T(1) + mu)), minus(T(1) / tgamma(T(1) - mu))
    {
        const bool is_zero = fabs(mu) < numeric_limits<T>::epsilon();
        difference = is_zero ? -T(0.57721566490153286061) : (minus - plus) / (T(2) * mu);
        mean = (minus + plus) / T(2);
    }
};

constexpr int __most_bessel_steps = 15000;

// f and its neighbour for x < 2: Y (N) where `is_modified` is not set, K where it is.
template <class T> struct __temme_series {
    T sum, sum1;
    __temme_series(T mu, T x, bool is_modified)
    {
        const T eps = numeric_limits<T>::epsilon(), pi = T(M_PI);
        const T half = x / T(2), angle = pi * mu;
        const T fact = fabs(angle) < eps ? T(1) : angle / sin(angle);
        T d = -log(half);
        T e = mu * d;
        const T fact2 = fabs(e) < eps ? T(1) : sinh(e) / e;
        const __temme_gammas<T> gammas(mu);
        const T inner = gammas.difference * cosh(e) + gammas.mean * fact2 * d;
        T f = is_modified ? fact * inner : (T(2) / pi) * fact * inner;
        e = exp(e);
        T p = is_modified ? e / (T(2) * gammas.plus) : e / (pi * gammas.plus);
        T q = is_modified ? T(1) / (T(2) * e * gammas.minus) : T(1) / (e * pi * gammas.minus);
        const T half_angle = angle / T(2);
        const T fact3 = fabs(half_angle) < eps ? T(1) : sin(half_angle) / half_angle;
        const T r = is_modified ? T(0) : pi * half_angle * fact3 * fact3;
        T c = T(1);
        d = is_modified ? half * half : -half * half;
        sum = is_modified ? f : f + r * q;
        sum1 = p;
        int i = 1;
        for (; i <= __most_bessel_steps; ++i) {
            f = (i * f + p + q) / (i * i - mu * mu);
            c *= d / T(i);
            p /= T(i) - mu;
            q /= T(i) + mu;
            const T del = is_modified ? c * f : c * (f + r * q);
            sum += del;
            sum1 += is_modified ? c * (p - i * f) : c * p - i * del;
            if (fabs(del) < (is_modified ? eps * fabs(sum) : eps * (T(1) + fabs(sum)))) break;
        }
        if (i > __most_bessel_steps) {
            __throw_runtime_error(is_modified ? "Bessel k series failed to converge in __bessel_ik."
                                              : "Bessel y series failed to converge in __bessel_jn.");
        }
    }
};

// p + iq by the second continued fraction, for x >= 2.
template <class T> struct __bessel_fraction {
    T p, q;
    __bessel_fraction(T mu, T x)
    {
        const T eps = numeric_limits<T>::epsilon(), least = sqrt(numeric_limits<T>::min());
        const T xi = T(1) / x;
        T a = T(0.25) - mu * mu;
        q = T(1), p = -xi / T(2);
        const T br = T(2) * x;
        T bi = T(2);
        T fact = a * xi / (p * p + q * q);
        T cr = br + q * fact, ci = bi + p * fact;
        T den = br * br + bi * bi;
        T dr = br / den, di = -bi / den;
        T re = cr * dr - ci * di, im = cr * di + ci * dr;
        T next = p * re - q * im;
        q = p * im + q * re, p = next;
        int i = 2;
        for (; i <= __most_bessel_steps; ++i) {
            a += T(2 * (i - 1));
            bi += T(2);
            dr = a * dr + br, di = a * di + bi;
            if (fabs(dr) + fabs(di) < least) dr = least;
            fact = a / (cr * cr + ci * ci);
            cr = br + cr * fact, ci = bi - ci * fact;
            if (fabs(cr) + fabs(ci) < least) cr = least;
            den = dr * dr + di * di;
            dr /= den, di /= -den;
            re = cr * dr - ci * di, im = cr * di + ci * dr;
            next = p * re - q * im;
            q = p * im + q * re, p = next;
            if (fabs(re - T(1)) + fabs(im) < eps) break;
        }
        if (i > __most_bessel_steps) __throw_runtime_error("Lentz's method failed in __bessel_jn.");
    }
};

// J and N of order nu at x.
template <class T> __bessel_pair<T> __bessel_jn(T nu, T x)
{
    if (x == T(0)) return {nu == T(0) ? T(1) : T(0), -numeric_limits<T>::infinity()};
    const T eps = numeric_limits<T>::epsilon(), least = sqrt(numeric_limits<T>::min());
    const int above = x < T(2) ? int(nu + T(0.5)) : (int(nu - x + T(1.5)) > 0 ? int(nu - x + T(1.5)) : 0);
    const T mu = nu - above, xi = T(1) / x, xi2 = T(2) * xi, w = xi2 / T(M_PI);
    int sign = 1, i = 1;
    T h = nu * xi;
    if (h < least) h = least;
    T b = xi2 * nu, d = T(0), c = h;
    for (; i <= __most_bessel_steps; ++i) {
        b += xi2;
        d = b - d;
        if (fabs(d) < least) d = least;
        c = b - T(1) / c;
        if (fabs(c) < least) c = least;
        d = T(1) / d;
        const T del = c * d;
        h *= del;
        if (d < T(0)) sign = -sign;
        if (fabs(del - T(1)) < eps) break;
    }
    if (i > __most_bessel_steps) __throw_runtime_error("Argument x too large in __bessel_jn; try asymptotic expansion.");
    T low = sign * least, low_slope = h * low;
    const T high = low;
    T fact = nu * xi;
    for (int l = above; l >= 1; --l) {
        const T lower = fact * low + low_slope;
        fact -= xi;
        low_slope = fact * lower - low;
        low = lower;
    }
    if (low == T(0)) low = eps;
    const T f = low_slope / low;
    T n, n1, j;
    if (x < T(2)) {
        const __temme_series<T> series(mu, x, false);
        n = -series.sum, n1 = -series.sum1 * xi2;
        const T slope = mu * xi * n - n1;
        j = w / (slope - f * n);
    } else {
        const __bessel_fraction<T> fraction(mu, x);
        const T p = fraction.p, q = fraction.q, gam = (p - f) / q;
        j = copysign(sqrt(w / ((p - f) * gam + q)), low);
        n = gam * j;
        const T slope = (p + q / gam) * n;
        n1 = mu * xi * n - slope;
    }
    const T first = j / low * high;
    for (i = 1; i <= above; ++i) {
        const T next = (mu + i) * xi2 * n1 - n;
        n = n1, n1 = next;
    }
    return {first, n};
}

// The same for large x.
template <class T> __bessel_pair<T> __bessel_jn_asymptotic(T nu, T x)
{
    const T eps = numeric_limits<T>::epsilon(), mu = T(4) * nu * nu, x8 = T(8) * x;
    T p = T(0), q = T(0), k = T(0), term = T(1);
    do {
        term *= k == 0 ? T(1) : -(mu - (2 * k - 1) * (2 * k - 1)) / (k * x8);
        const bool is_p_exact = fabs(term) < eps * fabs(p);
        p += term;
        k++;
        term *= (mu - (2 * k - 1) * (2 * k - 1)) / (k * x8);
        const bool is_q_exact = fabs(term) < eps * fabs(q);
        q += term;
        if (is_p_exact && is_q_exact && k > nu / 2.) break;
        k++;
    } while (k < 1000);
    const T angle = x - (nu + T(0.5)) * T(M_PI_2), c = cos(angle), s = sin(angle);
    const T size = sqrt(T(2) / (T(M_PI) * x));
    return {size * (c * p - s * q), size * (s * p + c * q)};
}

// I and K of order nu at x.
template <class T> __bessel_pair<T> __bessel_ik(T nu, T x)
{
    const T infinity = numeric_limits<T>::infinity();
    if (x == T(0)) return {nu == T(0) ? T(1) : T(0), infinity};
    const T eps = numeric_limits<T>::epsilon(), least = T(10) * eps;
    const int above = int(nu + T(0.5));
    const T mu = nu - above, xi = T(1) / x, xi2 = T(2) * xi;
    T h = nu * xi;
    if (h < least) h = least;
    T b = xi2 * nu, d = T(0), c = h;
    int i = 1;
    for (; i <= __most_bessel_steps; ++i) {
        b += xi2;
        d = T(1) / (b + d);
        c = b + T(1) / c;
        const T del = c * d;
        h *= del;
        if (fabs(del - T(1)) < eps) break;
    }
    if (i > __most_bessel_steps) __throw_runtime_error("Argument x too large in __bessel_ik; try asymptotic expansion.");
    T low = least, low_slope = h * low;
    const T high = low;
    T fact = nu * xi;
    for (int l = above; l >= 1; --l) {
        const T lower = fact * low + low_slope;
        fact -= xi;
        low_slope = fact * lower + low;
        low = lower;
    }
    const T f = low_slope / low;
    T k, k1;
    if (x < T(2)) {
        const __temme_series<T> series(mu, x, true);
        k = series.sum, k1 = series.sum1 * xi2;
    } else {
        // Steed's method.
        b = T(2) * (T(1) + x), d = T(1) / b, h = d;
        T del = d, q1 = T(0), q2 = T(1);
        const T a1 = T(0.25) - mu * mu;
        T q = a1, a = -a1, s = T(1) + q * del;
        c = a1;
        for (i = 2; i <= __most_bessel_steps; ++i) {
            a -= 2 * (i - 1);
            c = -a * c / i;
            const T next = (q1 - b * q2) / a;
            q1 = q2, q2 = next;
            q += c * next;
            b += T(2);
            d = T(1) / (b + a * d);
            del = (b * d - T(1)) * del;
            h += del;
            const T added = q * del;
            s += added;
            if (fabs(added / s) < eps) break;
        }
        if (i > __most_bessel_steps) __throw_runtime_error("Steed's method failed in __bessel_ik.");
        h = a1 * h;
        k = sqrt(T(M_PI) / (T(2) * x)) * exp(-x) / s;
        k1 = k * (mu + x + T(0.5) - h) * xi;
    }
    const T slope = mu * xi * k - k1;
    const T first = xi / (f * k - slope) * high / low;
    for (i = 1; i <= above; ++i) {
        const T next = (mu + i) * xi2 * k1 + k;
        k = k1, k1 = next;
    }
    return {first, k};
}

// J where `sign` is -1, I where it is 1.
template <class T> T __bessel_series(T nu, T x, T sign)
{
    if (x == T(0)) return nu == T(0) ? T(1) : T(0);
    const T half = x / T(2);
    T fact = nu * log(half);
    fact -= lgamma(nu + T(1));
    fact = exp(fact);
    const T step = sign * half * half;
    T sum = T(1), term = T(1);
    for (unsigned i = 1; i < 200; ++i) {
        term *= step / (T(i) * (nu + T(i)));
        sum += term;
        if (fabs(term / sum) < numeric_limits<T>::epsilon()) break;
    }
    return fact * sum;
}

template <class T> T __cyl_bessel_j(T nu, T x)
{
    if (nu < T(0) || x < T(0)) __throw_domain_error("Bad argument in __cyl_bessel_j.");
    if (isnan(nu) || isnan(x)) return numeric_limits<T>::quiet_NaN();
    if (x * x < T(10) * (nu + T(1))) return __bessel_series(nu, x, -T(1));
    return x > T(1000) ? __bessel_jn_asymptotic(nu, x).first : __bessel_jn(nu, x).first;
}

template <class T> T __cyl_neumann(T nu, T x)
{
    if (nu < T(0) || x < T(0)) __throw_domain_error("Bad argument in __cyl_neumann_n.");
    if (isnan(nu) || isnan(x)) return numeric_limits<T>::quiet_NaN();
    return x > T(1000) ? __bessel_jn_asymptotic(nu, x).second : __bessel_jn(nu, x).second;
}

template <class T> T __cyl_bessel_i(T nu, T x)
{
    if (nu < T(0) || x < T(0)) __throw_domain_error("Bad argument in __cyl_bessel_i.");
    if (isnan(nu) || isnan(x)) return numeric_limits<T>::quiet_NaN();
    return x * x < T(10) * (nu + T(1)) ? __bessel_series(nu, x, T(1)) : __bessel_ik(nu, x).first;
}

template <class T> T __cyl_bessel_k(T nu, T x)
{
    if (nu < T(0) || x < T(0)) __throw_domain_error("Bad argument in __cyl_bessel_k.");
    if (isnan(nu) || isnan(x)) return numeric_limits<T>::quiet_NaN();
    return __bessel_ik(nu, x).second;
}

template <class T> T __sph_scale(T x) { return T(1.25331413731550025121) / sqrt(x); }

template <class T> T __sph_bessel(unsigned n, T x)
{
    if (x < T(0)) __throw_domain_error("Bad argument in __sph_bessel.");
    if (isnan(x)) return numeric_limits<T>::quiet_NaN();
    if (x == T(0)) return n == 0 ? T(1) : T(0);
    return __sph_scale(x) * __bessel_jn(T(n) + T(0.5), x).first;
}

template <class T> T __sph_neumann(unsigned n, T x)
{
    if (x < T(0)) __throw_domain_error("Bad argument in __sph_neumann.");
    if (isnan(x)) return numeric_limits<T>::quiet_NaN();
    if (x == T(0)) return -numeric_limits<T>::infinity();
    return __sph_scale(x) * __bessel_jn(T(n) + T(0.5), x).second;
}
}
