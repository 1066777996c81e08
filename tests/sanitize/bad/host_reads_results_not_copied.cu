// The result of a kernel does not come to the host, or not all of it.
#include <cstdio>
#include <cstdlib>
__global__ void fill(int *x, int n)
{
    int i = threadIdx.x;
    if (i < n) x[i] = i;
}
int main()
{
    const int n = 64;
    int *d, *e;
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&e, n * sizeof(int));  //~ NOTE 256 bytes of device memory allocated here
    fill<<<1, n>>>(d, n);
    int *bytes = (int *)malloc(n * sizeof(int)), *part = (int *)malloc(n * sizeof(int));  //~ NOTE 256 bytes allocated here
    int *forgotten = (int *)malloc(n * sizeof(int));  //~ NOTE 256 bytes allocated here
    cudaDeviceSynchronize();
    printf("%d\n", forgotten[3] + 1);  //~ ERROR[R0603] element 3 (of 4 bytes) of an allocation of 256 bytes | `cudaMemcpyDeviceToHost`
    //~^ WARNING[K0609] nothing is ever written to it
    cudaMemcpy(bytes, d, n, cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += bytes[i];  //~ ERROR[R0603] element 16 (of 4 bytes) of an allocation of 256 bytes | 64 bytes of 256 were written: a copy takes a number of bytes, not of elements
    // Only half of the threads write.
    fill<<<1, n>>>(e, n / 2);
    cudaMemcpy(part, e, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) sum += part[i];  //~ ERROR[R0603] element 32 (of 4 bytes) of an allocation of 256 bytes | it was copied from device memory
    printf("%d\n", sum);
    free(forgotten);
    free(bytes);
    free(part);
    cudaFree(d);
    cudaFree(e);
}
