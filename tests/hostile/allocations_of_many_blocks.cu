// Blocks that allocate, free, and use what another one freed, between much work of their own.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__device__ int *given[64];
__global__ void k(int *out, int run, int rounds) {
    int *mine = (int *)malloc(64 * sizeof(int));
    int sum = 0;
    for (int r = 0; r < rounds; r++) {
        mine[r & 63] = r * (int)(blockIdx.x + 1);
        sum += mine[(r * 7) & 63];
    }
    out[blockIdx.x] = sum & 0xff;
    if (run == 1 && blockIdx.x % 3 == 0) free(mine);
    given[blockIdx.x] = mine;
    if (run == 1 && blockIdx.x % 3 == 1) sum += given[blockIdx.x - 1][3];
    if (run == 2 && blockIdx.x == 40) free(given[39]);
    if (run == 2 && blockIdx.x > 40) sum += given[39][blockIdx.x];
    if (run == 3 && blockIdx.x == 50) free(mine + 1);
    out[blockIdx.x] += sum & 1;
}
int main(int argc, char **argv) {
    int run = argc > 1 ? atoi(argv[1]) : 0;
    int *out;
    cudaMallocManaged(&out, 64 * sizeof(int));
    k<<<64, 1>>>(out, run, 200);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    unsigned sum = 0;
    for (int i = 0; i < 64; i++) sum = sum * 31 + out[i];
    printf("%u\n", sum);
}
