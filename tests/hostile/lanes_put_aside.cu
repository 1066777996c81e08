// Pointers that live across barriers in loops, in warps that part, wait and are taken up again; some lead astray.
//@ runs: 6
#include <cstdio>
#include <cstdlib>
__global__ void k(int *p, int n, int run) {
    __shared__ int s[64];
    int t = threadIdx.x, *mine = p + t, *other = p + 63 - t;
    for (int round = 0; round < n; round++) {
        s[t] = mine[0] + round;
        __syncthreads();
        int v = s[(t + round) & 63];
        if (v & 1) {
            for (int i = 0; i < (v & 3); i++) {
                other[0] += i;
                if (run == 1 && t < 32 && round > 4) other += 1 << 20;
            }
        } else if (run == 2 && t >= 40 && round > 2) {
            mine = (int *)((char *)mine + 1);
        }
        __syncthreads();
        if (run == 3 && round == 5 && t % 16 == 3) mine += 64;
        if (run == 4 && round == 6 && t < 20) return;
        if (run == 5 && round == 4) mine = t & 1 ? s + t : mine;
    }
    mine[0] += 1;
}
int main(int argc, char **argv) {
    int run = argc > 1 ? atoi(argv[1]) : 0;
    int *p;
    cudaMallocManaged(&p, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) p[i] = i * 5;
    k<<<1, 64>>>(p, 12, run);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    unsigned sum = 0;
    if (run != 1 && run != 2 && run != 3) for (int i = 0; i < 64; i++) sum = sum * 31 + p[i];
    printf("%u\n", sum);
}
