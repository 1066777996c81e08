// Braced lists for bit-fields of several types that share bytes, next to other members, with defaults, from packs.
#include <cstdint>
#include <cstdio>
struct F { unsigned a : 5, b : 11; int c : 4; bool d : 1; unsigned long long e : 33; };
struct G { uint8_t a : 3; uint16_t b : 9; uint32_t c : 4; };
struct H { char c; int b : 8; short s; };
struct I { bool a : 1, b : 1, c : 1; };
struct J { char c; int b : 20; int d : 4; };
struct K { int b : 8; char c; short s; };
struct N { int x; G g; int y; };
struct __attribute__((packed)) P { uint8_t a : 3; uint16_t b : 9; uint32_t c : 20; char d; };
__host__ __device__ void show(const F &f) { printf("F %u %u %d %d %llu\n", f.a, f.b, f.c, f.d, (unsigned long long)f.e); }
__host__ __device__ void show(const G &g) { printf("G %d %d %d\n", g.a, g.b, g.c); }
__host__ __device__ void show(const H &h) { printf("H %d %d %d\n", h.c, h.b, h.s); }
__host__ __device__ void show(const I &i) { printf("I %d %d %d\n", i.a, i.b, i.c); }
__host__ __device__ void show(const J &j) { printf("J %d %d %d\n", j.c, j.b, j.d); }
__host__ __device__ void show(const K &k) { printf("K %d %d %d\n", k.b, k.c, k.s); }
__host__ __device__ void show(const N &n) { printf("N %d %d %d %d %d\n", n.x, n.g.a, n.g.b, n.g.c, n.y); }
__host__ __device__ void show(const P &p) { printf("P %d %d %d %d\n", p.a, p.b, p.c, p.d); }
template <class T, class... A> __host__ __device__ T of(A... a) { return T{a...}; }
__host__ __device__ void all(int one) {
    F f{31, 2047, -8, true, 1ull << 32};
    show(f);
    show(F{unsigned(one + 4), unsigned(one + 1000), one - 3, one != 0, (1ull << 32) + one});
    show(G{5, 300, 9});
    show(G{uint8_t(one + 1), uint16_t(one + 400), uint32_t(one + 6)});
    show(G{7});
    show(H{1, 2, 3});
    show(H{char(one), one + 1});
    show(I{true, false, true});
    show(I{one == 2, one == 1, true});
    show(J{3, -70000, 5});
    show(J{char(one), one * 70000, -one});
    show(K{one + 6});
    show(K{1, 2, 3});
    show(N{1, 2, 300, 4, one});
    show(N{one, {1, 511}, 8});
    show(P{5, 300, 70000, 1});
    show(P{uint8_t(one), uint16_t(one + 299), uint32_t(one + 69999)});
    show(of<I>(true, false, one == 1));
}
F global{1, 2, 3, true, 4};
G table[2] = {{1, 2, 3}, {4, 500, 6}};
H mixed{9, -9, 900};
__device__ G there = {6, 311, 12};
__global__ void kernel(int one) {
    all(one);
    show(there);
}
int main() {
    all(1);
    show(global);
    show(table[0]);
    show(table[1]);
    show(mixed);
    kernel<<<1, 1>>>(1);
    cudaDeviceSynchronize();
}
