// The last elements have no thread, and the host adds them up: that is an error, and not only something to be warned of.
#include <cstdio>
__global__ void square(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i * i;
}
int main()
{
    const int n = 1000;
    static int h[n];
    int *x;
    cudaMalloc(&x, n * sizeof(int));
    square<<<n / 256, 256>>>(x, n);
    cudaMemcpy(h, x, n * sizeof(int), cudaMemcpyDeviceToHost); //~ WARNING[R0602] 768 threads
    long sum = 0;
    for (int i = 0; i < n; i++) sum += h[i]; //~ ERROR[R0603] the host reads `h[768]`
    printf("%ld\n", sum);
    cudaFree(x);
}
