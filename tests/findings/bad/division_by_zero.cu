// expect: an integer division whose divisor is 0 in some threads
#include <cstdio>
__global__ void share(int *a, unsigned long long *b, int n)
{
    a[threadIdx.x] = 100 / (int)(threadIdx.x % n);  //~ ERROR[R0407] integer division by zero by thread (0,0,0) of block (0,0,0)
    b[threadIdx.x] = 100 % (b[threadIdx.x] + 32 - threadIdx.x);  //~ ERROR[R0407] integer division by zero by thread (32,0,0) of block (0,0,0)
    b[threadIdx.x + 64] = 100 / ((long long)threadIdx.x - n);  //~ ERROR[R0407] integer division by zero by thread (4,0,0) of block (0,0,0)
    a[threadIdx.x + 64] = 100u % ((threadIdx.x - n) * 2u);  //~ ERROR[R0407] integer division by zero by thread (4,0,0) of block (0,0,0)
}
int main()
{
    int *a;
    unsigned long long *b;
    cudaMalloc(&a, 128 * sizeof(int));
    cudaMalloc(&b, 128 * sizeof *b);
    cudaMemset(b, 0, 128 * sizeof *b);
    share<<<1, 64>>>(a, b, 4);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
    cudaFree(b);
}
