// Arrays in kernels: written by indices that only the run knows, bit by bit, in part and copied, and by way of a pointer.
#include <cstdio>
struct Bits { unsigned low : 3, high : 5; };
struct Point { float x, y; int used; double w; };
__device__ __noinline__ void fill(int *t, int n) { for (int i = 0; i < n; i++) t[i] = i; }
__global__ void indices(const int *x, int *out) {
    int t[16];
    for (int i = 0; i < 16; i++) t[x[16 + i]] = x[i];
    int s = 0;
    for (int i = 0; i < x[0]; i++) s += t[x[i] & 15];
    out[threadIdx.x] = s;
}
__global__ void bits(const int *x, int *out) {
    Bits t[8];
    for (int i = 0; i < 8; i++) t[(i + x[0]) & 7].low = i, t[(i + x[0]) & 7].high = 2 * i;
    int s = 0;
    for (int i = 0; i < 8; i++) s += t[x[i] & 7].low + t[i].high;
    out[threadIdx.x] = s;
}
__global__ void parts(const int *x, Point *out) {
    Point t[4], u[4];
    for (int i = 0; i < 4; i++) t[(i + x[0]) & 3].x = i, t[(i + x[0]) & 3].used = 1;
    for (int i = 0; i < 4; i++) u[i] = t[(i + x[1]) & 3];
    out[threadIdx.x] = u[x[1] & 3];
}
__global__ void pointers(const int *x, int *out) {
    int t[16], *end = t + 16, s = 0;
    fill(t, x[0] + 8);
    for (int *p = t; p != end; p++) s += *p;
    out[threadIdx.x] = s;
}
int main() {
    int h[32] = {8, 2, 3}, *x, *o;
    for (int i = 0; i < 16; i++) h[16 + i] = 15 - i;
    Point *p, q[32];
    cudaMalloc(&x, sizeof h), cudaMalloc(&o, sizeof h), cudaMalloc(&p, sizeof q);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    indices<<<1, 32>>>(x, o);
    bits<<<1, 32>>>(x, o);
    parts<<<1, 32>>>(x, p);
    pointers<<<1, 32>>>(x, o);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(q, p, sizeof q, cudaMemcpyDeviceToHost);
    printf("%d %g %d\n", h[31], q[31].x, q[31].used);
    cudaFree(x), cudaFree(o), cudaFree(p);
}
