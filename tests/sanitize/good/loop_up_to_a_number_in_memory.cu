// A loop that counts up to what lies in memory waits for nobody.
//@ stdout: 50000 4999
#include <cstdio>
__global__ void count(const int *n, int *out)
{
    int i = 0;
    for (; i < *n; i++) {}
    if (threadIdx.x == 0) out[0] = i;
}
__global__ void find(const int *a, const int *n, int x, int *out)
{
    int i = 0;
    while (i < *n && a[i] != x) i++;
    if (threadIdx.x == 0) out[1] = i;
}
int main()
{
    static int values[5000];
    for (int i = 0; i < 5000; i++) values[i] = i;
    int length = 50000, *a, *n, *out, h[2];
    cudaMalloc(&a, sizeof values), cudaMalloc(&n, sizeof length), cudaMalloc(&out, sizeof h);
    cudaMemcpy(a, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(n, &length, sizeof length, cudaMemcpyHostToDevice);
    count<<<1, 32>>>(n, out);
    length = 5000;
    cudaMemcpy(n, &length, sizeof length, cudaMemcpyHostToDevice);
    find<<<1, 32>>>(a, n, 4999, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    cudaFree(a), cudaFree(n), cudaFree(out);
}
