// 8 blocks add up numbers: each thread some, then the block its threads' sums.
#include <cstdio>
#include <cstdlib>

__global__ void sums(const int *in, int *out, int n)
{
    __shared__ int part[256];
    int t = threadIdx.x, x = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) x += in[i];
    part[t] = x;
    __syncthreads();
//[ edit
    for (int step = 1; step < 256; step *= 2) {
        int i = 2 * step * t;
        if (i < 256) part[i] += part[i + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
//] edit
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000, right = 0, sum = 0;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, 8 * sizeof(int));
    for (int i = 0; i < n; i++) right += in[i] = i * 5 % 43;
    sums<<<8, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int b = 0; b < 8; b++) sum += out[b];
    printf(sum == right ? "ok\n" : "wrong\n");
    cudaFree(in);
    cudaFree(out);
}
