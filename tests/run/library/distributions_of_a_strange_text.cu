// Texts that promise more numbers than they have leave a distribution as it was, and errno is nobody's but the program's.
#include <cerrno>
#include <charconv>
#include <iostream>
#include <random>
#include <sstream>
int main()
{
    std::mt19937 random(1);
    std::discrete_distribution<int> chosen{1, 2, 3};
    std::stringstream many("99999999999 1 2 3");
    many >> chosen;
    std::cout << many.fail() << chosen.max() << '\n';
    std::piecewise_constant_distribution<double> steps;
    std::stringstream most("18446744073709551615 1 2"), great("4000000000 1 2");
    most >> steps;
    great >> steps;
    std::cout << most.fail() << great.fail() << (steps(random) < 1) << '\n';
    errno = 0;
    char text[40];
    std::to_chars_result end = std::to_chars(text, text + 40, 5e-324);
    std::cout << std::string(text, end.ptr) << ' ' << errno << '\n';
    std::stringstream empty, copy;
    empty.exceptions(std::ios::failbit);
    copy.copyfmt(empty);
    for (std::stringstream *s : {&empty, &copy}) {
        int number;
        try {
            *s >> number;
        } catch (const std::ios_base::failure &e) {
            std::cout << e.what() << ' ' << (e.code() == std::io_errc::stream) << '\n';
        }
    }
}
