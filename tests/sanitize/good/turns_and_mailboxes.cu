// Places that are waited for and then stored to, and are no locks: turns, mailboxes of one reader, and locks that are taken in one step.
#include <cstdio>
__device__ volatile int turn, full, value;
__device__ int lock;
__device__ int total, sum;
__global__ void in_turn() {
    if (threadIdx.x == 0) {
        while (turn != (int)blockIdx.x) {}
        __threadfence();
        total += blockIdx.x;
        __threadfence();
        turn = blockIdx.x + 1;
    }
}
__global__ void mailbox(int *out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < 4; i++) {
            while (full != 0) {}
            __threadfence();
            value = i;
            __threadfence();
            full = 1;
        }
    } else {
        int seen = 0;
        for (int i = 0; i < 4; i++) {
            while (full != 1) {}
            __threadfence();
            seen += value;
            __threadfence();
            full = 0;
        }
        *out = seen;
    }
}
__global__ void locked() {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence();
        sum += 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
int main() {
    int *out, h;
    cudaMalloc(&out, 4);
    in_turn<<<4, 32>>>();
    mailbox<<<2, 32>>>(out);
    locked<<<4, 32>>>();
    cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(out);
}
