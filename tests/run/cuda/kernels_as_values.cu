// Kernels as values: attributes, names, parameters, launches with a configuration, limits and settings of the device.
#include <cstdio>
#include <cstring>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void plain(int *p, char c, double v) { p[threadIdx.x] = (int)v + c; }
__global__ void __launch_bounds__(128) big(int *p) { extern __shared__ int s[]; s[threadIdx.x] = threadIdx.x; __syncthreads(); p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }
__global__ void fixed(float *p) { __shared__ float s[100]; s[threadIdx.x % 100] = *p; __syncthreads(); *p = s[0]; }
template <class T> __global__ void set(T *p, T v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
int main() {
    int *d, h[256];
    CHECK(cudaMalloc(&d, sizeof h));
    cudaFuncAttributes a;
    CHECK(cudaFuncGetAttributes(&a, fixed));
    printf("shared %zu, local %zu, threads %d, dynamic %d, carveout %d\n", a.sharedSizeBytes, a.localSizeBytes, a.maxThreadsPerBlock, a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout);
    CHECK(cudaFuncGetAttributes(&a, big));
    printf("shared %zu, threads %d, dynamic %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock, a.maxDynamicSharedSizeBytes);
    big<<<1, 128, 100 * 1024>>>(d);
    SHOW(cudaGetLastError());
    SHOW(cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
    big<<<1, 128, 100 * 1024>>>(d);
    SHOW(cudaGetLastError());
    SHOW(cudaFuncSetAttribute(big, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
    SHOW(cudaFuncSetAttribute(big, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    SHOW(cudaFuncSetAttribute(big, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
    SHOW(cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    SHOW(cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    SHOW(cudaFuncSetAttribute(big, (cudaFuncAttribute)77, 1));
    SHOW(cudaFuncSetAttribute((void (*)(int *))nullptr, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
    CHECK(cudaFuncGetAttributes(&a, big));
    printf("dynamic %d, carveout %d\n", a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout);
    SHOW(cudaFuncGetAttributes(nullptr, big));
    SHOW(cudaFuncSetCacheConfig(big, cudaFuncCachePreferL1));
    SHOW(cudaFuncSetCacheConfig(big, (cudaFuncCache)9));
    const char *name;
    CHECK(cudaFuncGetName(&name, (const void *)plain));
    printf("%s\n", name);
    CHECK(cudaFuncGetName(&name, (const void *)set<float>));
    printf("%s\n", name);
    size_t offset, size;
    for (size_t i = 0; i < 3; i++) { CHECK(cudaFuncGetParamInfo((const void *)plain, i, &offset, &size)); printf("parameter %zu: at %zu, %zu bytes\n", i, offset, size); }
    SHOW(cudaFuncGetParamInfo((const void *)plain, 3, &offset, &size));
    cudaFunction_t f;
    SHOW(cudaGetFuncBySymbol(&f, (const void *)plain));
    SHOW(cudaGetFuncBySymbol(&f, (const void *)&h));
    cudaKernel_t kern;
    SHOW(cudaGetKernel(&kern, (const void *)set<int>));
    int v = 42;
    void *args[] = {&d, &v};
    SHOW(cudaLaunchKernel((const void *)kern, dim3(1), dim3(4), args, 0, 0));
    CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    printf("%d\n", h[3]);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2); config.blockDim = dim3(8);
    SHOW(cudaLaunchKernelEx(&config, set<int>, d, 7));
    cudaLaunchAttribute attr[2];
    attr[0].id = cudaLaunchAttributeCooperative; attr[0].val.cooperative = 1;
    attr[1].id = cudaLaunchAttributePriority; attr[1].val.priority = -1;
    config.attrs = attr; config.numAttrs = 2;
    v = 9;
    SHOW(cudaLaunchKernelExC(&config, (const void *)set<int>, args));
    attr[0].id = cudaLaunchAttributeProgrammaticStreamSerialization; attr[0].val.programmaticStreamSerializationAllowed = 1;
    SHOW(cudaLaunchKernelEx(&config, plain, d, (char)1, 3.5));
    CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    printf("%d %d\n", h[0], h[15]);
    config.blockDim = dim3(2000);
    SHOW(cudaLaunchKernelEx(&config, set<int>, d, 7));
    SHOW(cudaLaunchKernelExC(nullptr, (const void *)set<int>, args));
    SHOW(cudaLaunchKernelExC(&config, nullptr, args));
    SHOW(cudaLaunchKernel((const void *)set<int>, dim3(0), dim3(4), args, 0, 0));
    SHOW(cudaLaunchCooperativeKernel((const void *)set<int>, dim3(100000), dim3(1024), args, 0, 0));
    size_t value;
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    SHOW(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize)); printf("%zu\n", value);
    SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
    SHOW(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount)); printf("%zu\n", value);
    SHOW(cudaCtxResetPersistingL2Cache());
    SHOW(cudaDeviceGetLimit(&value, (cudaLimit)99));
    SHOW(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
    SHOW(cudaDeviceSynchronize());
}
