// Divisions by zero and of the smallest number by -1, shifts by more than the width.
#include <cstdio>
__global__ void k(int *x, int zero, int minus)
{
    int smallest = -2147483647 - 1;
    long long wide = -9223372036854775807ll - 1;
    int t = threadIdx.x;
    x[t] = t / zero + t % zero + smallest / minus + smallest % minus + (int)(wide / minus) + (int)(wide % (zero + 0ll)) + (1 << (t + 31 - zero)) + (smallest >> (t * 9));
}
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    k<<<1, 32>>>(x, 0, -1);
    int h[32];
    cudaMemcpy(h, x, 128, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[31]);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
