// `__PRETTY_FUNCTION__` of host functions, in the words of g++ 12.
#include <cstdio>
#include <string>
#include <vector>
namespace ns { struct S { void m(int) const; static int st(float); template <typename T> T t(T x); S(); ~S(); int operator+(int) const; operator bool() const; }; 
void S::m(int) const { puts(__PRETTY_FUNCTION__); puts(__func__); puts(__FUNCTION__); }
int S::st(float) { puts(__PRETTY_FUNCTION__); return 1; }
S::S() { puts(__PRETTY_FUNCTION__); puts(__FUNCTION__); }
S::~S() { puts(__PRETTY_FUNCTION__); puts(__FUNCTION__);}
int S::operator+(int) const { puts(__PRETTY_FUNCTION__); puts(__FUNCTION__); return 0; }
S::operator bool() const { puts(__PRETTY_FUNCTION__); puts(__FUNCTION__); return true; }
template <typename T> T S::t(T x) { puts(__PRETTY_FUNCTION__); return x; }
}
template <typename T, int N> void f(T (&)[N]) { puts(__PRETTY_FUNCTION__); }
template <typename T> const char *name() { return __PRETTY_FUNCTION__; }
template <typename... Ts> void pack(Ts...) { puts(__PRETTY_FUNCTION__); }
static inline void si() { puts(__PRETTY_FUNCTION__); }
template <typename T> struct C { void g(T *) { puts(__PRETTY_FUNCTION__); } static void h() { puts(__PRETTY_FUNCTION__); } };
void arr(int a[], const char *s, void (*fp)(int), int &&rr, ...) { puts(__PRETTY_FUNCTION__); }
constexpr int ce() { return sizeof(__PRETTY_FUNCTION__); }
enum class E { A, B };
template <E e, bool b, char c> void vals() { puts(__PRETTY_FUNCTION__); }
auto au(int x) { puts(__PRETTY_FUNCTION__); return x * 2.0; }
int main() {
    puts(__PRETTY_FUNCTION__);
    { ns::S s; s.m(1); ns::S::st(1); s.t(2.5); s + 1; (bool)s; }
    int a[3]; f(a);
    puts(name<int>()); puts(name<unsigned long>()); puts(name<const char *>()); puts(name<std::string>()); puts(name<std::vector<int>>()); puts(name<ns::S>()); puts(name<int &>()); puts(name<int[3]>()); puts(name<void (*)(int)>());
    pack(1, 2.0f, 'c'); pack();
    si(); C<int>().g(nullptr); C<float>::h(); int i = 0; arr(a, "", nullptr, 1); (void)i;
    printf("%d\n", ce());
    vals<E::B, true, 'x'>(); vals<(E)7, false, 1>();
    auto l = [](int x) { puts(__PRETTY_FUNCTION__); puts(__func__); return x; }; l(1);
    au(1);
}
