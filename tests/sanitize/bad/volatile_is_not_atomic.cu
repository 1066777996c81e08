// Reading, adding and writing through `volatile` are three steps.
#include <cstdio>
__global__ void of_blocks(volatile int *counter)
{
    (*counter)++; //~ ERROR[R0307] race between blocks | `volatile` is not atomic | `atomicAdd`
}
__global__ void of_threads(volatile int *counter)
{
    *counter = *counter + 2; //~ ERROR[R0302] `volatile` is not atomic | `atomicAdd`
}
__global__ void of_one_block(int *out)
{
    __shared__ volatile int counter;
    if (threadIdx.x == 0) counter = 0;
    __syncthreads();
    counter += 1; //~ ERROR[R0301] `volatile` is not atomic | `atomicAdd`
    __syncthreads();
    if (threadIdx.x == 0) *out = counter;
}
__global__ void beside_an_atomic(volatile int *counter)
{
    if (blockIdx.x == 0)
        atomicAdd((int *)counter, 1); //~ NOTE atomically changes it here
    else
        *counter -= 1; //~ ERROR[R0307] race between blocks | `volatile` is not atomic
}
int main()
{
    int *counter, h;
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    of_blocks<<<64, 1>>>(counter);
    of_threads<<<1, 64>>>(counter);
    of_one_block<<<1, 64>>>(counter);
    beside_an_atomic<<<2, 1>>>(counter);
    cudaMemcpy(&h, counter, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h > 0);
    cudaFree(counter);
}
