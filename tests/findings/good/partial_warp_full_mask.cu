// A block of 20 threads: lanes 20 to 31 do not exist, so a full mask is right.
//@ stdout: 190 20 20
#include <cstdio>
__global__ void k(int *out) {
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(0xffffffff, v, d);
        if (threadIdx.x + d < blockDim.x) v += other;
    }
    unsigned votes = __ballot_sync(0xffffffff, 1);
    __syncwarp();
    int count = __syncthreads_count(1);
    if (threadIdx.x == 0) { out[0] = v; out[1] = __popc(votes); out[2] = count; }
}
int main() {
    int *p, h[3];
    cudaMalloc(&p, sizeof h);
    k<<<1, 20>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[2]);
    cudaFree(p);
}
