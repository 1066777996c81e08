// Each warp adds up 32 numbers.
#include <cstdio>
#include <cstdlib>

__global__ void sums(const int *in, int *out)
{
    int x = in[blockIdx.x * 32 + threadIdx.x];
//[ edit
    for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffff, x, d);
//] edit
    if (threadIdx.x == 0) out[blockIdx.x] = x;
}

int main(int argc, char **argv)
{
    int warps = argc > 1 ? atoi(argv[1]) : 4, wrong = 0;
    int *in, *out;
    cudaMallocManaged(&in, warps * 32 * sizeof(int));
    cudaMallocManaged(&out, warps * sizeof(int));
    for (int i = 0; i < warps * 32; i++) in[i] = i * i % 53;
    sums<<<warps, 32>>>(in, out);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; w++) {
        int sum = 0;
        for (int i = 0; i < 32; i++) sum += in[w * 32 + i];
        wrong += out[w] != sum;
    }
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
}
