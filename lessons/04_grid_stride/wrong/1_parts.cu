// Scale n numbers with a grid of a fixed size.
#include <cstdio>
#include <cstdlib>

__global__ void scale(int *x, int n)
{
//[ edit
    int threads = gridDim.x * blockDim.x, part = (n + threads - 1) / threads;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * part;
    for (int i = first; i < first + part && i < n; i++) x[i] = 7 * x[i];
//] edit
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000, wrong = 0;
    int *x;
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++) x[i] = i;
    scale<<<4, 256>>>(x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) wrong += x[i] != 7 * i;
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(x);
}
