// Vector accesses through reinterpret_cast, aligned as the hardware wants.
//@ stdout: 1 4 8 255
#include <cstdio>
__global__ void k(int *p, double *d) {
    int4 v = reinterpret_cast<int4 *>(p)[1];
    int2 w = *reinterpret_cast<int2 *>(p + 2);
    d[0] = v.x + w.x;
    unsigned char *bytes = (unsigned char *)d;
    bytes[15] = 255;
    p[7] = bytes[15];
    p[0] = v.x; p[1] = v.w; p[2] = (int)d[0];
}
int main() {
    int h[8] = {0, 0, 7, 0, 1, 2, 3, 4}, *p;
    double *d;
    cudaMalloc(&p, sizeof h);
    cudaMalloc(&d, 16);
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(p, d);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[7]);
    cudaFree(p);
    cudaFree(d);
}
