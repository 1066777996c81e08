// Registered memory of the host that unfinished work uses: read, and freed.
//@ stdout: 9
#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void fill(int *p)
{
    p[threadIdx.x] = threadIdx.x;
}
int main()
{
    const int n = 256;
    std::vector<int> v(n);
    cudaHostRegister(v.data(), n * 4, cudaHostRegisterMapped);
    int *m;
    cudaHostGetDevicePointer(&m, v.data(), 0);
    fill<<<1, n>>>(m);
    printf("%d\n", v[9]); //~ ERROR[R0510] the host reads memory that `fill<<<1, 256>>>` writes
    cudaDeviceSynchronize();
    cudaHostUnregister(v.data());
    int *h = (int *)malloc(n * 4), *d;
    cudaHostRegister(h, n * 4, cudaHostRegisterDefault);
    cudaMalloc(&d, n * 4);
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<1, n, 0, s>>>(d);
    cudaMemcpyAsync(h, d, n * 4, cudaMemcpyDeviceToHost, s);
    free(h); //~ ERROR[R0510] the host frees memory that `cudaMemcpyAsync` writes
    cudaStreamSynchronize(s);
    cudaFree(d);
    cudaStreamDestroy(s);
}
