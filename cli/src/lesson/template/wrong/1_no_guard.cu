// Multiplies the elements of an array by two.
#include <cstdio>
#include <cstdlib>

__global__ void twice(const float *in, float *out, int n)
{
//[ edit
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
//] edit
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, wrong = 0;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; i++) in[i] = i;
    twice<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) wrong += out[i] != 2 * in[i];
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
}
