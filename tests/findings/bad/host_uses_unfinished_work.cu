// A launch and an asynchronous copy return before they are done: the host has to wait before it uses their memory.
//@ stdout: 7
//@ stdout: 1 0
#include <cstdio>
__global__ void set(int *x, int n)
{
    int i = threadIdx.x;
    if (i < n) x[i] = 7;
}
__managed__ int total;
__global__ void add(int n)
{
    atomicAdd(&total, n);
}
int main()
{
    int *x;
    cudaMallocManaged(&x, 32 * sizeof(int));
    set<<<1, 32>>>(x, 32);
    printf("%d\n", x[3]); //~ ERROR[R0510] the host reads memory that `set<<<1, 32>>>` writes, and has not waited for it
    int *pinned, *d;
    cudaMallocHost(&pinned, 64);
    cudaMalloc(&d, 64);
    pinned[0] = 1;
    cudaMemcpyAsync(d, pinned, 64, cudaMemcpyHostToDevice);
    int was = pinned[0]; // reading what is read is fine
    pinned[0] = 2; //~ ERROR[R0510] the host writes memory that `cudaMemcpyAsync` reads
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(pinned, d, 64, cudaMemcpyDeviceToHost, stream);
    printf("%d %d\n", was, pinned[5]); //~ ERROR[R0510] the host reads memory that `cudaMemcpyAsync` writes
    add<<<1, 1>>>(3);
    total = 0; //~ ERROR[R0510] the host writes memory that `add<<<1, 1>>>` writes
    cudaDeviceSynchronize();
    cudaFree(x);
}
