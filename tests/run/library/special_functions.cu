// The mathematical special functions of C++17: digits as libstdc++ computes them.
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <type_traits>

static_assert(std::is_same_v<decltype(std::beta(1, 2)), double> && std::is_same_v<decltype(std::beta(1.f, 2.f)), float>);
static_assert(std::is_same_v<decltype(std::beta(1.f, 2)), double> && std::is_same_v<decltype(std::riemann_zeta(2.L)), long double>);
static_assert(std::is_same_v<decltype(std::hermite(1, 2.f)), float> && std::is_same_v<decltype(std::legendref(1, 2.)), float>);

template <class F> static void refused(F f)
{
    try {
        std::printf("%g\n", (double)f());
    } catch (const std::domain_error &e) {
        std::printf("%s\n", e.what());
    }
}

template <class T> static void polynomials(T x)
{
    for (unsigned n : {0u, 1u, 2u, 5u, 12u}) {
        std::printf("n %u x %g: %.17g %.17g %.17g", n, (double)x, (double)std::hermite(n, x), (double)std::laguerre(n, x), (double)std::legendre(n, x));
        std::printf(" %.17g %.17g %.17g\n", (double)std::assoc_laguerre(n, 2, x), (double)std::assoc_legendre(n, 1, x), (double)std::sph_legendre(n, 1, x));
        std::printf("  %.17g %.17g\n", (double)std::sph_bessel(n, x), (double)std::sph_neumann(n, x));
    }
}

template <class T> static void cylinders(T nu)
{
    for (T x : {T(0), T(0.125), T(1.5), T(2), T(7.75), T(40), T(1200)}) {
        std::printf("nu %g x %g: %.17g %.17g", (double)nu, (double)x, (double)std::cyl_bessel_j(nu, x), (double)std::cyl_neumann(nu, x));
        if (x < 100) std::printf(" %.17g %.17g", (double)std::cyl_bessel_i(nu, x), (double)std::cyl_bessel_k(nu, x));
        std::printf("\n");
    }
}

template <class T> static void integrals(T k)
{
    std::printf("k %g: %.17g %.17g %.17g\n", (double)k, (double)std::comp_ellint_1(k), (double)std::comp_ellint_2(k), (double)std::comp_ellint_3(k, T(0.25)));
    for (T phi : {T(-2), T(0), T(0.5), T(1.25), T(10)}) {
        std::printf("  %g: %.17g %.17g %.17g\n", (double)phi, (double)std::ellint_1(k, phi), (double)std::ellint_2(k, phi), (double)std::ellint_3(k, T(-0.5), phi));
    }
}

int main()
{
    polynomials(0.5);
    polynomials(0.75f);
    cylinders(0.0);
    cylinders(0.5);
    cylinders(3.25);
    cylinders(2.f);
    integrals(0.0);
    integrals(0.5);
    integrals(-0.875);
    integrals(0.25f);
    for (double s : {-30.5, -21.0, -20.0, -3.0, -2.5, -1.0, 0.0, 0.5, 1.5, 2.0, 3.0, 19.5, 25.0}) std::printf("zeta %g: %.17g %.9g\n", s, std::riemann_zeta(s), std::riemann_zetaf(s));
    for (double x : {-120.0, -99.0, -5.0, -1.0, -0.25, 0.25, 1.0, 10.0, 30.0, 36.5, 100.0}) std::printf("Ei %g: %.17g %.9g\n", x, std::expint(x), std::expintf(x));
    for (double x : {0.25, 1.0, 2.5, 30.0}) std::printf("beta %g: %.17g %.17g %.9g\n", x, std::beta(x, 0.5), std::beta(7.0, x), std::betaf(x, 3));
    std::printf("%g %g %g %g\n", std::riemann_zeta(1), std::comp_ellint_1(1.0), std::comp_ellint_3(0.5, 1), std::cyl_neumann(0, 0));
    std::printf("%d %d\n", std::isnan(std::beta(NAN, 1)), std::isnan(std::cyl_bessel_j(NAN, 1)));
    refused([] { return std::cyl_bessel_j(-1.0, 2.0); });
    refused([] { return std::cyl_bessel_k(1.0, -2.0); });
    refused([] { return std::sph_bessel(1, -2.f); });
    refused([] { return std::ellint_2(1.5, 1.0); });
    refused([] { return std::comp_ellint_2(2); });
    refused([] { return std::laguerre(3, -1.0); });
    refused([] { return std::comp_ellint_3(0.5, 2.0); });
}
