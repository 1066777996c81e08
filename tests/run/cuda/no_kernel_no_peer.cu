// What is no kernel, no memory, no peer: which errors answer; and the shared memory that blocks leave for one another.
#include <cstdio>
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void dynamic(int *p) { extern __shared__ int s[]; s[threadIdx.x] = 1; __syncthreads(); *p = s[5]; }
__global__ void fixed(int *p) { __shared__ int s[1024]; s[threadIdx.x] = 1; __syncthreads(); *p = s[5]; }
static void function() {}
static void call_with(const void *k)
{
    int n, *d = nullptr;
    size_t size, offset;
    const char *name;
    void *args[] = {&d};
    cudaFuncAttributes attributes;
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1);
    SHOW(cudaLaunchKernel(k, dim3(1), dim3(65), args, 0, 0));
    SHOW(cudaLaunchCooperativeKernel(k, dim3(1), dim3(1), args, 0, 0));
    SHOW(cudaLaunchKernelExC(&config, k, args));
    SHOW(cudaFuncGetAttributes(&attributes, k));
    SHOW(cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 9));
    SHOW(cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 0));
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&size, k, 1, 32));
    SHOW(cudaFuncGetName(&name, k));
    SHOW(cudaFuncGetParamInfo(k, 0, &offset, &size));
    cudaFunction_t symbol;
    SHOW(cudaGetFuncBySymbol(&symbol, k));
    cudaKernel_t kernel;
    SHOW(cudaGetKernel(&kernel, k));
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaKernelNodeParams params = {};
    params.func = (void *)k; params.gridDim = params.blockDim = dim3(1); params.kernelParams = args;
    cudaGraphCreate(&graph, 0);
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    cudaGraphDestroy(graph);
}
template <typename K> static void leave(K kernel, int blocks, int threads)
{
    size_t bytes = 7;
    cudaError_t error = cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, blocks, threads);
    printf("%d blocks of %d leave %zu (%s)\n", blocks, threads, bytes, cudaGetErrorName(error));
}
int main()
{
    int h[4] = {}, value;
    puts("an array:"); call_with(h);
    puts("a function:"); call_with((void *)function);
    puts("null:"); call_with(nullptr);
    void *v = h;
    SHOW(cudaMallocManaged(&v, 0)); printf("null: %d\n", v == nullptr);
    SHOW(cudaFree(v));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaDeviceEnablePeerAccess(0, 1));
    SHOW(cudaDeviceDisablePeerAccess(0));
    SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrMemoryPoolSupportedHandleTypes, 0)); printf("%d\n", value);
    for (int blocks : {1, 2, 4, 8, 9}) leave(dynamic, blocks, 256);
    for (int blocks : {1, 2, 8}) leave(fixed, blocks, 256);
    leave(dynamic, 1, 0);
    cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
    for (int blocks : {1, 2, 3, 4, 5, 6, 7}) leave(dynamic, blocks, 256);
    cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000);
    leave(dynamic, 1, 32);
    cudaFuncSetAttribute(fixed, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    for (int blocks : {1, 4}) leave(fixed, blocks, 32);
}
