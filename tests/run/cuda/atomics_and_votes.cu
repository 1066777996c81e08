// Atomic operations and their results, votes, shuffles with widths, integer intrinsics.
#include <cstdio>
__global__ void k(int *o, unsigned *u, float *f) {
    int t = threadIdx.x;
    atomicAdd(&o[0], t);
    atomicMax(&o[1], t * (t % 2 ? 1 : -1));
    atomicMin(&o[2], -t);
    atomicOr(&o[3], 1 << (t % 8));
    atomicXor(&o[4], t);
    atomicAnd(&o[5], ~(1 << t % 4));
    atomicSub(&o[6], 2);
    atomicAdd(f, 0.5f);
    atomicInc(u, 9);
    atomicDec(u + 1, 9);
    if (atomicCAS(&o[7], 0, t + 1) == 0) o[8] = 1;
    atomicExch(&o[9], 33);
    unsigned odd = __ballot_sync(~0u, t & 1);
    int any = __any_sync(~0u, t == 5), all = __all_sync(~0u, t >= 0);
    int left = __shfl_up_sync(~0u, t, 1, 8), down = __shfl_down_sync(~0u, t, 2, 16), x = __shfl_xor_sync(~0u, t, 3);
    if (t == 8) { o[10] = left; o[11] = any + 2 * all; o[12] = odd; }
    if (t == 31) { o[13] = x; o[14] = down; }
    if (t == 9) { o[15] = left; o[16] = __popc(t) + 100 * __clz(t) + 10000 * __ffs(t); o[17] = __brev(t); o[18] = __mul24(t, 3); }
}
int main() {
    int h[20] = {0}, *o;
    h[2] = 100; h[5] = 0xff;
    unsigned hu[2] = {0, 0}, *u;
    float hf = 0, *f;
    cudaMalloc(&o, sizeof h); cudaMalloc(&u, 8); cudaMalloc(&f, 4);
    cudaMemcpy(o, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(u, 0, 8); cudaMemset(f, 0, 4);
    k<<<1, 32>>>(o, u, f);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(hu, u, 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(&hf, f, 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 19; i++) if (i != 7) printf("%d ", h[i]);
    printf("\n%u %u %g %s\n", hu[0], hu[1], hf, cudaGetErrorString(cudaGetLastError()));
}
