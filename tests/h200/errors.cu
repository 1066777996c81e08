// What each host mistake returns, and that the sticky and non-sticky errors behave.
// The launches that cannot start answer as CUDA 12 does, 9 (`cudaErrorInvalidConfiguration`); the H200, with CUDA 13, said 1 (`cudaErrorInvalidValue`).
#include <cstdio>

__global__ void ok(int *p) { p[threadIdx.x] = 1; }
__global__ void big_shared(int *p) { extern __shared__ int s[]; s[threadIdx.x] = 1; p[threadIdx.x] = s[threadIdx.x]; }
__global__ void wild(int *p) { p[(1ll << 40) + threadIdx.x] = 1; } //~ ERROR[R0101]

#define SHOW(call) { cudaError_t e = (call); cudaError_t l = cudaGetLastError(); \
        printf("%-28s %d %s | last %d | %s\n", #call, (int)e, cudaGetErrorName(e), (int)l, cudaGetErrorString(e)); }
#define LAUNCH(what) { what; cudaError_t e = cudaPeekAtLastError(); cudaError_t l = cudaGetLastError(); \
        printf("%-28s %d %s | last %d | %s\n", #what, (int)e, cudaGetErrorName(e), (int)l, cudaGetErrorString(e)); }

int main()
{
    int *p, h[4];
    SHOW(cudaMalloc(&p, 1024));
    LAUNCH((ok<<<1, 2048>>>(p)));
    LAUNCH((ok<<<1, 0>>>(p)));
    LAUNCH((ok<<<0, 32>>>(p)));
    LAUNCH((ok<<<dim3(1, 70000), 32>>>(p)));
    LAUNCH((ok<<<1, dim3(1, 1, 65)>>>(p)));
    LAUNCH((big_shared<<<1, 32, 64 * 1024>>>(p)));
    SHOW(cudaFuncSetAttribute(big_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024));
    LAUNCH((big_shared<<<1, 32, 64 * 1024>>>(p)));
    SHOW(cudaFuncSetAttribute(big_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 300 * 1024));
    SHOW(cudaMemcpy(h, p, sizeof(h), cudaMemcpyHostToDevice)); //~ WARNING[K0603]
    SHOW(cudaMemcpy(p, h, 4096, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(NULL, p, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMalloc(NULL, 4));
    SHOW(cudaMalloc((void **)&h, (size_t)1 << 50));
    SHOW(cudaFree((void *)0x1234));
    SHOW(cudaFree(NULL));
    SHOW(cudaSetDevice(99));
    SHOW(cudaStreamSynchronize(0));
    SHOW(cudaFree(p));
    SHOW(cudaFree(p));
    SHOW(cudaMalloc(&p, 1024));
    LAUNCH((wild<<<1, 32>>>(p)));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMalloc(&p, 4));
    return 0;
}
