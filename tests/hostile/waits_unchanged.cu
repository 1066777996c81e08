// Nobody sets what these wait for, and between two looks at it they compute what nobody needs, or sleep: both engines see that
// it is the same again.
//@ runs: 2
#include <cstdlib>
__device__ volatile int flag;
__global__ void counts(int *out)
{
    unsigned spins = 0;
    while (flag == 0) {
        if (threadIdx.x == 5 && out[1] == 77) out[0] = spins;
        spins = spins * 3 + 1;
        if (out[1] == 77) spins = 0;
        spins &= 0;
    }
    out[threadIdx.x] = 1;
}
__global__ void sleeps(int *out)
{
    while (out[-1 - (int)threadIdx.x] == 0) __nanosleep(20);
}
int main(int argc, char **argv)
{
    int *out;
    cudaMalloc(&out, 128);
    switch (atoi(argv[1])) {
    case 0: counts<<<1, 32>>>(out); break;
    default: sleeps<<<1, 32>>>(out); break;
    }
    return cudaDeviceSynchronize();
}
