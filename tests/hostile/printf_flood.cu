// Prints without an end.
//@ args: --fuel 100000
#include <cstdio>
__global__ void k(int *x) { for (int i = 0; x[0] == 0; i++) if (threadIdx.x == 99) printf("%d", i); else x[1] = i; }
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    k<<<4, 128>>>(x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
