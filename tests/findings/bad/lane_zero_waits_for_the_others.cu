// one lane waits for a flag that its own warp sets later
#include <cstdio>
__global__ void k(int *out)
{
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) { while (ready < 40) ; out[0] = ready; }  //~ ERROR[R0401] thread (0,0,0) of block (0,0,0) spins in a loop, and nobody is left to change what it waits for | lane 0 of warp 0 spins here
    else if (threadIdx.x < 32) ready = threadIdx.x;
}
int main()
{
    int *out;
    cudaMalloc(&out, 4);
    k<<<1, 64>>>(out);  //~ NOTE `k<<<1, 64>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
