// What bits a NaN has after rounding, conversion, absolute value and negation.
#include <cstdio>
__global__ void k(const unsigned *b, const unsigned long long *d)
{
    int i = threadIdx.x;
    float x = __uint_as_float(b[i]);
    double y = __longlong_as_double((long long)d[i]);
    printf("%08x rint %08x trunc %08x floor %08x ceil %08x round %08x sat %08x\n", b[i], __float_as_uint(rintf(x)), __float_as_uint(truncf(x)), __float_as_uint(floorf(x)), __float_as_uint(ceilf(x)), __float_as_uint(roundf(x)), __float_as_uint(__saturatef(x)));
    printf("%016llx rint %016llx trunc %016llx floor %016llx ceil %016llx round %016llx narrow %08x widen %016llx\n", d[i], __double_as_longlong(rint(y)), __double_as_longlong(trunc(y)), __double_as_longlong(floor(y)), __double_as_longlong(ceil(y)), __double_as_longlong(round(y)), __float_as_uint((float)y), __double_as_longlong((double)x));
    printf("abs %08x sqrt %08x neg %08x\n", __float_as_uint(fabsf(x)), __float_as_uint(sqrtf(x)), __float_as_uint(-x));
    printf("d abs %016llx sqrt %016llx neg %016llx sub %016llx\n", __double_as_longlong(fabs(y)), __double_as_longlong(sqrt(y)), __double_as_longlong(-y), __double_as_longlong(y - 1.0));
}
int main()
{
    unsigned h[6] = {0x7fc00000, 0xffc00000, 0x7fc12345, 0xffc12345, 0x7f812345, 0x7fffffff};
    unsigned long long g[6] = {0x7ff8000000000000ull, 0xfff8000000000000ull, 0x7ff8123456789abcull, 0xfff8123456789abcull, 0x7ff0123456789abcull, 0x7fffffffffffffffull};
    unsigned *b; unsigned long long *d;
    cudaMallocManaged(&b, sizeof h); cudaMallocManaged(&d, sizeof g);
    for (int i = 0; i < 6; i++) b[i] = h[i], d[i] = g[i];
    k<<<1, 6>>>(b, d);
    cudaDeviceSynchronize();
}
