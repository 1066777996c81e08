// Errors of the system and of streams as codes and conditions; words that programs keep with streams; bits read and written.
#include <bitset>
#include <iostream>
#include <sstream>
#include <string>
#include <system_error>
struct Cat : std::error_category {
    const char *name() const noexcept override { return "my"; }
    std::string message(int) const override { return "m"; }
    std::error_condition default_error_condition(int) const noexcept override { return std::errc::timed_out; }
};
void codes()
{
    for (int i = -1; i < 140; i++)
        std::cout << (std::error_code(i, std::system_category()).default_error_condition().category() == std::generic_category());
    std::cout << '\n';
    static Cat c;
    std::error_code e(1, c);
    std::cout << (e == std::errc::timed_out) << (e != std::errc::timed_out) << (std::errc::timed_out == e) << (e == std::error_code(1, std::generic_category())) << '\n';
    std::error_code o(13, std::system_category());
    std::cout << (o == std::errc::permission_denied) << (o == std::make_error_condition(std::errc::io_error))
              << (o == std::make_error_code(std::errc::permission_denied)) << o.default_error_condition().category().name() << '\n';
    std::cout << e << ' ' << std::make_error_code(std::errc::invalid_argument) << std::endl;
    std::error_condition k;
    std::cout << (bool)k << k.category().name() << std::is_error_code_enum_v<std::io_errc> << (std::error_code(2, c) < std::error_code(3, c)) << '\n';
}
void streams()
{
    try {
        throw std::ios_base::failure("io");
    } catch (std::system_error &f) {
        std::cout << f.what() << (f.code() == std::io_errc::stream) << f.code().category().name() << '\n';
    }
    try {
        std::istringstream i("x");
        i.exceptions(std::ios::failbit);
        int n;
        i >> n;
    } catch (std::ios_base::failure &e) {
        std::cout << (e.code() == std::io_errc::stream) << e.what() << '\n';
    }
    std::ios st(nullptr);
    st.copyfmt(std::cout);
    std::ostream null(nullptr);
    null << 5;
    static int k = std::ios_base::xalloc();
    std::cout.iword(k) = 7;
    std::ostringstream o;
    std::cout << null.bad() << o.iword(k);
    o.copyfmt(std::cout);
    std::cout << o.iword(k) << o.pword(k) << '\n';
    std::stringstream both("3");
    both.iword(k) = 5;
    int v;
    both >> v;
    std::cout << both.iword(k) << v << '\n';
}
void bits()
{
    std::istringstream is("  1011 110100111 2");
    std::bitset<6> c, c2;
    is >> c;
    std::cout << c << ' ';
    is >> c2;
    std::cout << c2 << ' ' << is.good();
    is >> c2;
    std::cout << c2 << ' ' << is.good();
    is >> c2;
    std::cout << c2 << ' ' << is.good() << is.eof() << '\n';
    std::bitset<8> d(std::string("xx11"), 2), e("abba", 4, 'a', 'b'), f(std::string("xx11011"), 2, 3);
    std::cout << d << e << f << ' ' << std::hash<std::bitset<6>>{}(c) << ' ' << std::hash<std::bitset<70>>{}(std::bitset<70>(77)) << '\n';
    try {
        std::bitset<4> x(std::string("01"), 3);
    } catch (std::out_of_range &e) {
        std::cout << e.what() << '\n';
    }
    try {
        std::bitset<4> x("012");
    } catch (std::invalid_argument &e) {
        std::cout << e.what() << '\n';
    }
    std::bitset<2> y("0119");
    std::cout << y << '\n';
}
int main()
{
    codes();
    streams();
    bits();
}
