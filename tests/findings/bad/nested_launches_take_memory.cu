// Kernels that launch more and more kernels come to the end of the memory that they may take.
//@ args: --max-memory 64M
//@ stdout: out of memory
#include <cstdio>
__global__ void bomb(int depth)
{
    bomb<<<2, 32>>>(depth + 1); //~ WARNING[R0417] no memory is left
}
int main()
{
    bomb<<<1, 32>>>(0);
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
