// The first and the last byte of every kind of memory.
//@ stdout: ok
#include <cstdio>
__constant__ char c[5] = {1, 2, 3, 4, 5};
__device__ short g[3] = {1, 2, 3};
struct Odd { char a; int b; char d[3]; };
__global__ void k(char *p, int n, Odd *odd) {
    __shared__ char s[7];
    extern __shared__ double dynamic[];
    char local[9];
    for (int i = 0; i < 9; i++) local[i] = i;
    s[0] = 1; s[6] = 2;
    dynamic[0] = 1; dynamic[2] = 3;
    p[0] = local[8] + c[4] + g[2] + s[6] + (char)dynamic[2];
    p[n - 1] = local[0];
    odd[1].d[2] = 7;
    odd[0].b = 8;
}
int main() {
    char *p, h[11];
    Odd *o, ho[2];
    cudaMalloc(&p, 11);
    cudaMalloc(&o, sizeof ho);
    k<<<1, 1, 3 * sizeof(double)>>>(p, 11, o);
    cudaMemcpy(h, p, 11, cudaMemcpyDeviceToHost);
    cudaMemcpy(ho, o, sizeof ho, cudaMemcpyDeviceToHost);
    printf("%s\n", h[0] == 8 + 5 + 3 + 2 + 3 && h[10] == 0 && ho[1].d[2] == 7 && ho[0].b == 8 ? "ok" : "wrong");
    cudaFree(p);
    cudaFree(o);
}
