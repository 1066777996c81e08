#include <stdio.h>
#include <stdlib.h>
// single pass sum, programming guide B.5
__device__ unsigned int count = 0;
__shared__ bool isLastBlockDone;
__device__ float calculatePartialSum(const float *array, unsigned int N)
{
    __shared__ float s[128];
    float v = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) v += array[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) { if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; __syncthreads(); }
    return s[0];
}
__device__ float calculateTotalSum(volatile float *result)
{
    float t = 0;
    for (int b = 0; b < gridDim.x; b++) t += result[b];
    return t;
}
__global__ void sum(const float *array, unsigned int N, volatile float *result)
{
    float partialSum = calculatePartialSum(array, N);
    if (threadIdx.x == 0) {
        result[blockIdx.x] = partialSum;
        __threadfence();
        unsigned int value = atomicInc(&count, gridDim.x);
        isLastBlockDone = (value == (gridDim.x - 1));
    }
    __syncthreads();
    if (isLastBlockDone) {
        float totalSum = calculateTotalSum(result);
        if (threadIdx.x == 0) {
            result[0] = totalSum;
            count = 0;
        }
    }
}
// a spinning consumer: block 1 waits for block 0
__device__ volatile int flag;
__device__ int mailbox[4];
__global__ void producerConsumer(int *out)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x < 4) mailbox[threadIdx.x] = 100 + threadIdx.x * threadIdx.x;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) flag = 1;
    } else {
        if (threadIdx.x == 0) { while (flag == 0) ; __threadfence(); }
        __syncthreads();
        if (threadIdx.x < 4) out[threadIdx.x] = ((volatile int *)mailbox)[threadIdx.x];
    }
}
// spin lock taken by one thread a block
__device__ int mutex = 0;
__global__ void locked(int *counter, int *max)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0) ;
        __threadfence();
        int v = *(volatile int *)counter;
        *(volatile int *)counter = v + (int)blockIdx.x + 1;
        if ((int)blockIdx.x > *(volatile int *)max) *(volatile int *)max = blockIdx.x;
        __threadfence();
        atomicExch(&mutex, 0);
    }
}
int main(void)
{
    const unsigned n = 10007;
    float *h = (float *)malloc(n * sizeof(float)), *d, *r, got;
    double ref = 0;
    for (unsigned i = 0; i < n; i++) { h[i] = (float)((i * 7) % 13) * 0.1f; ref += h[i]; }
    cudaMalloc(&d, n * sizeof(float)); cudaMalloc(&r, 64 * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    for (int blocks = 1; blocks <= 16; blocks *= 4) {
        sum<<<blocks, 128>>>(d, n, r);
        cudaMemcpy(&got, r, sizeof(float), cudaMemcpyDeviceToHost);
        printf("%2d blocks: %.4f (host %.4f)\n", blocks, got, ref);
    }
    int *o, out[4];
    cudaMalloc(&o, sizeof out);
    producerConsumer<<<2, 32>>>(o);
    cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
    printf("mailbox %d %d %d %d\n", out[0], out[1], out[2], out[3]);
    cudaMemset(o, 0, sizeof out);
    locked<<<40, 32>>>(o, o + 1);
    cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
    printf("locked %d %d\n", out[0], out[1]);
    cudaFree(d); cudaFree(r); cudaFree(o); free(h);
    return 0;
}
