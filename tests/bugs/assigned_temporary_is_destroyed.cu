// An implicit assignment copies bytes: no constructor runs, and what was assigned from is destroyed.
#include <cstdio>
struct G { long n; G(long k) : n(k) { printf("make "); } G(const G &g) : n(g.n) { printf("copy "); } ~G() { printf("destroy "); } };
int main() { G a(1), b(2); printf("\n"); a = b; printf("%ld\n", a.n); a = G(3); printf("%ld\n", a.n); a = 4; printf("%ld\n", a.n); }
