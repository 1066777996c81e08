// Square n numbers.
#include <cstdio>
#include <cstdlib>

__global__ void square(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
//[ edit
    if (i <= n) out[i] = in[i] * in[i];
//] edit
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, wrong = 0;
    int *host = new int[n], *in, *out;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaError_t error = cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    for (int i = 0; i < n; i++) wrong += host[i] != i * i;
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
    delete[] host;
}
