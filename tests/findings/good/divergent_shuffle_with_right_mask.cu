// A shuffle in one arm of a branch, with a mask that names just the lanes of that arm.
//@ stdout: 136 1 15
#include <cstdio>
__global__ void k(int *out) {
    int t = threadIdx.x, v = t;
    if (t < 16) {
        for (int d = 8; d > 0; d /= 2) v += __shfl_xor_sync(0x0000ffff, v, d);
        __syncwarp(0xffff);
        if (t == 0) out[0] = v + 16;
    } else {
        unsigned m = __activemask();
        v = __shfl_sync(m, v, 17) == 17 && __all_sync(m, 1);
        if (t == 31) out[1] = v;
    }
    __syncwarp();
    int odd = __ballot_sync(0xffffffff, t & 1) >> 24 & 15;
    odd |= __reduce_or_sync(0xffffffff, t == 2 ? 5 : 0);
    if (t == 0) out[2] = odd;
}
int main() {
    int *p, h[3];
    cudaMalloc(&p, sizeof h);
    k<<<1, 32>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[2]);
    cudaFree(p);
}
