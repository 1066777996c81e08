// expect: an address of shared memory that is a number leads past the end of all variables; a pointer chosen at run time past its own
#include <cstdio>
__device__ unsigned number_of(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void past(int *out, int which)
{
    __shared__ int a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int value;
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(value) : "r"(number_of(a) + threadIdx.x * 16)); //~ ERROR[R0106] shared memory
    int *p = which ? a : b;
    out[threadIdx.x] = value + p[threadIdx.x + which]; //~ ERROR[R0102] just past the end
}
int main()
{
    int *out;
    cudaMallocManaged(&out, 64 * sizeof(int));
    past<<<1, 64>>>(out, 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(out);
    return 0;
}
