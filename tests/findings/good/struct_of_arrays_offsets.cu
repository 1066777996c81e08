#include <cstdio>
__global__ void k(char *raw, int n) { float *f = (float *)raw; double *d = (double *)(raw + 512); int i = threadIdx.x; f[i] = i; d[i] = f[i] * 2; short *s = (short *)(d + n); s[i] = (short)d[i]; }
int main() { char *p; short h[128]; cudaMalloc(&p, 128 * 4 + 128 * 8 + 128 * 2); k<<<1, 128>>>(p, 128); cudaMemcpy(h, p + 128 * 12, 256, cudaMemcpyDeviceToHost); printf("%d %d\n", h[1], h[127]); }
