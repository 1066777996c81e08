// malloc in a kernel is not checked
#include <cstdio>
__global__ void k(int *out) { int *p = (int *)malloc(100 << 20); p[threadIdx.x] = 1; out[threadIdx.x] = p[threadIdx.x]; free(p); }  //~ ERROR[R0105] `malloc` returned null
int main()
{
    int *out;
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(out);  //~ NOTE `k<<<1, 32>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
