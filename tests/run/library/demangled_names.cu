// What `typeid` gives, as a program reads it ([Itanium C++ ABI, 5.1], in the words of libiberty).
#include <cxxabi.h>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <string>
#include <map>
#include <memory>
#include <typeinfo>
#include <vector>
#include <tuple>
#include <functional>
namespace A { template <class T> struct X { struct Y {}; enum E { e }; }; template <int n, bool b, unsigned long m, char c> struct V {}; }
struct L {}; enum class En { a }; template <En e> struct OfEn {}; template <class... T> struct Pk {};
void show(const char *name) { int st = 7; char *p = abi::__cxa_demangle(name, nullptr, nullptr, &st); printf("%d %s\n", st, p ? p : "-"); free(p); }
#define P(...) show(typeid(__VA_ARGS__).name())
int main()
{
    P(int *); P(const int *); P(int *const *); P(int **); P(int[3]); P(int[2][3]); P(int (*)[3]); P(int (*)(int, ...)); P(int()); P(void (*)(const char *, double &)); P(int L::*); P(unsigned long long); P(__int128); P(std::nullptr_t); P(char16_t); P(volatile int *); P(const volatile int *);
    P(L); P(A::X<int>); P(A::X<int>::Y); P(A::X<A::X<int>>); P(A::X<A::X<int> *>::E); P(A::V<3, true, 4, 'a'>); P(A::V<-3, false, 4, 'a'> *); P(OfEn<En::a>); P(Pk<int, L, L *, Pk<>>);
    P(std::vector<int>); P(std::vector<std::vector<L>>); P(std::map<int, std::vector<double>>); P(std::unique_ptr<L>); P(std::pair<L, L>); P(std::tuple<int, L, L *>); P(std::function<int(const L &)>); P(std::exception); P(std::string); P(std::list<std::string>); P(std::shared_ptr<A::X<L>>);
    P(void (*(*)(int))(char)); P(int (*(*)[4])(L)); P(int (L::*)(int)); P(const L *const *); P(L &(*)(L &&));
    show("not a name"); show("i"); show(""); show("_Z"); show("N1A");
    char few[4], *room = (char *)malloc(4); size_t n = 4; int st; (void)few; room = abi::__cxa_demangle("Pi", room, &n, &st); printf("%s %d\n", room, st); free(room);
    printf("%d\n", abi::__cxa_demangle(nullptr, nullptr, nullptr, &st) == nullptr && st == -3);
}
