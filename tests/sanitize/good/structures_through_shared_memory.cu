// Structures of which one field is not set are turned round in a block through shared memory.
#include <cstdio>
struct Item { int key, value, spare; };
__global__ void make(Item *x, int n) { int i = blockIdx.x * 64 + threadIdx.x; if (i < n) x[i].key = i * 37 % n, x[i].value = i; }
__global__ void reverse(const Item *x, Item *y) {
    __shared__ Item s[64];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    y[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void sum(const Item *x, int n, int *out) { int i = blockIdx.x * 64 + threadIdx.x; if (i < n) atomicAdd(out, x[i].key * x[i].value); }
int main() {
    const int n = 256;
    Item *x, *y;
    int *out, h;
    cudaMalloc(&x, n * sizeof(Item)), cudaMalloc(&y, n * sizeof(Item)), cudaMalloc(&out, 4);
    cudaMemset(out, 0, 4);
    make<<<4, 64>>>(x, n);
    reverse<<<4, 64>>>(x, y);
    sum<<<4, 64>>>(y, n, out);
    cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(x), cudaFree(y), cudaFree(out);
}
