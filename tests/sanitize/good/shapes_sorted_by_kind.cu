// Records with padding, and a member that only some kinds have, which is read where it was set.
#include <cstdio>
struct Shape { char kind; double a; float b; };
__global__ void make(Shape *s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[i].kind = i % 2 ? 'c' : 'r';
    s[i].a = i + 1;
    if (i % 2 == 0) s[i].b = i + 2;
}
__global__ void sortByKind(const Shape *s, Shape *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i % 2 * (n / 2) + i / 2] = s[i];
}
__global__ void area(const Shape *s, double *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v = s[i].kind == 'r' ? s[i].a * s[i].b : 3 * s[i].a * s[i].a;
    atomicAdd(sum, v);
}
int main() {
    const int n = 64;
    Shape *s, *t;
    double *sum, h;
    cudaMalloc(&s, n * sizeof(Shape));
    cudaMalloc(&t, n * sizeof(Shape));
    cudaMalloc(&sum, sizeof h);
    cudaMemset(sum, 0, sizeof h);
    make<<<1, 64>>>(s, n);
    sortByKind<<<1, 64>>>(s, t, n);
    area<<<1, 64>>>(t, sum, n);
    cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h);
    cudaFree(s); cudaFree(t); cudaFree(sum);
}
