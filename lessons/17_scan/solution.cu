// Each block turns its 256 numbers into the sums of all up to there.
#include <cstdio>
#include <cstdlib>

__global__ void scan(const int *in, int *out)
{
    __shared__ int sum[256];
    int t = threadIdx.x;
    sum[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
//[ edit
    for (int d = 1; d < 256; d *= 2) {
        int before = t >= d ? sum[t - d] : 0;
        __syncthreads();
        sum[t] += before;
        __syncthreads();
    }
//] edit
    out[blockIdx.x * 256 + t] = sum[t];
}

int main(int argc, char **argv)
{
    int blocks = argc > 1 ? atoi(argv[1]) : 5, wrong = 0;
    int *in, *out;
    cudaMallocManaged(&in, blocks * 256 * sizeof(int));
    cudaMallocManaged(&out, blocks * 256 * sizeof(int));
    for (int i = 0; i < blocks * 256; i++) in[i] = i * 11 % 29;
    scan<<<blocks, 256>>>(in, out);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; b++)
        for (int t = 0, sum = 0; t < 256; t++) wrong += out[b * 256 + t] != (sum += in[b * 256 + t]);
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
}
