// Every width, one element beyond, as the last lane only.
//@ runs: 5
#include <cstdio>
#include <cstdlib>
template <class T> __global__ void k(T *x, int n)
{
    x[threadIdx.x] = T(1);
    T value = x[threadIdx.x + n];
    x[threadIdx.x + 1] = value;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    void *x;
    cudaMalloc(&x, 32);
    if (run == 0) k<char><<<1, 32>>>((char *)x, 0);
    if (run == 1) k<short><<<1, 16>>>((short *)x, 0);
    if (run == 2) k<int><<<1, 8>>>((int *)x, 0);
    if (run == 3) k<long long><<<1, 4>>>((long long *)x, 0);
    if (run == 4) k<double><<<1, 4>>>((double *)x, 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
