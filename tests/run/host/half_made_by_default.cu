// What is made by default and has a destructor goes as well where its object is not made to the end.
#include <cstdio>
struct V { ~V() { printf(" V"); } };
struct L { const char *n; ~L() { printf(" %s", n); } };
struct B { L l{"l"}; V v; B() { printf(" made"); throw 1; } };
struct C { V v; L l; int x; C() : l{"given"} { printf(" made"); throw 1; } };
struct D : V { V w[2]; int a; D() try { throw 1; } catch (int) { printf(" tried"); } };
struct E { V v; L l = fail(); static L fail() { throw 2; } };
struct F { V v; E e; };
union U { V v; int i; U() : i(1) { throw 3; } ~U() {} };
template <class T> void run(const char *n) { printf("%s:", n); try { T t; } catch (int i) { printf(" caught %d\n", i); } }
int main() { run<B>("B"); run<C>("C"); run<D>("D"); run<E>("E"); run<F>("F"); run<U>("U"); }
