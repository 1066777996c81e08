// Rows of a two-dimensional array reached by pointer arithmetic over the whole array.
//@ stdout: 276 23
#include <cstdio>
__global__ void k(int *out) {
    __shared__ int m[4][6];
    int t = threadIdx.x;
    m[t / 6][t % 6] = t;
    __syncthreads();
    int *flat = &m[0][0];
    if (t == 0) {
        int s = 0;
        for (int i = 0; i < 24; i++) s += flat[i];
        out[0] = s;
        out[1] = flat[23];
    }
}
int main() {
    int *p, h[2];
    cudaMalloc(&p, sizeof h);
    k<<<1, 24>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    cudaFree(p);
}
