// Loops without an end: empty, divergent, with memory, in one lane only.
//@ args: --fuel 200000
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__global__ void empty() { for (;;) { } }
__global__ void counts(int *x) { for (unsigned i = 0; ; i++) if (i == 0 && x[0] == 77) break; }
__global__ void one(int *x) { if (threadIdx.x == 3) while (x[1] == 0) x[2]++; }
__global__ void waits(volatile int *x) { while (x[threadIdx.x] == 0) { } }
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) empty<<<1, 32>>>();
    if (run == 1) counts<<<1, 32>>>(x);
    if (run == 2) one<<<1, 64>>>(x);
    if (run == 3) waits<<<2, 32>>>(x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
