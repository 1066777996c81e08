// expect: an integer division whose divisor is 0 in some threads
#include <cstdio>
__global__ void share(int *a, unsigned long long *b, int n)
{
    a[threadIdx.x] = 100 / (int)(threadIdx.x % n);  //~ ERROR[R0407] integer division by zero by thread (0,0,0) of block (0,0,0)
    b[threadIdx.x] = 100 % (b[threadIdx.x] + 32 - threadIdx.x);  //~ ERROR[R0407] integer division by zero by thread (32,0,0) of block (0,0,0)
}
int main()
{
    int *a;
    unsigned long long *b;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, 64 * sizeof *b);
    cudaMemset(b, 0, 64 * sizeof *b);
    share<<<1, 64>>>(a, b, 4);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
    cudaFree(b);
}
