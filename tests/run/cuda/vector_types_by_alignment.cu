// Four elements of eight bytes, aligned to 16 or to 32 bytes, by name (CUDA 13).
#include <cstdio>
template <class T> __global__ void add(T *p, const T *q) { p->x += q->x; p->w += q->w; }
template <class T> static void show(const char *name, T a, T b)
{
    T *p;
    cudaMallocManaged(&p, 2 * sizeof(T));
    p[0] = a, p[1] = b;
    add<<<1, 1>>>(p, p + 1);
    cudaDeviceSynchronize();
    printf("%s: %d bytes, aligned to %d: %g %g\n", name, (int)sizeof(T), (int)alignof(T), (double)p->x, (double)p->w);
}
#define SHOW(t) show(#t, make_##t(1, 2, 3, 4), make_##t(10, 20, 30, 40))
int main()
{
    SHOW(double4_16a), SHOW(double4_32a), SHOW(long4_16a), SHOW(long4_32a), SHOW(ulong4_16a), SHOW(ulong4_32a);
    SHOW(longlong4_16a), SHOW(longlong4_32a), SHOW(ulonglong4_16a), SHOW(ulonglong4_32a), SHOW(double4);
}
