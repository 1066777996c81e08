// A word of shared memory of which half was written is copied as it is; the other half belongs to nobody.
//@ stdout: 7
#include <cstdio>
__global__ void k(int *out) {
    __shared__ int word;
    ((short *)&word)[0] = 7;
    out[0] = word;
}
int main() {
    int *out;
    short h[2];
    cudaMalloc(&out, 4);
    k<<<1, 1>>>(out);
    cudaMemcpy(h, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(out);
}
