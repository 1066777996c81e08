// The built-in atomic functions that take an order and a scope.
#include <cstdio>
struct P { short a, b; };
__global__ void k(int *p, unsigned long long *q, float *f, double *d, long long *s, P *pp)
{
    int r;
    __nv_atomic_load(p, &r, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    printf("%d\n", r);
    printf("%d\n", __nv_atomic_fetch_add(p, 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM));
    int v = 9;
    __nv_atomic_store(p, &v, __NV_ATOMIC_RELEASE);
    printf("%d\n", __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE));
    __nv_atomic_store_n(p, 4, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
    printf("%d\n", __nv_atomic_exchange_n(p, 5, __NV_ATOMIC_ACQ_REL));
    int e = 4;
    bool done = __nv_atomic_compare_exchange_n(p, &e, 6, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED);
    printf("%d %d\n", done, e);
    done = __nv_atomic_compare_exchange_n(p, &e, 6, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    printf("%d %d %d\n", done, e, *p);
    unsigned long long most = __nv_atomic_fetch_max(q, 7ull, __NV_ATOMIC_RELAXED);
    float sum = __nv_atomic_fetch_add(f, 1.5f, __NV_ATOMIC_RELAXED);
    printf("%llu %llu %g %g\n", most, *q, sum, *f);
    double x = 2.5, y;
    __nv_atomic_exchange(d, &x, &y, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_add(d, 0.25, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    printf("%g %g\n", y, *d);
    long long least = __nv_atomic_fetch_min(s, -5ll, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_sub(q, 2, __NV_ATOMIC_RELAXED);
    printf("%lld %lld %llu\n", least, *s, *q);
    int before = __nv_atomic_fetch_sub(p, 1, __NV_ATOMIC_RELAXED);
    __nv_atomic_or(p, 0x70, __NV_ATOMIC_RELAXED);
    int bits = __nv_atomic_fetch_xor(p, 0xf, __NV_ATOMIC_RELAXED);
    int masked = __nv_atomic_fetch_and(p, 0x1f, __NV_ATOMIC_RELAXED);
    printf("%d %x %x %x\n", before, bits, masked, *p);
    P old = {1, 2}, made = {3, 4};
    done = __nv_atomic_compare_exchange(pp, &old, &made, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    printf("%d %d %d\n", done, pp->a, pp->b);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
}
__global__ void count(int *n)
{
    __nv_atomic_add(n, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
int main()
{
    int *p;
    unsigned long long *q;
    float *f;
    double *d;
    long long *s;
    P *pp;
    cudaMallocManaged(&p, 4);
    cudaMallocManaged(&q, 8);
    cudaMallocManaged(&f, 4);
    cudaMallocManaged(&d, 8);
    cudaMallocManaged(&s, 8);
    cudaMallocManaged(&pp, sizeof(P));
    *p = 1;
    *q = 2;
    *f = 0.5f;
    *d = -1;
    *s = 3;
    *pp = P{1, 2};
    k<<<1, 1>>>(p, q, f, d, s, pp);
    cudaDeviceSynchronize();
    *p = 0;
    count<<<64, 128>>>(p);
    cudaDeviceSynchronize();
    printf("%d\n", *p);
}
