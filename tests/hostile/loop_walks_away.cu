// A loop whose bound lies: reads and writes run past both ends.
//@ runs: 2
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, long long n)
{
    int sum = 0;
    for (long long i = 0; i < n; i += 9) sum += x[i];
    for (long long i = 0; i < n; i += 7) x[-i] = sum;
    int *p = x;
    for (int i = 0; i < 40; i++) { *p = i; p += 5; }
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 400);
    if (run == 1) k<<<1, 1>>>(x, 1000);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
