// decltype of a member of an object is the type that the member was declared with; in brackets, what the object is counts too.
#include <cstdio>
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
struct S {
    int a;
    const int c = 4;
    int &r = a;
    int arr[2];
    mutable int m;
    static int s;
    unsigned b : 3;
    union { int u; float f; };
};
int S::s;
const S cs{};
const S &rs = cs;
const S *ps = &cs;
volatile S vs{};
S make();
struct D : S {};
struct Pair { S first; };
template <class T> auto doubled(const T &t) { decltype(t.a) copy = t.a; copy *= 2; return copy; }
int main()
{
    const S l{21};
    const D d{};
    const Pair p{};
    printf("%d%d%d%d%d%d\n", same<decltype(cs.a), int>, same<decltype(rs.a), int>, same<decltype(ps->a), int>, same<decltype(vs.a), int>,
           same<decltype(l.a), int>, same<decltype(d.a), int>);
    printf("%d%d%d%d%d%d\n", same<decltype(cs.c), const int>, same<decltype(cs.r), int &>, same<decltype((cs.r)), int &>,
           same<decltype(cs.arr), int[2]>, same<decltype(cs.m), int>, same<decltype(cs.s), int>);
    printf("%d%d%d%d\n", same<decltype((cs.a)), const int &>, same<decltype(make().a), int>, same<decltype((make().a)), int &&>,
           same<decltype((cs.m)), int &>);
    printf("%d%d%d%d\n", same<decltype(cs.b), unsigned>, same<decltype(cs.u), int>, same<decltype(p.first.a), int>, same<decltype(p.first), S>);
    printf("%d\n", doubled(l));
}
