// a pointer to shared memory is kept for the next kernel
#include <cstdio>
__device__ int *kept;
__global__ void first() { __shared__ int s[32]; s[threadIdx.x] = 1; if (threadIdx.x == 0) kept = s; }
__global__ void second(int *out) { out[threadIdx.x] = kept[threadIdx.x]; }  //~ ERROR[R0106] 0x600000000000
int main()
{
    int *out;
    cudaMalloc(&out, 128);
    first<<<1, 32>>>();
    second<<<1, 32>>>(out);  //~ NOTE `second<<<1, 32>>>` launched here, the 2nd of 2 launches
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
