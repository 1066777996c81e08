// Grids of one block's stream come one after the other, with all that they launch; others keep to their own part, or add atomically.
#include <cstdio>
__global__ void add(int *x, int n) { if (threadIdx.x < n) x[threadIdx.x] += 1; }
__global__ void halves(int *x, int n)
{
    if (n < 2) { if (n == 1) x[0] += 100; return; }
    cudaStream_t left, right;
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    halves<<<1, 1, 0, left>>>(x, n / 2);
    halves<<<1, 1, 0, right>>>(x + n / 2, n - n / 2);
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
}
__global__ void count(int *x) { atomicAdd(x, 1); }
__global__ void parent(int *x, int *counter, int n)
{
    if (threadIdx.x == 0) {
        add<<<1, 64>>>(x + blockIdx.x * n, n);
        add<<<1, 64>>>(x + blockIdx.x * n, n);
        halves<<<1, 1>>>(x + blockIdx.x * n, n);
        count<<<1, 32, 0, cudaStreamFireAndForget>>>(counter);
        add<<<1, 1, 0, cudaStreamTailLaunch>>>(counter, 1);
    }
}
int main()
{
    int *x, *counter, h[64], c;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&counter, 4);
    cudaMemset(x, 0, sizeof h);
    cudaMemset(counter, 0, 4);
    parent<<<4, 32>>>(x, counter, 16);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(&c, counter, 4, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[63], c);
    cudaFree(x);
    cudaFree(counter);
}
