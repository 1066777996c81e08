// Mistakes of kernels that launch kernels.
#include <cstdio>
__global__ void child(int *p)
{
    *p = 1;
}
__global__ void parent(int *d)
{
    int local = 0;
    __shared__ int shared;
    child<<<1, 2048>>>(d); //~ ERROR[R0504] a kernel did not run: invalid configuration argument
    child<<<1, 1>>>(&local); //~ ERROR[R0106] a kernel is given a pointer to a local variable of the one that launches it
    child<<<1, 1>>>(&shared); //~ ERROR[R0106] a kernel is given a pointer to shared memory
    printf("%d\n", local);
}
int main()
{
    int *d;
    cudaMalloc(&d, sizeof(int));
    parent<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}
