// printf in a kernel: order of lanes, formats, buffering until the host synchronises.
//@ stdout: before
//@ stdout: lane 0 of 4: 0.50 a 7
//@ stdout: lane 1 of 4: 1.50 b 7
//@ stdout: lane 2 of 4: 2.50 c 7
//@ stdout: lane 3 of 4: 3.50 d 7
//@ stdout: 100%
//@ stdout: after
#include <cstdio>
__global__ void k(long long v) {
    printf("lane %d of %u: %.2f %c %lld\n", threadIdx.x, blockDim.x, threadIdx.x + 0.5f, 'a' + threadIdx.x, v);
    if (threadIdx.x == 0) printf("100%%\n");
}
int main() {
    printf("before\n");
    k<<<1, 4>>>(7);
    cudaDeviceSynchronize();
    printf("after\n");
}
