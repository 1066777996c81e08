// Columns, whose elements lie one uniform step apart; indices that wrap; numbers of warps and lanes; addresses that other blocks of
// the code use.
#include <cstdio>

__global__ void column(int *out, const int *in, int n, int by)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < 3; j++) out[x * n + j] = in[x * by + j] + j;
}

__global__ void backwards(int *out, int n, int last)
{
    out[last - (int)threadIdx.x * n] = threadIdx.x;
}

__global__ void rows(int *out, int n)
{
    out[(threadIdx.x * n + threadIdx.y) << 1] = threadIdx.x + 16 * threadIdx.y;
}

// 2^27 times the thread, which is 0 again from the 32nd on.
__global__ void wrapped(unsigned *out, unsigned n)
{
    out[(threadIdx.x * n) >> 27] = threadIdx.x;
    __syncwarp();
    out[32 + threadIdx.x] = out[threadIdx.x * (n << 5)];
}

__global__ void warps(int *out)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = (blockIdx.x * blockDim.x + threadIdx.x) % 32;
    int t = threadIdx.x;
    out[row * 32 + lane] = row * 1000 + lane + 100 * (t / 32);
}

__global__ void addresses(int *out, const int *index, int n)
{
    int i = index[threadIdx.x], sum = 0;
    int *place = out + i;
    for (int k = 0; k < n; k++) {
        if ((i + k) % 3 == 0) continue;
        if (i % 5 == k) { *place += 1000; continue; }
        *place += k;
        sum += *place;
        if (sum > 3000) break;
    }
    place[64] = sum;
}

int main()
{
    int *out, *in;
    cudaMallocManaged(&out, 1 << 16);
    cudaMallocManaged(&in, 1 << 16);
    for (int i = 0; i < 1 << 14; i++) in[i] = i * 7 % 1009;
    bool good = true;
    for (int n = 3; n < 70; n += 11) {
        column<<<2, 64>>>(out, in, n, n + 5);
        cudaDeviceSynchronize();
        for (int x = 0; x < 128; x++)
            for (int j = 0; j < 3; j++) good &= out[x * n + j] == in[x * (n + 5) + j] + j;
    }
    printf("columns %d\n", good);
    good = true;
    backwards<<<1, 32>>>(out, 5, 31 * 5);
    cudaDeviceSynchronize();
    for (int t = 0; t < 32; t++) good &= out[5 * (31 - t)] == t;
    printf("backwards %d\n", good);
    good = true;
    rows<<<1, dim3(16, 4)>>>(out, 9);
    cudaDeviceSynchronize();
    for (int x = 0; x < 16; x++)
        for (int y = 0; y < 4; y++) good &= out[2 * (9 * x + y)] == x + 16 * y;
    printf("rows %d\n", good);
    good = true;
    wrapped<<<1, 32>>>((unsigned *)out, 1u << 27);
    cudaDeviceSynchronize();
    for (int t = 0; t < 32; t++) good &= out[t] == t && out[32 + t] == 0;
    printf("wrapped %d\n", good);
    for (int block : {64, 48}) {
        good = true;
        warps<<<4, block>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < 4 * block; i++) good &= out[i] == i / 32 * 1000 + i % 32 + 100 * (i % block / 32);
        printf("%s %d\n", block == 64 ? "warps" : "other warps", good);
    }
    good = true;
    for (int i = 0; i < 128; i++) out[i] = i;
    for (int t = 0; t < 64; t++) in[t] = t * 29 % 64;
    addresses<<<1, 64>>>(out, in, 9);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        int place = i, sum = 0;
        for (int k = 0; k < 9; k++) {
            if ((i + k) % 3 == 0) continue;
            if (i % 5 == k) { place += 1000; continue; }
            place += k;
            sum += place;
            if (sum > 3000) break;
        }
        good &= out[i] == place && out[64 + i] == sum;
    }
    printf("shared addresses %d\n", good);
}
