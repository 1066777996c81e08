// Arguments of the compiler's own functions have their effects, in the order of gcc.
#include <cstdio>
int n; int inc() { return ++n; }
int arr[4];
int main() { int i = 0; __builtin_prefetch(&arr[i++]); printf("%d\n", i); int r = __builtin_expect(inc(), inc()); printf("%d %d\n", r, n); (void)__builtin_assume_aligned(&arr[i++], 4); printf("%d\n", i); int c = __builtin_constant_p(i++); printf("%d %d\n", c, i); (void)__builtin_expect(i++, 1); printf("%d\n", i); long p = __builtin_expect_with_probability(i++, 1, 0.5); printf("%ld %d\n", p, i); }
