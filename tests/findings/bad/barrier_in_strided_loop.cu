// a barrier in a grid-stride loop whose last turn not all threads make
#include <cstdio>
__global__ void sums(const int *in, int *out, int n)
{
    __shared__ int s[64];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        s[threadIdx.x] = in[i];
        __syncthreads();  //~ WARNING[K0601] `__syncthreads()` under a condition that differs between threads
//~^ ERROR[R0201] 36 of 64 wait at the barrier, 28 have exited | warp 0, lanes 0-3 of warp 1 wait here
        out[i] = s[63 - threadIdx.x];
        __syncthreads();  //~ WARNING[K0601] `__syncthreads()` under a condition that differs between threads
    }
}
int main()
{
    int *in, *out;
    cudaMalloc(&in, 400);
    cudaMalloc(&out, 400);
    cudaMemset(in, 0, 400);
    sums<<<1, 64>>>(in, out, 100);  //~ NOTE `sums<<<1, 64>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in); cudaFree(out);
}
