// Texts of errors, times and random engines as libstdc++ has them.
#include <string>
#include <stdexcept>
#include <iostream>
#include <iomanip>
#include <sstream>
#include <random>
#include <ctime>
int main() {
    try { const char *p = nullptr; std::string s(p); std::cout << s; } catch (const std::logic_error &e) { std::cout << e.what() << "\n"; }
    try { std::string s = "abc"; std::cout << s.at(7); } catch (const std::out_of_range &e) { std::cout << e.what() << "\n"; }
    try { std::string s = "abc"; std::cout << s.substr(7); } catch (const std::out_of_range &e) { std::cout << e.what() << "\n"; }
    std::istringstream in("2024-03-09 13:05:07"); std::tm t{}; in >> std::get_time(&t, "%Y-%m-%d %H:%M:%S");
    std::cout << in.fail() << " " << t.tm_year << " " << t.tm_mon << " " << t.tm_mday << " " << t.tm_hour << " " << t.tm_min << " " << t.tm_sec << "\n";
    std::cout << std::put_time(&t, "%d/%m/%Y %H:%M") << "\n";
    std::istringstream bad("xx"); bad >> std::get_time(&t, "%Y"); std::cout << bad.fail() << "\n";
    std::istringstream mon("9 March 2020, Mon"); std::tm u{}; mon >> std::get_time(&u, "%d %B %Y, %a"); std::cout << mon.fail() << " " << u.tm_mon << " " << u.tm_year << " " << u.tm_wday << "\n";
    std::minstd_rand lc(42); lc(); std::cout << lc << "\n";
    std::mt19937 mt(7); mt(); std::ostringstream os; os << mt; std::cout << os.str().size() << " " << os.str().substr(0, 60) << "\n";
    std::mt19937 m2; std::istringstream is(os.str()); is >> m2; std::cout << (m2 == mt) << " " << (m2() == mt()) << "\n";
    std::mt19937_64 m3(1); std::stringstream ss; ss << m3; std::mt19937_64 m4; ss >> m4; std::cout << (m3 == m4) << m4() << "\n";
    std::ranlux24_base rb(3); rb(); std::ostringstream o2; o2 << rb; std::cout << o2.str() << "\n";
    std::knuth_b kb(3); std::ostringstream o3; o3 << kb; std::cout << o3.str().size() << "\n";
    std::ranlux24 rl(3); rl(); std::ostringstream o4; o4 << rl; std::cout << o4.str() << "\n";
}
