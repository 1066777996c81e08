#pragma once
#include <kern/exceptions.h>
#include <limits>
#include <math.h>
// The elliptic integrals of <cmath> (C++17 [sf.cmath]), by Carlson's symmetric forms (B. C. Carlson, Numer. Math. 33 (1979) 1) as
// libstdc++ computes them, in its order of operations.
namespace std {
template <class T> T __most_of(T a, T b)
{
    return fabs(a) < fabs(b) ? fabs(b) : fabs(a);
}

// Three arguments of a form, which a step brings nearer to one another.
template <class T> struct __carlson_step {
    T x, y, z, rx, ry, rz, lambda;
    __carlson_step(T x, T y, T z) : x(x), y(y), z(z) {}
    void roots()
    {
        rx = sqrt(x), ry = sqrt(y), rz = sqrt(z);
        lambda = rx * (ry + rz) + ry * rz;
    }
    void halve()
    {
        x = T(0.25) * (x + lambda), y = T(0.25) * (y + lambda), z = T(0.25) * (z + lambda);
    }
};

template <class T> T __ellint_rf(T x, T y, T z)
{
    const T least = T(5) * numeric_limits<T>::min();
    if (x < T(0) || y < T(0) || z < T(0)) __throw_domain_error("Argument less than zero in __ellint_rf.");
    if (x + y < least || x + z < least || y + z < least) __throw_domain_error("Argument too small in __ellint_rf");
    const T c1 = T(1) / T(24), c2 = T(1) / T(10), c3 = T(3) / T(44), c4 = T(1) / T(14);
    const T tolerance = pow(numeric_limits<T>::epsilon(), T(1) / T(6));
    __carlson_step<T> at(x, y, z);
    T mu, dx, dy, dz;
    for (int i = 0; i < 100; ++i) {
        mu = (at.x + at.y + at.z) / T(3);
        dx = 2 - (mu + at.x) / mu, dy = 2 - (mu + at.y) / mu, dz = 2 - (mu + at.z) / mu;
        if (__most_of(__most_of(dx, dy), dz) < tolerance) break;
        at.roots();
        at.halve();
    }
    const T e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
    const T s = T(1) + (c1 * e2 - c2 - c3 * e3) * e2 + c4 * e3;
    return s / sqrt(mu);
}

template <class T> T __ellint_rd(T x, T y, T z)
{
    const T tolerance = pow(numeric_limits<T>::epsilon() / T(8), T(1) / T(6));
    const T least = T(2) / pow(numeric_limits<T>::max(), T(2) / T(3));
    if (x < T(0) || y < T(0)) __throw_domain_error("Argument less than zero in __ellint_rd.");
    if (x + y < least || z < least) __throw_domain_error("Argument too small in __ellint_rd.");
    const T c1 = T(3) / T(14), c2 = T(1) / T(6), c3 = T(9) / T(22), c4 = T(3) / T(26);
    __carlson_step<T> at(x, y, z);
    T sigma = T(0), power = T(1), mu, dx, dy, dz;
    for (int i = 0; i < 100; ++i) {
        mu = (at.x + at.y + T(3) * at.z) / T(5);
        dx = (mu - at.x) / mu, dy = (mu - at.y) / mu, dz = (mu - at.z) / mu;
        if (__most_of(__most_of(dx, dy), dz) < tolerance) break;
        at.roots();
        sigma += power / (at.rz * (at.z + at.lambda));
        power *= T(0.25);
        at.halve();
    }
    const T ea = dx * dy, eb = dz * dz, ec = ea - eb, ed = ea - T(6) * eb, ef = ed + ec + ec;
    const T s1 = ed * (-c1 + c3 * ed / T(3) - T(3) * c4 * dz * ef / T(2));
    const T s2 = dz * (c2 * ef + dz * (-c3 * ec - dz * c4 - ea));
    return T(3) * sigma + power * (T(1) + s1 + s2) / (mu * sqrt(mu));
}

template <class T> T __ellint_rc(T x, T y)
{
    if (x < T(0) || y < T(0) || x + y < T(5) * numeric_limits<T>::min()) __throw_domain_error("Argument less than zero in __ellint_rc.");
    const T c1 = T(1) / T(7), c2 = T(9) / T(22), c3 = T(3) / T(10), c4 = T(3) / T(8);
    const T tolerance = pow(numeric_limits<T>::epsilon() / T(30), T(1) / T(6));
    T mu, s;
    for (int i = 0; i < 100; ++i) {
        mu = (x + T(2) * y) / T(3);
        s = (y + mu) / mu - T(2);
        if (fabs(s) < tolerance) break;
        const T lambda = T(2) * sqrt(x) * sqrt(y) + y;
        x = T(0.25) * (x + lambda), y = T(0.25) * (y + lambda);
    }
    return (T(1) + s * s * (c3 + s * (c1 + s * (c4 + s * c2)))) / sqrt(mu);
}

template <class T> T __ellint_rj(T x, T y, T z, T p)
{
    const T least = pow(T(5) * numeric_limits<T>::min(), T(1) / T(3));
    if (x < T(0) || y < T(0) || z < T(0)) __throw_domain_error("Argument less than zero in __ellint_rj.");
    if (x + y < least || x + z < least || y + z < least || p < least) __throw_domain_error("Argument too small in __ellint_rj");
    const T c1 = T(3) / T(14), c2 = T(1) / T(3), c3 = T(3) / T(22), c4 = T(3) / T(26);
    const T tolerance = pow(numeric_limits<T>::epsilon() / T(8), T(1) / T(6));
    __carlson_step<T> at(x, y, z);
    T sigma = T(0), power = T(1), mu, dx, dy, dz, dp;
    for (int i = 0; i < 100; ++i) {
        mu = (at.x + at.y + at.z + T(2) * p) / T(5);
        dx = (mu - at.x) / mu, dy = (mu - at.y) / mu, dz = (mu - at.z) / mu, dp = (mu - p) / mu;
        if (__most_of(__most_of(dx, dy), __most_of(dz, dp)) < tolerance) break;
        at.roots();
        const T alpha = p * (at.rx + at.ry + at.rz) + at.rx * at.ry * at.rz;
        const T beta = p * (p + at.lambda) * (p + at.lambda);
        sigma += power * __ellint_rc(alpha * alpha, beta);
        power *= T(0.25);
        p = T(0.25) * (p + at.lambda);
        at.halve();
    }
    const T ea = dx * (dy + dz) + dy * dz, eb = dx * dy * dz, ec = dp * dp;
    const T e2 = ea - T(3) * ec, e3 = eb + T(2) * dp * (ea - ec);
    const T s1 = T(1) + e2 * (-c1 + T(3) * c3 * e2 / T(4) - T(3) * c4 * e3 / T(2));
    const T s2 = eb * (c2 / T(2) + dp * (-c3 - c3 + dp * c4));
    const T s3 = dp * ea * (c2 - dp * c3) - c2 * dp * ec;
    return T(3) * sigma + power * (s1 + s2 + s3) / (mu * sqrt(mu));
}

template <class T> T __comp_ellint_1(T k)
{
    if (isnan(k) || fabs(k) >= T(1)) return numeric_limits<T>::quiet_NaN();
    return __ellint_rf(T(0), T(1) - k * k, T(1));
}

template <class T> T __comp_ellint_2(T k)
{
    if (isnan(k)) return numeric_limits<T>::quiet_NaN();
    if (fabs(k) == 1) return T(1);
    if (fabs(k) > T(1)) __throw_domain_error("Bad argument in __comp_ellint_2.");
    const T kk = k * k;
    return __ellint_rf(T(0), T(1) - kk, T(1)) - kk * __ellint_rd(T(0), T(1) - kk, T(1)) / T(3);
}

template <class T> T __comp_ellint_3(T k, T nu)
{
    if (isnan(k) || isnan(nu)) return numeric_limits<T>::quiet_NaN();
    if (nu == T(1)) return numeric_limits<T>::infinity();
    if (fabs(k) > T(1)) __throw_domain_error("Bad argument in __comp_ellint_3.");
    const T kk = k * k;
    return __ellint_rf(T(0), T(1) - kk, T(1)) + nu * __ellint_rj(T(0), T(1) - kk, T(1), T(1) - nu) / T(3);
}

// An angle as half turns and what is left, with its sine and cosine.
template <class T> struct __reduced_angle {
    int turns;
    T s, c;
    explicit __reduced_angle(T phi) : turns(floor(phi / T(M_PI) + T(0.5)))
    {
        const T rest = phi - turns * T(M_PI);
        s = sin(rest), c = cos(rest);
    }
};

template <class T> T __ellint_1(T k, T phi)
{
    if (isnan(k) || isnan(phi)) return numeric_limits<T>::quiet_NaN();
    if (fabs(k) > T(1)) __throw_domain_error("Bad argument in __ellint_1.");
    const __reduced_angle<T> at(phi);
    const T part = at.s * __ellint_rf(at.c * at.c, T(1) - k * k * at.s * at.s, T(1));
    return at.turns == 0 ? part : part + T(2) * at.turns * __comp_ellint_1(k);
}

template <class T> T __ellint_2(T k, T phi)
{
    if (isnan(k) || isnan(phi)) return numeric_limits<T>::quiet_NaN();
    if (fabs(k) > T(1)) __throw_domain_error("Bad argument in __ellint_2.");
    const __reduced_angle<T> at(phi);
    const T kk = k * k, ss = at.s * at.s, cc = at.c * at.c, rest = T(1) - kk * ss;
    const T part = at.s * __ellint_rf(cc, rest, T(1)) - kk * (ss * at.s) * __ellint_rd(cc, rest, T(1)) / T(3);
    return at.turns == 0 ? part : part + T(2) * at.turns * __comp_ellint_2(k);
}

template <class T> T __ellint_3(T k, T nu, T phi)
{
    if (isnan(k) || isnan(nu) || isnan(phi)) return numeric_limits<T>::quiet_NaN();
    if (fabs(k) > T(1)) __throw_domain_error("Bad argument in __ellint_3.");
    const __reduced_angle<T> at(phi);
    const T kk = k * k, ss = at.s * at.s, cc = at.c * at.c, rest = T(1) - kk * ss;
    const T part = at.s * __ellint_rf(cc, rest, T(1)) + nu * (ss * at.s) * __ellint_rj(cc, rest, T(1), T(1) - nu * ss) / T(3);
    return at.turns == 0 ? part : part + T(2) * at.turns * __comp_ellint_3(k, nu);
}
}
