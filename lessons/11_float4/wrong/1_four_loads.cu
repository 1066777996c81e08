// Double n numbers.
#include <cstdio>
#include <cstdlib>

__global__ void twice(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
//[ edit
    for (int k = 0; k < 4; k++)
        if (4 * i + k < n) out[4 * i + k] = 2 * in[4 * i + k];
//] edit
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4096, wrong = 0;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; i++) in[i] = i;
    twice<<<(n + 127) / 128, 128>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) wrong += out[i] != 2 * i;
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
}
