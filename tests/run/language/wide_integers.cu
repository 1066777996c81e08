// 128-bit integers on both sides: operators, conversions, members, arguments. The output is of g++, the device agrees with the host.
#include <cstdio>
#include <cstdint>
#include <cstdlib>
typedef __int128 i128;
typedef unsigned __int128 u128;
#define HD __host__ __device__
struct Two { u128 a; i128 b; char c; };
HD u128 mix(u128 a, u128 b) { return a * 3 + (b >> 7) - (a ^ b); }
HD i128 sgn(i128 a) { return a < 0 ? -1 : a > 0; }
HD uint64_t fold(u128 x) { return (uint64_t)(x >> 64) * 31 + (uint64_t)x; }
HD u128 make(uint64_t h, uint64_t l) { return (u128)h << 64 | l; }
HD uint64_t work(uint64_t s) {
  uint64_t acc = 0;
  for (int i = 0; i < 40; i++) {
    s = s * 6364136223846793005ull + 1442695040888963407ull; uint64_t a = s;
    s = s * 6364136223846793005ull + 1442695040888963407ull; uint64_t b = s;
    s = s * 6364136223846793005ull + 1442695040888963407ull; uint64_t c = s >> (i % 64);
    s = s * 6364136223846793005ull + 1442695040888963407ull; uint64_t d = s | 1;
    u128 x = make(a, b), y = make(i % 3 ? c : 0, d);
    i128 p = (i128)x, q = (i128)y; if (i & 1) q = -q;
    acc = acc * 1000003 + fold(x + y); acc = acc * 1000003 + fold(x - y); acc = acc * 1000003 + fold(x * y);
    acc = acc * 1000003 + fold(x / y); acc = acc * 1000003 + fold(x % y);
    acc = acc * 1000003 + fold((u128)(p / q)); acc = acc * 1000003 + fold((u128)(p % q));
    int n = (int)(d % 128);
    acc = acc * 1000003 + fold(x << n); acc = acc * 1000003 + fold(x >> n); acc = acc * 1000003 + fold((u128)(p >> n));
    acc = acc * 1000003 + fold(x & y); acc = acc * 1000003 + fold(x | ~y); acc = acc * 1000003 + fold(mix(x, y));
    acc = acc * 1000003 + (x < y) + 2 * (p < q) + 4 * (x >= y) + 8 * (p >= q) + 16 * (p > q) + 32 * (x <= y) + 64 * (x == y) + 128 * (x != y) + 256 * !p;
    Two t{x, p, 'c'}; t.a += y; t.b -= q; t.a <<= 3; t.b >>= 5; t.a ^= 77; t.b *= -3; t.a /= 1000; t.b %= 12345678912345ll; t.a |= 1; t.a &= y; ++t.a; t.b++; --t.b; t.a--;
    acc = acc * 1000003 + fold(t.a); acc = acc * 1000003 + fold((u128)t.b); acc += (uint64_t)sgn(t.b);
    double f = (double)p; float g = (float)x; acc = acc * 1000003 + (uint64_t)(int64_t)(f / 1e25) + (uint64_t)(g / 1e25f);
    i128 back = (i128)f; acc = acc * 1000003 + fold((u128)back); u128 ub = (u128)(g / 2); acc = acc * 1000003 + fold(ub);
    uint64_t small = c; small += x; small -= 3; small *= y; acc += small;
    double dd = 1.5; dd += (double)q; dd *= 2; acc += (uint64_t)(i128)dd;
    u128 arr[3] = {x, y, x + y}; arr[1] += arr[0]; acc = acc * 1000003 + fold(arr[1] ^ arr[2]);
    u128 old = arr[2]++; acc += fold(old) ^ fold(arr[2]);
    if (x) acc++; if (!(y - y)) acc += 2; acc += (bool)p ? 3 : 1; acc += x && y;
    i128 m = i & 2 ? p : q; acc = acc * 1000003 + fold((u128)m);
  }
  return acc;
}
__global__ void k(uint64_t s, uint64_t *o) { o[threadIdx.x] = work(s + threadIdx.x); }
__global__ void par(u128 v, Two t, u128 *o) { o[0] = v + t.a; o[1] = (u128)t.b; }
constexpr u128 big = ~(u128)0;
static_assert(big / 3 > ((u128)1 << 126), "");
static_assert(sizeof(Two) == 48 && alignof(u128) == 16, "");
static u128 table[2] = {big, (u128)1 << 100};
__device__ u128 dev = (u128)5 << 90;
static void print(u128 v) { char b[50]; int i = 49; b[i] = 0; do { b[--i] = '0' + (int)(v % 10); v /= 10; } while (v); puts(b + i); }
template <class T> T twice(T x) { return x + x; }
int over(int) { return 1; } int over(i128) { return 2; } int over(u128) { return 3; }
int main() {
  uint64_t *o; cudaMallocManaged(&o, 4 * 8);
  k<<<1, 4>>>(42, o); cudaDeviceSynchronize();
  for (int i = 0; i < 4; i++) { uint64_t h = work(42 + i); printf("%llu %d\n", (unsigned long long)h, h == o[i]); }
  u128 *w; cudaMallocManaged(&w, 64);
  par<<<1, 1>>>(big >> 2, Two{table[1], -7, 'x'}, w); cudaDeviceSynchronize();
  print(w[0]); print(w[1]); print(big); print(table[0] / 7); print(twice(table[1]));
  u128 z; cudaMemcpyFromSymbol(&z, dev, sizeof z); print(z);
  printf("%g %g %g\n", (double)big, (double)(i128)-1, (float)table[1]);
  printf("%d %d %d\n", over(3), over((i128)3), over((u128)3));
  printf("%lld\n", (long long)((i128)-123456789012345678 * 1000000007 / 1000000007));
  u128 f = 1; for (int i = 2; i <= 34; i++) f *= i; print(f);
  int sh = 1; sh <<= (i128)4; printf("%d %d\n", sh, 3 << (u128)2);
  i128 e = 5; e += 2.75; printf("%lld\n", (long long)e); int n[4] = {1, 2, 3, 4}; printf("%d\n", n[(i128)2]);
}
