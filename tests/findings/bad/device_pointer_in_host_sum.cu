// the host adds up device memory
//@ exit: 139
#include <cstdio>
__global__ void one(int *v) { v[threadIdx.x] = 1; }
int main()
{
    int *v, sum = 0;
    cudaMalloc(&v, 128);
    one<<<1, 32>>>(v);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) sum += v[i];  //~ ERROR[R0109] read of 4 bytes
    printf("%d\n", sum);
    cudaFree(v);
}
