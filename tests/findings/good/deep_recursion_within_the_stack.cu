// Device recursion that fits the stack; a host recursion a few thousand deep.
//@ stdout: 610 5000
#include <cstdio>
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(int *p) { *p = fib(15); }
int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main() {
    int *p, h;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h, depth(5000));
    cudaFree(p);
}
