// A kernel waits for the host only so many rounds: the host goes on meanwhile, as it does beside one that waits for ever.
//@ stdout: 1 1 3
#include <cstdio>
__global__ void waits(volatile int *flag, int *out, int n)
{
    int spins;
    for (spins = 0; spins < n && *flag == 0; spins++) {}
    if (threadIdx.x == 0) {
        out[0] = *flag;
        out[1] = spins < n;
    }
}
__global__ void waits_with_atomics(int *flag, int *out)
{
    for (unsigned round = 1u << 30; round != 0 && atomicAdd_system(flag, 0) != 3; round--) {}
    if (blockIdx.x == 0) out[2] = atomicAdd_system(flag, 0);
}
int main()
{
    int *flag, *out, h[3];
    cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
    *(volatile int *)flag = 0;
    cudaMalloc(&out, sizeof h);
    waits<<<1, 32>>>(flag, out, 1 << 30);
    *(volatile int *)flag = 1;
    cudaDeviceSynchronize();
    waits_with_atomics<<<2, 1>>>(flag, out);
    *(volatile int *)flag = 3;
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[2]);
    cudaFree(out);
    cudaFreeHost(flag);
}
