// Count up.
#include <cstdio>
#include <cstdlib>

__global__ void plus_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i]++;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000, wrong = 0;
    int *host = new int[n], *x;
    for (int i = 0; i < n; i++) host[i] = i;
//[ edit
    cudaMalloc(&x, n * sizeof(int));
    cudaMemcpy(x, host, n * sizeof(int), cudaMemcpyHostToDevice);
    plus_one<<<1, 4096>>>(x, n);
    cudaMemcpy(host, x, n * sizeof(int), cudaMemcpyDeviceToHost);
//] edit
    for (int i = 0; i < n; i++) wrong += host[i] != i + 1;
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(x);
    delete[] host;
}
