// the address of the device pointer is passed instead of the pointer
#include <cstdio>
__global__ void k(int *v) { v[threadIdx.x] = 1; }  //~ ERROR[R0108] write of 4 bytes by thread (0,0,0) of block (0,0,0) | through parameter `v`, the 1st argument of `k`
int main()
{
    int *v;
    cudaMalloc(&v, 128);
    k<<<1, 32>>>((int *)&v);  //~ NOTE `k<<<1, 32>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(v);
}
