// Attributes without which a program means something else, which kern has not got.
#include <cstdio>
static void done(int *) {}
typedef int four __attribute__((vector_size(16)));
typedef int small __attribute__((mode(QI)));
extern "C" int real(int x) { return x; }
extern "C" int other(int x) __attribute__((alias("real")));
struct S { S(int) {} };
S first __attribute__((init_priority(2000))) (1);
int main() { __attribute__((cleanup(done))) int x = 3; return x; }
