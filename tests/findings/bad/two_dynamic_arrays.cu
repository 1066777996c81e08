// two arrays in dynamic shared memory, the launch gives bytes for one
#include <cstdio>
__global__ void k(float *out, int n)
{
    extern __shared__ float buffer[];
    float *a = buffer, *b = buffer + n;
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = 2 * threadIdx.x;  //~ ERROR[R0102] element 64 of the 64 floats of `buffer`, just past the end | 260 bytes | third launch value
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x] + b[n - 1 - threadIdx.x];  //~ NOTE also read here
}
int main()
{
    int n = 64;
    float *out;
    cudaMalloc(&out, n * sizeof(float));
    k<<<1, n, n * sizeof(float)>>>(out, n);  //~ NOTE `k<<<1, 64, 256>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
