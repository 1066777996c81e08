// A division that a condition keeps from a divisor of 0 is not carried out early.
#include <cstdio>
__global__ void share(const int *divisors, int *out, int n)
{
    int d = divisors[threadIdx.x];
    int q = d ? n / d : -1;
    int r = 0;
    if (d != 0) r = n % d;
    for (int i = 0; i < d; i++) q += n / d;
    out[threadIdx.x] = q + r + (d && 100 / d > 3);
}
int main()
{
    int h[32], *divisors, *out;
    for (int i = 0; i < 32; i++) h[i] = i % 4;
    cudaMalloc(&divisors, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(divisors, h, sizeof h, cudaMemcpyHostToDevice);
    share<<<1, 32>>>(divisors, out, 100);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%d ", h[i]);
    printf("\n");
    cudaFree(divisors);
    cudaFree(out);
}
