// How often does each of 64 values occur?
#include <cstdio>
#include <cstdlib>

__global__ void histogram(const int *in, int *bins, int n)
{
    int t = threadIdx.x, first = blockIdx.x * blockDim.x + t, step = gridDim.x * blockDim.x;
//[ edit
    for (int i = first; i < n; i += step) atomicAdd(&bins[in[i]], 1);
//] edit
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6000, wrong = 0, right[64] = {};
    int *in, *bins;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&bins, 64 * sizeof(int));
    for (int i = 0; i < n; i++) right[in[i] = i * i % 67 % 64]++;
    for (int b = 0; b < 64; b++) bins[b] = 0;
    histogram<<<8, 256>>>(in, bins, n);
    cudaDeviceSynchronize();
    for (int b = 0; b < 64; b++) wrong += bins[b] != right[b];
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(bins);
}
