// Two numbers under one lock without fences: one mistake.
#include <cstdio>
__device__ int lock = 0;
__global__ void account(long long *sum, int *count, const int *in, int n)
{
    if (threadIdx.x != 0) return;
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        *sum += in[i]; //~ ERROR[R0702] `sum` | the same goes for line 10
        *count += 1;
        atomicExch(&lock, 0);
    }
}
int main()
{
    const int n = 64;
    int h[n], *in, *count, c;
    long long *sum, s;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&in, sizeof h), cudaMalloc(&count, sizeof(int)), cudaMalloc(&sum, sizeof s);
    cudaMemset(count, 0, sizeof(int)), cudaMemset(sum, 0, sizeof s);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    account<<<4, 32>>>(sum, count, in, n);
    cudaMemcpy(&c, count, sizeof c, cudaMemcpyDeviceToHost);
    cudaMemcpy(&s, sum, sizeof s, cudaMemcpyDeviceToHost);
    printf("%d %lld\n", c, s);
    cudaFree(in), cudaFree(count), cudaFree(sum);
}
