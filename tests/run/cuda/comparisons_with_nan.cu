// `setp.ne` and `setp.equ` of inline PTX where operands are NaN, by many lanes at once.
#include <cstdio>
__global__ void k(const float *a, const double *b, int *r, int n)
{
    for (int i = threadIdx.x; i < n; i += 32) {
        int p, q; float x = a[i], y = a[(i * 7 + 1) % n]; double u = b[i], v = b[(i * 5 + 2) % n];
        asm("{.reg .pred p; setp.ne.f32 p, %1, %2; selp.s32 %0, 1, 0, p;}" : "=r"(p) : "f"(x), "f"(y));
        asm("{.reg .pred p; setp.equ.f64 p, %1, %2; selp.s32 %0, 1, 0, p;}" : "=r"(q) : "d"(u), "d"(v));
        r[i] = p + 2 * q;
    }
}
int main()
{
    const int n = 256; float *a; double *b; int *r; cudaMallocManaged(&a, n * 4); cudaMallocManaged(&b, n * 8); cudaMallocManaged(&r, n * 4);
    for (int i = 0; i < n; i++) { a[i] = i % 5 == 0 ? 0.0f / 0.0f : i % 3; b[i] = a[i]; }
    k<<<1, 32>>>(a, b, r, n); cudaDeviceSynchronize();
    int c[4] = {}; for (int i = 0; i < n; i++) c[r[i]]++; printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
}
