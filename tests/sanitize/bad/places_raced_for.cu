// Threads take places in a list by a plain counter: that they write over one another there comes of that.
#include <cstdio>
__global__ void keep_even(const int *in, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2 == 0) {
        int at = (*count)++; //~ ERROR[R0302] `count` | use an atomic operation
        out[at] = in[i];
    }
}
int main()
{
    const int n = 64;
    int h[n], *in, *out, *count, c;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    keep_even<<<1, 64>>>(in, n, out, count);
    cudaMemcpy(&c, count, sizeof c, cudaMemcpyDeviceToHost);
    printf("%d\n", c);
    cudaFree(in), cudaFree(out), cudaFree(count);
}
