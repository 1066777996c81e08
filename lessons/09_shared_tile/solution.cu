// Sums of nine neighbours.
#include <cstdio>
#include <cstdlib>

__global__ void blur(const int *in, int *out)
{
    __shared__ int tile[128 + 8];
    int i = blockIdx.x * 128 + threadIdx.x, sum = 0;
//[ edit
    tile[threadIdx.x] = in[i];
    if (threadIdx.x < 8) tile[128 + threadIdx.x] = in[i + 128];
    __syncthreads();
    for (int k = 0; k <= 8; k++) sum += tile[threadIdx.x + k];
//] edit
    out[i] = sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024, wrong = 0;
    int *in, *out;
    cudaMallocManaged(&in, (n + 8) * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n + 8; i++) in[i] = i * 7 % 101;
    blur<<<n / 128, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k <= 8; k++) sum += in[i + k];
        wrong += out[i] != sum;
    }
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
}
