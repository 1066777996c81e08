// Kernels write to what the host shares with them: it counts as written there. Halves are moved, and not looked at.
#include <cstdio>
#include <cuda_fp16.h>
struct S { int a, b; };
__global__ void k(S *s) { s->b = 5; }
struct P { __half h; short s; float f; };
int main(int argc, char **argv)
{
    S *m, *p, l;
    l.a = 1;
    cudaMallocManaged(&m, sizeof(S));
    *m = l;
    k<<<1, 1>>>(m);
    cudaDeviceSynchronize();
    printf("%d %d\n", m->a, m->b);
    cudaFree(m);
    cudaMallocHost(&p, sizeof(S));
    *p = l;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d\n", p->a, p->b);
    cudaFreeHost(p);
    __half a[4];
    for (int i = 0; i < 4; i++) a[i] = __float2half(i * 0.5f);
    P q, r;
    q.h = a[argc];
    r = q;
    __half chosen = argc > 1 ? a[2] : r.h;
    printf("%g %g\n", __half2float(chosen), __half2float(a[3]));
}
