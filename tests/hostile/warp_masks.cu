// Warp operations whose masks name lanes that ended, never come, or leave out the caller.
//@ runs: 24
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, unsigned mask, int how)
{
    int lane = threadIdx.x;
    if (how == 0 && lane > 7) return;
    if (how == 1 && lane & 1) { __syncwarp(mask); }
    if (how == 2) x[lane] = __shfl_sync(mask, lane, 5);
    if (how == 3) { if (lane < 8) x[lane] = __ballot_sync(mask, 1); else x[lane] = __any_sync(mask, lane == 9); }
    if (how == 4) x[lane] = __match_any_sync(mask, lane / 4);
    if (how == 5) x[lane] = __reduce_add_sync(mask, lane);
    __syncwarp(mask);
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    unsigned masks[] = {0xffffffffu, 0xffu, 0u, 0x80000000u};
    int what = run;
    k<<<1, 32>>>(x, masks[what % 4], what / 4);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
