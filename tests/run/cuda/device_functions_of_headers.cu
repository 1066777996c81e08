// Functions and names that nvcc's own headers have.
#include <cstdio>
#include <algorithm>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
struct __builtin_align__(16) Aligned { float x, y, z; };
typedef struct __builtin_align__(8) { int a; } Pair;

__global__ void sums(float2 *a, float4 *b)
{
    atomicAdd(a, make_float2(1.0f, 0.5f));
    float4 old = atomicAdd(b, make_float4(1, 2, 3, 4));
    if (old.x < 0) a->x = 0;
    atomicAdd_system(a + 1, make_float2(2, 3));
}
__global__ void products()
{
    printf("%d %u\n", __dp2a_lo(make_short2(-2, 3), make_char4(1, 2, 3, 4), 5), __dp2a_hi(make_ushort2(2, 3), make_uchar4(1, 2, 3, 4), 5u));
    printf("%d %u\n", __dp2a_hi(make_short2(-2, 3), make_char4(1, 2, 3, -4), 5), __dp2a_lo(make_ushort2(2, 3), make_uchar4(1, 2, 3, 4), 5u));
}
__global__ void lengths()
{
    double d[3] = {1, 2, 2}, e[4] = {-7, 0, 24, 0}, one[1] = {-5}, none[2] = {0, 0};
    float f[2] = {3, 4}, g[3] = {2, -3, 6};
    printf("%g %g %g %g\n", norm(3, d), normf(2, f), rnorm(3, d), rnormf(2, f));
    printf("%g %g %g %g %g\n", norm(4, e), normf(3, g), norm(1, one), normf(1, f), norm(2, none));
}
__global__ void numbers(double x, double zero)
{
    printf("%d %d %d", __isnan(x) != 0, __isinf(x / zero) != 0, __finite(x) != 0);
    printf(" %d %d\n", __signbit(-x) != 0, __signbitf(-1.0f) != 0);
    printf("%x %x %llx\n", __nv_bswap32(0x01020304), __nv_bswap16(0x0102), __nv_bswap64(0x0102030405060708ull));
    printf("%g %g\n", __fmaf_ieee_rn(1, 2, 3), __fmaf_ieee_rz(0.5f, 3, 0.25f));
    void *memory = __nv_aligned_device_malloc(64, 256);
    printf("%d\n", memory != nullptr && (size_t)memory % 256 == 0);
    free(memory);
}
__global__ void sixteen_bits()
{
    printf("%g %g %g\n", (float)__short2half_rd(2049), (float)__short2half_ru(2049), (float)__short2half_rz(-2049));
    printf("%g %g %g %g\n", (float)__int2half_rz(70000), (float)__int2half_ru(70000), (float)__int2half_rd(-70000), (float)__int2half_ru(-70000));
    printf("%g %g %g\n", (float)__uint2half_ru(2049u), (float)__ll2half_rd(-2049), (float)__ushort2half_rz(4099));
    printf("%g %g %g\n", (float)__ushort2bfloat16_rd(259), (float)__ll2bfloat16_ru(259), (float)__int2bfloat16_rz(-259));
    printf("%g %g\n", (float)__ull2bfloat16_rd(0x8000000000000001ull), (float)__ull2bfloat16_ru(0x8000000000000001ull));
}
__global__ void directive(int n, float f)
{
    using namespace std;
    printf("%d %u %g\n", max(n, 5), min(3u, 4u), max(f, 2.0));
}

int main()
{
    printf("%zu %zu\n", sizeof(Aligned), alignof(Pair));
    float4 *b;
    cudaMallocManaged(&b, 3 * sizeof *b);
    for (int i = 0; i < 3; ++i) b[i] = make_float4(0, 0, 0, 0);
    sums<<<2, 32>>>((float2 *)(b + 1), b);
    cudaDeviceSynchronize();
    printf("%g %g %g %g, %g %g, %g %g\n", b[0].x, b[0].y, b[0].z, b[0].w, b[1].x, b[1].y, b[1].z, b[1].w);
    products<<<1, 1>>>();
    lengths<<<1, 1>>>();
    numbers<<<1, 1>>>(2, 0);
    sixteen_bits<<<1, 1>>>();
    directive<<<1, 1>>>(3, 1.5f);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(b);
}
