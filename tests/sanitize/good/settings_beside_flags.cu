// A kernel waits for the host by a volatile flag, and reads a setting plainly in the same loop, which nobody changes.
#include <cstdio>
__global__ void wait(int *flag, int *out, const int *mode)
{
    while (*(volatile int *)flag == 0) {
        if (*mode == 7) return;
        __threadfence();
    }
    *out = 1;
}
int main()
{
    int *flag, *out, *mode, one = 1;
    cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
    cudaHostAlloc(&out, sizeof(int), cudaHostAllocMapped);
    cudaMalloc(&mode, sizeof(int));
    cudaMemcpy(mode, &one, sizeof(int), cudaMemcpyHostToDevice);
    *flag = 0, *out = 0;
    wait<<<1, 1>>>(flag, out, mode);
    *(volatile int *)flag = 1;
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFreeHost(flag), cudaFreeHost(out), cudaFree(mode);
}
