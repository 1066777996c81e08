// Lanes that leave the inner loop early go on with the outer one and enter the inner loop again, where others still are:
// its counter was taken for the same in all lanes.
#include <cstdio>
__global__ void k(int *out)
{
    int c = threadIdx.x, a = 0;
    int d = (blockIdx.x * 33 + c) * 5 - 9;
    int i = c & 3;
    while (i-- > 0) {
        for (int j = 0, end = d & 3; j < end; ++j) a += j;
    }
    out[blockIdx.x * 33 + c] = a;
}
int main()
{
    static int o[99];
    int *out;
    cudaMalloc(&out, sizeof o);
    k<<<3, 33>>>(out);
    cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 99; ++i) { int c = i % 33, d = i * 5 - 9, e = d & 3; printf("%d %d %d should %d\n", c, d & 3, o[i], (c & 3) * (e * (e - 1) / 2)); }
    cudaFree(out);
}
