// The address of a shared array in a later kernel that has none.
#include <cstdio>
__device__ int *published;
__global__ void publish() { __shared__ int s[8]; s[threadIdx.x] = 1; if (threadIdx.x == 0) published = s; }
__global__ void use(int *x) { x[threadIdx.x] = published[threadIdx.x]; published[threadIdx.x + 1000] = 1; }
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    publish<<<1, 8>>>();
    use<<<1, 32>>>(x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
