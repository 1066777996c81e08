// Captures of `*this` (a copy of the object) and of packs; labels in a row by the thousand.
#include <cstdio>
#include <utility>
struct Scale { float k; int n; 
  auto make() const { return [*this](float x) { return k * x + n; }; }
  auto make2() { return [=, *this]() mutable { n++; k *= 2; return k + this->n; }; }
  void go(float *d, int m);
};
template <class F> __global__ void each(float *d, int n, F f) { int i = threadIdx.x; if (i < n) d[i] = f(d[i]); }
void Scale::go(float *d, int m) { each<<<1, 32>>>(d, m, [=, *this] __device__ (float x) { return x * k + n; }); cudaDeviceSynchronize(); }
template <class... A> int sum(A... a) { auto f = [a...] { return (a + ... + 0); }; auto g = [&a...] { ((a += 1), ...); return (0 + ... + a); }; return f() * 1000 + g(); }
int which(int x) { switch (x) {
#define C4(n) case n: case n + 1: case n + 2: case n + 3:
#define C16(n) C4(n) C4(n + 4) C4(n + 8) C4(n + 12)
#define C64(n) C16(n) C16(n + 16) C16(n + 32) C16(n + 48)
#define C256(n) C64(n) C64(n + 64) C64(n + 128) C64(n + 192)
#define C1024(n) C256(n) C256(n + 256) C256(n + 512) C256(n + 768)
 C1024(0) C1024(1024) default: C1024(5000) return 1; case 10000: if (x) { C1024(20000) return 2; } return 3; } return 4; }
int main() {
  Scale s{2, 3}; auto f = s.make(); auto g = s.make2(); s.k = 100; printf("%g %g %g %g\n", f(5), g(), g(), s.k);
  float *d; cudaMallocManaged(&d, 8 * sizeof(float)); for (int i = 0; i < 8; i++) d[i] = i; s.go(d, 8); printf("%g %g\n", d[1], d[7]);
  printf("%d\n", sum(1, 2, 3)); printf("%d %d %d %d %d\n", which(7), which(5001), which(10000), which(20003), which(3000)); }
