// Two launches, the second with a mistake; a warning of the compiler; a mistake of the host.
#include <cstdio>
#include <cstdlib>
__global__ void fill(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) a[i] = n / 2;
}
int main()
{
    int n = 100, same = 0;
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    fill<<<1, 64>>>(a, n);
    fill<<<2, 64>>>(a, n);
    if (same = n) cudaDeviceSynchronize();
    char *text = (char *)malloc(4);
    text[4] = 'x';
    free(text);
    cudaFree(a);
    return same == n ? 0 : 1;
}
