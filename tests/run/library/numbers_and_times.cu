#include <chrono>
#include <complex>
#include <bitset>
#include <string>
#include <string_view>
#include <valarray>
#include <charconv>
#include <cmath>
#include <limits>
#include <ratio>
#include <system_error>
#include <typeindex>
#include <iostream>
#include <cstdint>
#include <ctime>
#include <cstring>
#include <sstream>
#include <iomanip>
#include <initializer_list>
using namespace std::chrono_literals;
    int main() { auto d = 1h + 30min; std::cout << d.count() << " " << std::chrono::duration_cast<std::chrono::seconds>(d).count() << " " << std::chrono::duration<double>(1500ms).count() << "\n"; std::chrono::milliseconds ms(2500); std::cout << std::chrono::floor<std::chrono::seconds>(ms).count() << std::chrono::ceil<std::chrono::seconds>(ms).count() << std::chrono::round<std::chrono::seconds>(ms).count() << (ms > 2s) << (ms % 1000ms).count() << ms / 500ms << (ms * 2).count() << (-ms).count() << std::chrono::abs(-ms).count() << "\n"; auto tp = std::chrono::system_clock::from_time_t(1000000); tp += 5s; std::cout << std::chrono::system_clock::to_time_t(tp) << "\n"; std::time_t t = 86400; std::tm* g = std::gmtime(&t); std::cout << std::put_time(g, "%Y-%m-%d %H:%M:%S") << "\n"; std::cout << std::ratio_add<std::ratio<1, 2>, std::ratio<1, 3>>::num << std::ratio<4, 6>::den << "\n";
    std::complex<double> z(3, 4), y(1, -2);
    std::cout << z * y << z / y << std::abs(z) << std::arg(z) << std::norm(z) << std::conj(z) << std::polar(2.0, 0.5) << std::exp(z) << std::sqrt(z) << std::pow(z, 2) << std::log(z) << std::sin(y) << (z == y) << z.real() << std::imag(z) << "\n";
    std::complex<float> f(1, 2);
    f *= 2;
    f += std::complex<float>(1, 1);
    std::cout << f << "\n";
    std::bitset<16> b(0xA5), c("1100");
    std::cout << b << c << b.count() << b.test(0) << (b & c) << (b | c) << (b ^ c) << ~c << (b << 2) << b.to_ulong() << b.any() << b.none() << b.all() << b.size() << b.to_string() << "\n";
    b.set(3).reset(0).flip(1);
    std::cout << b[3] << b << "\n";
    try { b.test(99); } catch (const std::out_of_range& e) { std::cout << e.what() << "\n"; }
    std::string s = "hello world";
    std::string_view v = s;
    v.remove_prefix(6);
    std::cout << v << v.substr(1, 3) << v.find('r') << v.size() << (v == "world") << "\n";
    std::cout << s.find("wor") << s.rfind('o') << s.substr(0, 5) << s.compare("hello") << s.replace(0, 5, "HELLO") << s.find_first_of("aeiou") << s.find_last_not_of("d") << (s.find("zz") == std::string::npos) << std::stoi("42abc") << std::stod("3.5") << std::stoul("ff", nullptr, 16) << std::to_string(3.14) << std::to_string(-7) << "\n";
    try { std::stoi("x"); } catch (const std::invalid_argument& e) { std::cout << e.what() << "\n"; } try { std::stoi("99999999999"); } catch (const std::out_of_range& e) { std::cout << e.what() << "\n"; } try { s.at(100); } catch (const std::out_of_range& e) { std::cout << e.what() << "\n"; } s.insert(5, ",");
    s.erase(0, 2);
    s += '!';
    s.append(3, 'x').push_back('y');
    std::cout << s << s.length() << s.empty() << s.front() << s.back() << (s < "z") << "\n";
    using namespace std::string_literals;
    auto sl = "lit"s + "eral";
    std::cout << sl << "\n";
    std::valarray<int> va{1, 2, 3}, vb{4, 5, 6};
    std::valarray<int> vc = va * vb + 1;
    for (int x : vc) std::cout << x << " ";
    std::cout << vc.sum() << vc.max() << vc.size() << "\n";
    char buf[32];
    auto r = std::to_chars(buf, buf + 32, 12345);
    *r.ptr = 0;
    int n;
    auto q = std::from_chars("678x", "678x" + 4, n);
    std::cout << buf << n << (q.ec == std::errc()) << *q.ptr << "\n";
    std::error_code ec = std::make_error_code(std::errc::invalid_argument);
    std::cout << ec.value() << ec.message() << ec.category().name() << "\n";
    std::cout << std::numeric_limits<int>::max() << std::numeric_limits<double>::epsilon() << std::numeric_limits<float>::infinity() << std::numeric_limits<unsigned char>::digits << "\n";
    std::cout << std::hypot(3.0, 4.0) << std::cbrt(27.0) << std::fma(2.0, 3.0, 1.0) << std::round(2.5) << std::trunc(-2.7) << std::fmod(7, 3) << std::isnan(NAN) << std::tgamma(5.0) << std::erf(0.5) << std::lround(3.6) << std::signbit(-1.0) << std::nextafter(1.0, 2.0) - 1 << std::abs(-3) << std::abs(-2.5) << std::pow(2, 10) << "\n";
    std::type_index ti = typeid(int);
    std::cout << (ti == std::type_index(typeid(int))) << "\n";
    char tk[] = "a,b";
    char* sv;
    std::cout << strtok_r(tk, ",", &sv);
    std::int64_t i64 = 5;
    std::cout << i64 << "\n";
    }
