// Addresses of shared memory have 32 bits: an index that is the complement of an unsigned number goes back from the pointer.
#include <cstdio>
__global__ void mirrored(const int *in, int *out)
{
    __shared__ int all[64];
    all[threadIdx.x] = in[threadIdx.x];
    all[threadIdx.x + 32] = in[threadIdx.x] * 10;
    __syncthreads();
    int *middle = all + 40;
    unsigned int i = threadIdx.x;
    out[threadIdx.x] = middle[~i];
    __syncthreads();
    middle[~i] = -(int)i;
    __syncthreads();
    atomicAdd(&middle[~i], 1000);
    __syncthreads();
    out[threadIdx.x + 32] = all[39 - i];
}
int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 32 * sizeof(int));
    cudaMallocManaged(&out, 64 * sizeof(int));
    for (int i = 0; i < 32; i++) in[i] = i + 1;
    mirrored<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) printf("%d%c", out[i], i % 16 == 15 ? '\n' : ' ');
}
