// Initialisation order, static storage, constructors before main and destructors after it.
//@ stdout: construct 1
//@ stdout: construct 2
//@ stdout: main 12 0 5
//@ stdout: destroy 2
//@ stdout: destroy 1
#include <cstdio>
int zero;
static int five = 5;
int twelve() { return 12; }
int dynamic = twelve();
struct S {
    int n;
    S(int k) : n(k) { printf("construct %d\n", n); }
    ~S() { printf("destroy %d\n", n); }
};
S first(1), second(2);
int main() { printf("main %d %d %d\n", dynamic, zero, five); }
