// A function of the program has the name of one that instrumented code calls: it runs as it is.
#include <cstdio>
extern "C" int __kern_unwritten(int x) { return x + 1; }
int main() { printf("%d\n", __kern_unwritten(3)); }
