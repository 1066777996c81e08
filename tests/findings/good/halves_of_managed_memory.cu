// The host works on the second half of a managed array while a kernel works on the first: two places, no race.
#include <cstdio>
__global__ void twice(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
int main() {
    const int n = 1 << 14;
    int *x, concurrent;
    cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0);
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++) x[i] = i;
    twice<<<n / 2 / 256, 256>>>(x, n / 2);
    if (!concurrent) cudaDeviceSynchronize();
    for (int i = n / 2; i < n; i++) x[i] *= 2;
    cudaDeviceSynchronize();
    printf("%d %d\n", x[1], x[n - 1]);
    cudaFree(x);
}
