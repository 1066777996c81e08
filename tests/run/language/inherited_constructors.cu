// Constructors of a base: templates among them, with members and virtual functions of the class that inherits them.
#include <stdexcept>
#include <iostream>
#include <string>
struct B { int n; std::string s; B(int n) : n(n) {} template <class T> B(T a, const T &b) : n(a + b), s("t") {} template <class... A> explicit B(const char *x, A... a) : n(sizeof...(A)), s(x) {} virtual int f() const { return n; } };
struct D : B { using B::B; int k = 5; std::string name = "dd"; int f() const override { return n * 10 + k; } };
struct MyError : std::runtime_error { using std::runtime_error::runtime_error; int code = 7; };
template <class T> struct W : T { using T::T; T &base() { return *this; } };
int main() {
  D a(1), b(2, 3), c("x", 1, 2, 3); const B *p = &b;
  std::cout << a.f() << ' ' << p->f() << ' ' << c.f() << c.s << c.name << '\n';
  try { throw MyError("my " + std::to_string(1)); } catch (const MyError &e) { std::cout << e.what() << e.code << '\n'; }
  W<D> w(4); W<D> v(1L, 2L); std::cout << w.f() << v.f() << w.base().name << '\n';
  W<std::string> s("abc"); std::cout << s.size() << '\n';
}
