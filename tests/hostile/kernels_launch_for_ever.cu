// Kernels that launch themselves: the fuel of the launch is for all of them.
//@ args: --fuel 1000000
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void child()
{
    child<<<1, 1>>>();
}
__global__ void tail()
{
    tail<<<1, 1, 0, cudaStreamTailLaunch>>>();
}
__global__ void twice(int depth)
{
    twice<<<1, 1>>>(depth + 1);
    twice<<<1, 1, 0, cudaStreamFireAndForget>>>(depth + 1);
}
int main(int count, char **words)
{
    switch (count > 1 ? atoi(words[1]) : 0) {
    case 0: child<<<1, 1>>>(); break;
    case 1: tail<<<1, 1>>>(); break;
    case 2: twice<<<1, 1>>>(0); break;
    }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
