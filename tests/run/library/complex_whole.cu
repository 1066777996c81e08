// Complex numbers with plain ones, read from streams, and their inverse functions.
//@ args: -D__cplusplus=202002L
#include <complex>
#include <iostream>
#include <sstream>
#include <string>

typedef std::complex<double> C;

void show(const char *name, const C &z)
{
    // Rounded, so that the last digit of a function does not matter, and without a sign of zero.
    const auto round = [](double x) { return std::round(x * 1e6) / 1e6 + 0.0; };
    std::cout << name << ' ' << round(z.real()) << ' ' << round(z.imag()) << '\n';
}

void read(const std::string &text)
{
    std::istringstream in(text);
    C z(7, 7);
    in >> z;
    std::cout << text << ": " << z << ' ' << in.good() << in.fail() << in.eof();
    in.clear();
    std::string rest;
    in >> rest;
    std::cout << " [" << rest << "]\n";
}

int main()
{
    const C z(1, 2);
    std::cout << 1.0 / z << 5.0 - z << +z << 2.0 * z + 1.0 << (z == 1.0) << (C(3) == 3.0) << (3.0 == C(3)) << (z != 1.0) << (1.0 != z) << '\n';
    std::cout << std::proj(z) << std::proj(C(-INFINITY, -1)) << std::polar(2.0) << std::norm(2.0) << std::norm(3) << std::arg(-1.0) << std::arg(2) << '\n';
    std::cout << std::conj(2.5) << std::real(3) << std::imag(3.5f) << std::proj(2.0f) << std::conj(4) << '\n';
    for (const char *text : {"(3,4)", "(5)", "6", " ( 1 , 2 ) x", "(1;2)", "(1,2;", "x", "", "(1"}) read(text);
    for (const C w : {C(1, 2), C(-0.5, 0.25), C(0.3, -3), C(-2, -0.1), C(0, 0.5), C(-1e5, 3)}) {
        std::cout << w << '\n';
        show("asin", std::asin(w));
        show("acos", std::acos(w));
        show("atan", std::atan(w));
        show("asinh", std::asinh(w));
        show("acosh", std::acosh(w));
        show("atanh", std::atanh(w));
    }
    std::complex<float> f(0.5f, 0.5f);
    std::cout << std::asin(f) << std::abs(std::acosh(f)) << 1.0f / f << '\n';
}
