#pragma once
#include <kern/polynomials.h>
#include <type_traits>
// The mathematical special functions of <cmath> (C++17 [sf.cmath]): for `float`, for `long double`, and for everything else that is a
// number, whole ones as `double`. What `long double` has is computed as `double` here.
namespace std {
template <class... T> using __computed_in = conditional_t<(is_same_v<T, float> && ...), float, double>;
template <class... T> using __result_of = conditional_t<(is_same_v<T, long double> || ...), long double, __computed_in<T...>>;
inline float assoc_laguerref(unsigned n, unsigned m, float x) { return __assoc_laguerre(n, m, x); }
inline long double assoc_laguerrel(unsigned n, unsigned m, long double x) { return __assoc_laguerre(n, m, (double)x); }
template <class T> inline __result_of<T> assoc_laguerre(unsigned n, unsigned m, T x) { return __assoc_laguerre<__computed_in<T>>(n, m, x); }
inline float assoc_legendref(unsigned l, unsigned m, float x) { return __assoc_legendre(l, m, x); }
inline long double assoc_legendrel(unsigned l, unsigned m, long double x) { return __assoc_legendre(l, m, (double)x); }
template <class T> inline __result_of<T> assoc_legendre(unsigned l, unsigned m, T x) { return __assoc_legendre<__computed_in<T>>(l, m, x); }
inline float betaf(float x, float y) { return __beta(x, y); }
inline long double betal(long double x, long double y) { return __beta((double)x, (double)y); }
template <class T, class U> inline __result_of<T, U> beta(T x, U y) { return __beta<__computed_in<T, U>>(x, y); }
inline float comp_ellint_1f(float k) { return __comp_ellint_1(k); }
inline long double comp_ellint_1l(long double k) { return __comp_ellint_1((double)k); }
template <class T> inline __result_of<T> comp_ellint_1(T k) { return __comp_ellint_1<__computed_in<T>>(k); }
inline float comp_ellint_2f(float k) { return __comp_ellint_2(k); }
inline long double comp_ellint_2l(long double k) { return __comp_ellint_2((double)k); }
template <class T> inline __result_of<T> comp_ellint_2(T k) { return __comp_ellint_2<__computed_in<T>>(k); }
inline float comp_ellint_3f(float k, float nu) { return __comp_ellint_3(k, nu); }
inline long double comp_ellint_3l(long double k, long double nu) { return __comp_ellint_3((double)k, (double)nu); }
template <class T, class U> inline __result_of<T, U> comp_ellint_3(T k, U nu) { return __comp_ellint_3<__computed_in<T, U>>(k, nu); }
inline float cyl_bessel_if(float nu, float x) { return __cyl_bessel_i(nu, x); }
inline long double cyl_bessel_il(long double nu, long double x) { return __cyl_bessel_i((double)nu, (double)x); }
template <class T, class U> inline __result_of<T, U> cyl_bessel_i(T nu, U x) { return __cyl_bessel_i<__computed_in<T, U>>(nu, x); }
inline float cyl_bessel_jf(float nu, float x) { return __cyl_bessel_j(nu, x); }
inline long double cyl_bessel_jl(long double nu, long double x) { return __cyl_bessel_j((double)nu, (double)x); }
template <class T, class U> inline __result_of<T, U> cyl_bessel_j(T nu, U x) { return __cyl_bessel_j<__computed_in<T, U>>(nu, x); }
inline float cyl_bessel_kf(float nu, float x) { return __cyl_bessel_k(nu, x); }
inline long double cyl_bessel_kl(long double nu, long double x) { return __cyl_bessel_k((double)nu, (double)x); }
template <class T, class U> inline __result_of<T, U> cyl_bessel_k(T nu, U x) { return __cyl_bessel_k<__computed_in<T, U>>(nu, x); }
inline float cyl_neumannf(float nu, float x) { return __cyl_neumann(nu, x); }
inline long double cyl_neumannl(long double nu, long double x) { return __cyl_neumann((double)nu, (double)x); }
template <class T, class U> inline __result_of<T, U> cyl_neumann(T nu, U x) { return __cyl_neumann<__computed_in<T, U>>(nu, x); }
inline float ellint_1f(float k, float phi) { return __ellint_1(k, phi); }
inline long double ellint_1l(long double k, long double phi) { return __ellint_1((double)k, (double)phi); }
template <class T, class U> inline __result_of<T, U> ellint_1(T k, U phi) { return __ellint_1<__computed_in<T, U>>(k, phi); }
inline float ellint_2f(float k, float phi) { return __ellint_2(k, phi); }
inline long double ellint_2l(long double k, long double phi) { return __ellint_2((double)k, (double)phi); }
template <class T, class U> inline __result_of<T, U> ellint_2(T k, U phi) { return __ellint_2<__computed_in<T, U>>(k, phi); }
inline float ellint_3f(float k, float nu, float phi) { return __ellint_3(k, nu, phi); }
inline long double ellint_3l(long double k, long double nu, long double phi) { return __ellint_3((double)k, (double)nu, (double)phi); }
template <class T, class U, class V> inline __result_of<T, U, V> ellint_3(T k, U nu, V phi) { return __ellint_3<__computed_in<T, U, V>>(k, nu, phi); }
inline float expintf(float x) { return __expint(x); }
inline long double expintl(long double x) { return __expint((double)x); }
template <class T> inline __result_of<T> expint(T x) { return __expint<__computed_in<T>>(x); }
inline float hermitef(unsigned n, float x) { return __hermite(n, x); }
inline long double hermitel(unsigned n, long double x) { return __hermite(n, (double)x); }
template <class T> inline __result_of<T> hermite(unsigned n, T x) { return __hermite<__computed_in<T>>(n, x); }
inline float laguerref(unsigned n, float x) { return __assoc_laguerre(n, 0, x); }
inline long double laguerrel(unsigned n, long double x) { return __assoc_laguerre(n, 0, (double)x); }
template <class T> inline __result_of<T> laguerre(unsigned n, T x) { return __assoc_laguerre<__computed_in<T>>(n, 0, x); }
inline float legendref(unsigned l, float x) { return __legendre(l, x); }
inline long double legendrel(unsigned l, long double x) { return __legendre(l, (double)x); }
template <class T> inline __result_of<T> legendre(unsigned l, T x) { return __legendre<__computed_in<T>>(l, x); }
inline float riemann_zetaf(float s) { return __riemann_zeta(s); }
inline long double riemann_zetal(long double s) { return __riemann_zeta((double)s); }
template <class T> inline __result_of<T> riemann_zeta(T s) { return __riemann_zeta<__computed_in<T>>(s); }
inline float sph_besself(unsigned n, float x) { return __sph_bessel(n, x); }
inline long double sph_bessell(unsigned n, long double x) { return __sph_bessel(n, (double)x); }
template <class T> inline __result_of<T> sph_bessel(unsigned n, T x) { return __sph_bessel<__computed_in<T>>(n, x); }
inline float sph_legendref(unsigned l, unsigned m, float theta) { return __sph_legendre(l, m, theta); }
inline long double sph_legendrel(unsigned l, unsigned m, long double theta) { return __sph_legendre(l, m, (double)theta); }
template <class T> inline __result_of<T> sph_legendre(unsigned l, unsigned m, T theta) { return __sph_legendre<__computed_in<T>>(l, m, theta); }
inline float sph_neumannf(unsigned n, float x) { return __sph_neumann(n, x); }
inline long double sph_neumannl(unsigned n, long double x) { return __sph_neumann(n, (double)x); }
template <class T> inline __result_of<T> sph_neumann(unsigned n, T x) { return __sph_neumann<__computed_in<T>>(n, x); }
}
