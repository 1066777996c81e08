// A loop that gives up its turn in each round, with registers that change: nothing ended it.
//@ args: --fuel 1000000
#include <cstdio>
__device__ volatile int flag;
__global__ void waits()
{
    unsigned ns = 8, rounds = 0;
    while (!flag) {
        __nanosleep(ns);
        rounds++;
        if (ns < 256) ns *= 2;
    }
    printf("%u\n", rounds);
}
int main()
{
    waits<<<1, 32>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
