// rows of 5 floats are read as float4
#include <cstdio>
__global__ void rows(const float *m, float *out, int width)
{
    const float4 *row = (const float4 *)(m + threadIdx.x * width);
    float4 v = *row;  //~ ERROR[R0111] address 0x700000000014 is not a multiple of 16 | through parameter `m`, the 1st argument of `rows`
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
int main()
{
    float *m, *out;
    cudaMalloc(&m, 32 * 5 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(m, 0, 32 * 5 * sizeof(float));
    rows<<<1, 32>>>(m, out, 5);  //~ NOTE `rows<<<1, 32>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(m); cudaFree(out);
}
