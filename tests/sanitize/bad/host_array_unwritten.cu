// The host fills half of an array, and the kernel reads all of it: it is copied as it is, and what nothing was written to stays so.
#include <cstdio>
#include <cstdlib>
__global__ void add(const float *a, float *o, int n)
{
    int i = threadIdx.x;
    if (i < n) o[i] = a[i] + 1;  //~ ERROR[R0601] thread (51,0,0) of block (0,0,0) reads `a[51]`, to which nothing was written | it was copied from memory of the host
}
__global__ void twice(const double *a, double *o) { o[threadIdx.x] = 2 * a[threadIdx.x]; }  //~ ERROR[R0601] reads `a[0]` | give all elements of the host's array a value
int main()
{
    int n = 100;
    float *h = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++)
        if (i <= n / 2) h[i] = i;
    float *a, *o;
    cudaMalloc(&a, n * sizeof(float));  //~ NOTE 400 bytes allocated here
    cudaMalloc(&o, n * sizeof(float));
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<1, 128>>>(a, o, n);
    double *pinned, *x, *y;
    cudaMallocHost(&pinned, 32 * sizeof(double));
    cudaMalloc(&x, 32 * sizeof(double));  //~ NOTE 256 bytes allocated here
    cudaMalloc(&y, 32 * sizeof(double));
    cudaMemcpyAsync(x, pinned, 32 * sizeof(double), cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(x, y);
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
    free(h);
    cudaFree(a);
    cudaFree(o);
    cudaFree(x);
    cudaFree(y);
}
