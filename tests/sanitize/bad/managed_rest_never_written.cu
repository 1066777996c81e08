// The grid has too few threads: the host reads elements of managed memory that nobody wrote.
#include <cstdio>
__global__ void squares(int *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; p[i] = i * i; }
int main()
{
    const int n = 1000;
    int *p;
    cudaMallocManaged(&p, n * sizeof(int));
    squares<<<n / 256, 256>>>(p);
    cudaDeviceSynchronize();
    long long sum = 0;
    for (int i = 0; i < n; i++)
        if (p[i] % 2 == 0) sum += p[i]; //~ ERROR[R0603] to which nothing was written | a thread for each element
    printf("%lld\n", sum);
    cudaFree(p);
}
