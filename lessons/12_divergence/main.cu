// Even elements go one way, odd ones another.
#include <cstdio>
#include <cstdlib>

__host__ __device__ int even(int x)
{
    for (int k = 0; k < 20; k++) x = x * 5 + 1;
    return x;
}

__host__ __device__ int odd(int x)
{
    for (int k = 0; k < 30; k++) x = x * 3 ^ k;
    return x;
}

__global__ void work(int *x)
{
//[ edit
    int element = threadIdx.x;
//] edit
    int i = blockIdx.x * blockDim.x + element;
    if (i % 2 == 0) x[i] = even(x[i]);
    else x[i] = odd(x[i]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024, wrong = 0;
    int *x;
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++) x[i] = i;
    work<<<n / 256, 256>>>(x);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) wrong += x[i] != (i % 2 == 0 ? even(i) : odd(i));
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(x);
}
