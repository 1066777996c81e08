// What was missing between the containers, variants, numeric arrays, locks and streams.
#include <bitset>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <variant>
#include <valarray>
#include <set>
#include <string>
#include <tuple>
#include <sstream>
#include <shared_mutex>
#include <mutex>
#include <utility>
#include <chrono>
struct V : std::variant<int, std::string> { using variant::variant; };
namespace rr { struct P { int x; bool operator==(const P &o) const { return x == o.x; } bool operator<(const P &o) const { return x < o.x; } }; }
int main(){
  std::bitset<8> b(0); std::cout << b << '\n'; std::bitset<8> b2(5u), b3("1010"), b4(std::string("11")); std::cout << b2 << b3 << b4 << '\n';
  long double ld = -2.5L; std::cout << std::abs(ld) << '\n';
  V v(std::string("hey")); std::visit([](auto &&x){ std::cout << x << '\n'; }, v); V w(7); std::visit([](auto &&x){ std::cout << x << '\n'; }, w); std::cout << v.index() << std::get<0>(w) << std::holds_alternative<int>(w) << '\n';
  std::valarray<double> a{1,2,3}, c{2,2,2}; auto p = std::pow(a, c); std::cout << p[2] << ' ' << std::pow(a, 2.0)[1] << ' ' << std::pow(2.0, a)[2] << ' ' << std::atan2(a, c)[0] << ' ' << std::valarray<double>(a+1.0)[0] << '\n';
  std::set<std::string, std::less<>> s{"a","b","c"}; auto r = s.equal_range("b"); std::cout << std::distance(r.first, r.second) << *r.first << '\n';
  int x = 1, y = 2; std::pair<int&, int&> q(x, y); q = std::make_pair(5, 6); std::cout << x << y << '\n'; std::tie(x, y) = std::make_pair(y, x); std::cout << x << y << '\n'; std::tie(x, y) = std::make_tuple(9, 8); std::cout << x << y << '\n';
  std::istringstream is("hello world"); unsigned char buf[20]; is >> buf; std::cout << buf << '\n'; signed char sb[20]; is >> sb; std::cout << sb << '\n';
  std::shared_timed_mutex m; { std::unique_lock<std::shared_timed_mutex> l(m); } { std::shared_lock<std::shared_timed_mutex> l(m); std::cout << l.owns_lock() << m.try_lock_for(std::chrono::milliseconds(1)) << m.try_lock_shared_for(std::chrono::milliseconds(1)) << '\n'; m.unlock_shared(); }
  std::wstring ws = std::to_wstring(42); std::wcout << ws << L' ' << std::to_wstring(2.5) << L'\n';
  { using namespace std::rel_ops; rr::P a1{1}, a2{2}; std::cout << (a1 != a2) << (a1 > a2) << (a1 <= a2) << (a1 >= a2) << '\n'; }
}
