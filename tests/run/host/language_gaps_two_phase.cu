// Templates see the functions in front of them; those behind are found by the arguments' namespaces only.
#include <cstdio>

void pick(double) { puts("double"); }
template <class T> struct Holder {
    void fixed() { pick(1); }
    void dependent(T t) { pick(t); }
};
template <class T> void by_function(T t)
{
    pick(t);
    auto inner = [](T t) { pick(t); };
    inner(t);
}
template <class T> int count_down(T n) { return n == 0 ? 0 : 1 + count_down(n - 1); }
template <class T> void declared_only(T t);
template <class T> void calls_declared(T t) { declared_only(t); }
template <class T> void declared_only(T) { puts("declared before, defined behind"); }

void pick(int) { puts("int"); }
enum Kind { one };
struct Own {};
void pick(Kind) { puts("Kind"); }
void pick(Own) { puts("Own"); }
namespace space {
struct Inside {};
void pick(Inside) { puts("Inside"); }
void later(Inside) { puts("later"); }
}
template <class T> void finds_by_argument(T t) { later(t); }
void pick(void (*)(Own)) { puts("function of Own"); }

int main()
{
    Holder<int>().fixed();
    Holder<int>().dependent(1);
    by_function(1);
    by_function(one);
    by_function(Own());
    by_function(space::Inside());
    finds_by_argument(space::Inside());
    void (*function)(Own) = pick;
    Holder<void (*)(Own)>().dependent(function);
    printf("%d\n", count_down(3));
    calls_declared(1);
    pick(1);
}
