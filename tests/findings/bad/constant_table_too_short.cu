// more threads than entries of a constant table
#include <cstdio>
__constant__ float weights[9];
__global__ void k(float *out) { out[threadIdx.x] = weights[threadIdx.x]; }  //~ ERROR[R0101] element 9 of array `weights` of 9 floats, just past the end
int main()
{
    float w[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1}, *out;
    cudaMemcpyToSymbol(weights, w, sizeof w);
    cudaMalloc(&out, 64);
    k<<<1, 16>>>(out);  //~ NOTE `k<<<1, 16>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
