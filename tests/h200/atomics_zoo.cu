#include <stdio.h>
#include <limits.h>
#include <float.h>
#define REPORT(name, fmt, got, want) printf("%-14s " fmt " " fmt " %s\n", name, got, want, (got) == (want) ? "PASS" : "FAIL")
struct State {
    int add, sub, mn, mx, an, orr, xr, exch;
    unsigned inc, dec, umin, umax, cas;
    unsigned long long add64, max64, and64, or64, cas64;
    long long min64s;
    float fadd, fmul;
    double dadd, dcas;
};
__device__ double atomicAddDouble(double *address, double val)
{
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__device__ void atomicMulFloat(float *p, float f)
{
    int *ip = (int *)p, old = *ip, seen;
    do { seen = old; old = atomicCAS(ip, seen, __float_as_int(__int_as_float(seen) * f)); } while (old != seen);
}
__global__ void zoo(State *s)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&s->add, (int)i);
    atomicSub(&s->sub, 3);
    atomicMin(&s->mn, (int)i * 7 % 101 - 50);
    atomicMax(&s->mx, (int)i * 7 % 101 - 50);
    atomicAnd(&s->an, ~(1 << (i % 20)));
    atomicOr(&s->orr, 1 << (i % 13));
    atomicXor(&s->xr, (int)(i * 2654435761u));
    atomicInc(&s->inc, 36);
    atomicDec(&s->dec, 36);
    atomicMin(&s->umin, 5000u - i);
    atomicMax(&s->umax, i * 0x9e3779b9u);
    unsigned old = s->cas, was;
    do { was = old; old = atomicCAS(&s->cas, was, was * 5u + (was * 0u) + 1u); } while (old != was);
    atomicAdd(&s->add64, (unsigned long long)i << 20);
    atomicMax(&s->max64, (unsigned long long)i << 33 | 1);
    atomicAnd(&s->and64, ~(1ull << (i % 64)));
    atomicOr(&s->or64, 1ull << (i * 3 % 64));
    atomicMin(&s->min64s, -(long long)i * i * i);
    atomicAdd(&s->fadd, 0.25f);
    if (i < 20) atomicMulFloat(&s->fmul, 2.0f);
    atomicAdd(&s->dadd, 0.125);
    atomicAddDouble(&s->dcas, 0.5);
    if (i == 77) atomicExch(&s->exch, 4711);
    atomicCAS(&s->cas64, 0ull, 0x123456789abcdefull);
}
int main()
{
    const unsigned n = 8 * 96;
    State h = {0}, *d;
    h.sub = 10; h.mn = INT_MAX; h.mx = INT_MIN; h.an = -1; h.umin = UINT_MAX; h.and64 = ~0ull; h.fmul = 1.f;
    cudaMalloc(&d, sizeof(State));
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    zoo<<<8, 96>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    int xr = 0, orr = 0, an = -1; unsigned umax = 0, cas = 0, inc = 0, dec = 0;
    for (unsigned i = 0; i < n; i++) { xr ^= (int)(i * 2654435761u); orr |= 1 << (i % 13); an &= ~(1 << (i % 20)); if (i * 0x9e3779b9u > umax) umax = i * 0x9e3779b9u; cas = cas * 5 + 1; inc = inc >= 36 ? 0 : inc + 1; dec = dec == 0 || dec > 36 ? 36 : dec - 1; }
    REPORT("add", "%d", h.add, (int)(n * (n - 1) / 2)); REPORT("sub", "%d", h.sub, 10 - 3 * (int)n); REPORT("min", "%d", h.mn, -50); REPORT("max", "%d", h.mx, 50);
    REPORT("and", "%#x", h.an, an); REPORT("or", "%#x", h.orr, orr); REPORT("xor", "%#x", h.xr, xr); REPORT("inc", "%u", h.inc, inc); REPORT("dec", "%u", h.dec, dec);
    REPORT("umin", "%u", h.umin, 5000u - (n - 1)); REPORT("umax", "%u", h.umax, umax); REPORT("cas loop", "%u", h.cas, cas);
    REPORT("add64", "%llu", h.add64, (unsigned long long)n * (n - 1) / 2 << 20); REPORT("max64", "%llx", h.max64, (unsigned long long)(n - 1) << 33 | 1);
    REPORT("and64", "%llx", h.and64, 0ull); REPORT("or64", "%llx", h.or64, ~0ull); REPORT("min64", "%lld", h.min64s, -(long long)(n - 1) * (n - 1) * (n - 1));
    REPORT("fadd", "%f", h.fadd, 0.25f * n); REPORT("fmul", "%f", h.fmul, 1048576.f); REPORT("dadd", "%g", h.dadd, 0.125 * n); REPORT("dcas", "%g", h.dcas, 0.5 * n);
    REPORT("exch", "%d", h.exch, 4711); REPORT("cas64", "%llx", h.cas64, 0x123456789abcdefull);
    cudaFree(d);
    return 0;
}
