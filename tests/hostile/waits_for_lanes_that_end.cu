// Lanes wait at a reduction for lanes that end without it, while others go round without an end: those who waited go on
// first. And two groups that wait for one another at two places: the first of the places is told of first.
//@ args: --fuel 200000
//@ runs: 2
#include <cstdio>
#include <cstdlib>
__global__ void ends(int *out, int n)
{
    int lane = threadIdx.x;
    if (lane >= 8 && lane < 16) {
        int sum = __reduce_add_sync(0xffff, lane);
        if (lane == 8) printf("they go on with %d\n", sum);
        out[lane] = sum;
    } else if (lane < 8) {
        if (n != 5) return;
        out[lane] = 1;
    } else {
        for (unsigned x = 1; x != 0; x = x * 3 + 2 * n) {}
    }
}
__global__ void crossed(int *out)
{
    int lane = threadIdx.x;
again:
    if ((lane & 24) == 8) {
        __syncwarp(0xffffffff);
        if (out[lane] == 3) goto again;
    } else {
        out[lane] = __all_sync(0xffffffff, lane < 40);
        if (out[lane] == 3) goto again;
    }
}
int main(int argc, char **argv)
{
    int *out;
    cudaMalloc(&out, 128);
    if (atoi(argv[1]) == 0) ends<<<1, 32>>>(out, 1);
    else crossed<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
