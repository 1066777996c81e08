// Thread, block and grid coordinates in three dimensions; dim3 conversions.
#include <cstdio>
__global__ void k(int *out) {
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int n = blockDim.x * blockDim.y * blockDim.z;
    out[b * n + t] = threadIdx.x * 100000 + threadIdx.y * 10000 + threadIdx.z * 1000 + blockIdx.x * 100 + blockIdx.y * 10 + blockIdx.z;
}
__global__ void sizes(int *out) { out[0] = gridDim.y * 1000 + blockDim.z * 100 + warpSize; }
int main() {
    dim3 grid(2, 3, 2), block(4, 2, 3);
    int n = 12 * 24, *d, *h = (int *)malloc(n * 4), s = 0;
    cudaMalloc(&d, n * 4);
    k<<<grid, block>>>(d);
    cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) s = s * 31 + h[i];
    printf("%d %d %d\n", h[0], h[n - 1], s);
    sizes<<<dim3(1, 2), dim3(32)>>>(d);
    cudaMemcpy(&s, d, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", s);
    unsigned one = 1;
    sizes<<<one, {8, 4}>>>(d);
    dim3 x = 5;
    printf("%u %u %u %s\n", x.x, x.y, x.z, cudaGetErrorString(cudaDeviceSynchronize()));
}
