// 64 KiB of constants, and a launch with attributes of a kernel without parameters.
#include <cstdio>
__constant__ float c[127 * 128];
__constant__ float d[128] = {};
__global__ void last(float *o) { *o = c[127 * 128 - 1] + d[127]; }
__global__ void nothing() {}
int main()
{
    static float h[127 * 128];
    h[127 * 128 - 1] = 7;
    float *o;
    cudaMallocManaged(&o, 4);
    cudaMemcpyToSymbol(c, h, sizeof h);
    last<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("%g\n", *o);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(1);
    cudaLaunchKernelEx(&config, nothing);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
