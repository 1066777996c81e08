// One warp fills a buffer and another takes from it: each arrives at the barrier at which the other waits.
//@ stdout: 304
#include <cstdio>
__global__ void k(const int *in, int *out) {
    __shared__ int buf[32];
    int t = threadIdx.x % 32, sum = 0;
    for (int c = 0; c < 4; c++) {
        if (threadIdx.x < 32) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            sum += buf[31 - t];
            if (c < 3) asm volatile("bar.arrive 2, 64;" ::: "memory");
        } else {
            if (c > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
            buf[t] = in[c * 32 + t];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        }
    }
    if (threadIdx.x < 32) out[t] = sum;
}
int main() {
    int *in, *out, h[128];
    for (int i = 0; i < 128; i++) h[i] = i;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, 128);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(in), cudaFree(out);
}
