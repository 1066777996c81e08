#include <cstdio>

// Two warps that wait for one another, in the second of two blocks.
__global__ void turn(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t >= 32) return;
    out[blockIdx.x * 32 + t] = s[63 - t];
}

int main()
{
    int h[64], *out;
    cudaMalloc(&out, sizeof h);
    turn<<<2, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
}
