// device code frees what cudaMalloc gave
#include <cstdio>
__global__ void k(int *v) { v[0] = 1; free(v); }  //~ ERROR[R0501] `free` of memory that `cudaFree` must free | the wrong function for this pointer
int main()
{
    int *v;
    cudaMalloc(&v, 128);
    k<<<1, 1>>>(v);  //~ NOTE `k<<<1, 1>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(v);
}
