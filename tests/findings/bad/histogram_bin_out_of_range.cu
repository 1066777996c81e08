// values up to 256 counted in 256 bins
#include <cstdio>
__global__ void count(const int *values, int *bins, int n)
{
    __shared__ int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[values[i]], 1);  //~ ERROR[R0102] element 256 of array `local` of 256 ints, just past the end
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
int main()
{
    int h[1024], *values, *bins;
    for (int i = 0; i < 1024; i++) h[i] = i % 257;
    cudaMalloc(&values, sizeof h); cudaMalloc(&bins, 1024); cudaMemset(bins, 0, 1024);
    cudaMemcpy(values, h, sizeof h, cudaMemcpyHostToDevice);
    count<<<1, 256>>>(values, bins, 1024);  //~ NOTE `count<<<1, 256>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(values); cudaFree(bins);
}
