// A pointer to one past the end may be formed and compared, in kernels and on the host.
//@ stdout: 496 10
#include <cstdio>
__global__ void sum(const int *first, const int *last, int *out) {
    int s = 0;
    for (const int *p = first; p != last; ++p) s += *p;
    const int *q = last;
    while (q > first) s += 0 * *--q;
    *out = s;
}
int main() {
    int h[32], *d, *out, r;
    for (int *p = h; p < h + 32; p++) *p = p - h;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&out, 4);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 1>>>(d, d + 32, out);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    int *heap = (int *)malloc(40), n = 0;
    for (int *p = heap; p != heap + 10; p++) { *p = 1; n += *p; }
    printf("%d %d\n", r, n);
    free(heap);
    cudaFree(d);
    cudaFree(out);
}
