// The last error is one of a call long before, which the program asked about only now: that call is named.
//@ exit: 1
#include <cstdio>
#include <cstdlib>
__global__ void fill(int *x) { x[threadIdx.x] = 1; }

int main()
{
    int *d, *big;
    if (cudaMalloc(&big, (size_t)1 << 50) != cudaSuccess) big = nullptr; //~ REMARK[R0511] `cudaMalloc` failed: out of memory
    cudaMalloc(&d, 32 * sizeof(int));
    fill<<<1, 32>>>(d);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        printf("fill: %s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaFree(big);
    cudaFree(d);
}
