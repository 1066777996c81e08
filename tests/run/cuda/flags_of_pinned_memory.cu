// What the H200 answers (CUDA 13.0): pinned memory is mapped, and of the flags one is kept; any address inside will do.
// Too much shared memory is an invalid value, not an invalid configuration.
#include <cstdio>
#include <cstdlib>

__global__ void uses(int *p)
{
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
    if (p) *p = s[0];
}

int main()
{
    for (unsigned flags = 0; flags < 8; flags++) {
        void *p;
        unsigned got = 99, inner = 99;
        cudaHostAlloc(&p, 100, flags);
        cudaHostGetFlags(&got, p);
        cudaHostGetFlags(&inner, (char *)p + 4);
        printf("%u %u %u\n", flags, got, inner);
        cudaFreeHost(p);
    }
    for (unsigned flags = 0; flags < 16; flags++) {
        void *p = aligned_alloc(4096, 8192);
        unsigned got = 99;
        cudaError_t error = cudaHostRegister(p, 8192, flags);
        printf("%u %d ", flags, error);
        printf("%d ", cudaHostGetFlags(&got, p));
        printf("%u\n", got);
        if (error == cudaSuccess) cudaHostUnregister(p);
        free(p);
    }
    cudaGetLastError();
    for (int size : {49152, 49153, 102400}) {
        uses<<<1, 32, size>>>(nullptr);
        printf("%d %s\n", size, cudaGetErrorName(cudaGetLastError()));
    }
    cudaDeviceSynchronize();
}
