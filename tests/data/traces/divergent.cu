#include <cstdio>

// Three ways through a kernel, and a loop that lanes leave at different times.
__global__ void ways(const int *in, int *out)
{
    int i = threadIdx.x;
    int x = in[i];
    if (i < 8) {
        x = x * 3;
    } else if (i < 12) {
        x = x - 100;
    }
    int sum = 0;
    for (int k = 0; k < i % 3; k++) sum += x;
    out[i] = sum;
}

int main()
{
    int h[16], *d_in, *d_out;
    for (int i = 0; i < 16; i++) h[i] = i * i;
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    ways<<<1, 16>>>(d_in, d_out);
    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) printf("%d ", h[i]);
    printf("\n");
}
