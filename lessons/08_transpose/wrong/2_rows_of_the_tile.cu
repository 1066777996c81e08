// Transpose a matrix of n x n, n a multiple of 32.
#include <cstdio>
#include <cstdlib>

__global__ void transpose(const float *in, float *out, int n)
{
    __shared__ float tile[32][33];
    int left = blockIdx.x * 32, top = blockIdx.y * 32;
//[ edit
    for (int row = threadIdx.y; row < 32; row += 8) tile[row][threadIdx.x] = in[(top + row) * n + left + threadIdx.x];
//] edit
    __syncthreads();
//[ edit
    for (int row = threadIdx.y; row < 32; row += 8) out[(left + row) * n + top + threadIdx.x] = tile[row][threadIdx.x];
//] edit
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64, wrong = 0;
    float *in, *out;
    cudaMallocManaged(&in, n * n * sizeof(float));
    cudaMallocManaged(&out, n * n * sizeof(float));
    for (int i = 0; i < n * n; i++) in[i] = i;
    transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) wrong += out[x * n + y] != in[y * n + x];
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
}
