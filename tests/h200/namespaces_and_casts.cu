// Namespaces, default arguments, overloads, references, auto, casts of every spelling, function pointers.
#include <cstdio>
#include <cstdint>
namespace geo {
namespace detail { __host__ __device__ inline int sq(int v) { return v * v; } const int bias = 3; }
struct Point { int x, y; };
__host__ __device__ inline int norm2(const Point &p, int scale = 1, int offset = detail::bias) { return (detail::sq(p.x) + detail::sq(p.y)) * scale + offset; }
}
namespace g = geo;
using geo::Point;
typedef int (*binary)(int, int);
__device__ int addi(int a, int b) { return a + b; }
__device__ int muli(int a, int b) { return a * b; }
__device__ binary table[2] = {addi, muli};
__global__ void apply(int *out, int which) { binary f = table[(threadIdx.x + which) % 2]; out[threadIdx.x] = f(threadIdx.x, 3); }
__global__ void points(Point *p, int *o, int n)
{
    auto i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < static_cast<unsigned>(n)) {
        Point &q = p[i];
        q.x = int(i) - 5; q.y = (int)(i / 2u);
        const auto &r = q;
        o[i] = g::norm2(r) + geo::norm2(r, 2) + norm2(r, 1, 0);
    }
}
static int twice(int v) { return 2 * v; }
static int thrice(int v) { return 3 * v; }
int apply_host(int (*f)(int), int v = 7) { return f(v); }
int main()
{
    int h[16], *d; Point hp[16], *p;
    cudaMalloc(&d, sizeof(h)); cudaMalloc(&p, sizeof(hp));
    for (int w = 0; w < 2; w++) {
        apply<<<1, 16>>>(d, w);
        cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
        printf("%d %d %d %d\n", h[0], h[1], h[2], h[15]);
    }
    points<<<2, 8>>>(p, d, 13);
    cudaMemcpy(h, d, 13 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(hp, p, 13 * sizeof(Point), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 13; i++) printf("(%d,%d)=%d ", hp[i].x, hp[i].y, h[i]);
    printf("\n%d %d\n", apply_host(twice), apply_host(thrice, 5));
    uint8_t u8 = static_cast<uint8_t>(300); int64_t big = -1; uint32_t low = (uint32_t)big;
    double dd = 3.99; int trunc = int(dd); float ff = float(1) / 3; unsigned short us = (unsigned short)-2; char c = (char)200;
    printf("%d %u %d %.9g %hu %d %lld %zu\n", u8, low, trunc, ff, us, c, (long long)big >> 3, sizeof(Point));
    const void *vp = &h[3]; int *ip = const_cast<int *>(static_cast<const int *>(vp)); *ip = 42;
    unsigned bits = *reinterpret_cast<unsigned *>(&ff);
    printf("%d %08x %d %d %d\n", h[3], bits, -7 / 2, -7 % 3, (-7) >> 1);
    return 0;
}
