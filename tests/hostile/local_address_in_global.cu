// A thread publishes the address of a local; others, and a later kernel, use it.
#include <cstdio>
__device__ int *published;
__global__ void publish() { int a[4] = {1, 2, 3, 4}; published = a; a[threadIdx.x & 3]++; __threadfence(); if (a[1] > 100) *published = 0; }
__global__ void use(int *x) { x[threadIdx.x] = published[threadIdx.x]; published[100] = 1; }
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    publish<<<1, 1>>>();
    use<<<1, 32>>>(x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
