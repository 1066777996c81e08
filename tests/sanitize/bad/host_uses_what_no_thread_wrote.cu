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
    cudaMemcpy(h, x, n * sizeof(int), cudaMemcpyDeviceToHost); //~ ERROR[R0602] bytes 3072 to 3999 | to 4 here: `(n + 255) / 256`
    long sum = 0;
    for (int i = 0; i < n; i++) sum += h[i];
    printf("%ld\n", sum);
    cudaFree(x);
}
