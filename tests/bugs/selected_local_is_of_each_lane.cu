// A load through a pointer to one of two local variables took the first lane's variable for all lanes.
#include <cstdio>

__global__ void k(int *out, int n)
{
    int b = threadIdx.x * 3, five = 5;
    int c = n == 1 ? b : five;
    out[threadIdx.x] = __byte_perm(c, n, 0x4210);
}

int main()
{
    int h[32], *out;
    cudaMalloc(&out, sizeof h);
    k<<<1, 32>>>(out, 1);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) printf("%x ", h[i]);
    printf("\n");
    cudaFree(out);
}
