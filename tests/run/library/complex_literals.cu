// The literals of <complex>, one of whose suffixes is a keyword.
#include <complex>
#include <cstdio>
#include <type_traits>

using namespace std::complex_literals;


int main()
{
    static_assert(std::is_same_v<decltype(1.5if), std::complex<float>> && std::is_same_v<decltype(2if), std::complex<float>>);
    static_assert(std::is_same_v<decltype(2.0i), std::complex<double>> && std::is_same_v<decltype(3il), std::complex<long double>>);
    std::complex<float> f = 1.0f + 2.5if;
    std::complex<double> d = 3.0 - 4i;
    std::complex<long double> l = 1.0L + 0.5il;
    std::printf("%g %g %g %g %g %g\n", f.real(), f.imag(), d.real(), d.imag(), (double)l.real(), (double)l.imag());
    std::printf("%g\n", std::literals::complex_literals::operator""if(2.0L).imag());
}
