// Grids, blocks and shared memory beyond every limit.
#include <cstdio>
__global__ void k(int *x) { extern __shared__ int s[]; s[threadIdx.x] = 1; x[0] = s[0]; }
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    dim3 grids[] = {dim3(0), dim3(1, 65536), dim3(1, 1, 65536), dim3(0xffffffffu), dim3(0x80000000u), dim3(1)};
    for (dim3 grid : grids) { k<<<grid, 32, 128>>>(x); printf("%s\n", cudaGetErrorName(cudaGetLastError())); }
    dim3 blocks[] = {dim3(0), dim3(1025), dim3(32, 33), dim3(1, 1, 65), dim3(0xffffffffu, 0xffffffffu, 0xffffffffu), dim3(65536, 65536)};
    for (dim3 block : blocks) { k<<<1, block, 128>>>(x); printf("%s\n", cudaGetErrorName(cudaGetLastError())); }
    size_t shared[] = {1 << 20, 49153, ~(size_t)0, (size_t)1 << 32, (size_t)1 << 63};
    for (size_t bytes : shared) { k<<<1, 32, bytes>>>(x); printf("%s\n", cudaGetErrorName(cudaGetLastError())); }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
