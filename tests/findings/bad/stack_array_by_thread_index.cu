// a local array indexed by the thread's number
#include <cstdio>
__global__ void k(int *out)
{
    int seen[16];
    for (int i = 0; i < 16; i++) seen[i] = 0;
    seen[threadIdx.x] = 1;  //~ ERROR[R0103] element 16 of array `seen` of 16 ints, just past the end
    int n = 0;
    for (int i = 0; i < 16; i++) n += seen[i];
    out[threadIdx.x] = n;
}
int main()
{
    int *out;
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(out);  //~ NOTE `k<<<1, 32>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
