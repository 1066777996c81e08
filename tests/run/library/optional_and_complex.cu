#include <complex>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
std::optional<int> parse(const std::string &s)
{
    if (s.empty()) return std::nullopt;
    return std::stoi(s);
}
int main()
{
    auto a = parse("42"), b = parse("");
    std::cout << a.has_value() << *a << b.value_or(-1) << (b ? 1 : 0) << std::endl;
    std::optional<std::string> s;
    s = std::string("text");
    std::cout << s->size() << s.value() << std::endl;
    s.reset();
    std::cout << (s == std::nullopt) << std::endl;
    std::complex<double> z(1, 2), w = z * z;
    std::cout << w.real() << " " << w.imag() << " " << std::abs(std::complex<float>(3, 4)) << w << std::norm(z) << std::endl;
    w = 2.0 * z + 1.0 - std::conj(z) / z;
    printf("%.6f %.6f\n", w.real(), std::imag(w));
    return 0;
}
