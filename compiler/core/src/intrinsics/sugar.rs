//! Intrinsics that are written in the language, over those of the table.

/// The end of `<kern/intrinsics.h>`.
pub(super) const TEXT: &str = r#"
__device__ inline int __dp4a(char4 a, char4 b, int c) { return __dp4a(*(int *)&a, *(int *)&b, c); }
__device__ inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) { return __dp4a(*(unsigned int *)&a, *(unsigned int *)&b, c); }
__device__ inline int __dp2a_lo(short2 a, char4 b, int c) { return __dp2a_lo(*(int *)&a, *(int *)&b, c); }
__device__ inline int __dp2a_hi(short2 a, char4 b, int c) { return __dp2a_hi(*(int *)&a, *(int *)&b, c); }
__device__ inline unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) { return __dp2a_lo(*(unsigned int *)&a, *(unsigned int *)&b, c); }
__device__ inline unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) { return __dp2a_hi(*(unsigned int *)&a, *(unsigned int *)&b, c); }
__host__ __device__ inline double min(float a, double b) { return min((double)a, b); }
__host__ __device__ inline double min(double a, float b) { return min(a, (double)b); }
__host__ __device__ inline double max(float a, double b) { return max((double)a, b); }
__host__ __device__ inline double max(double a, float b) { return max(a, (double)b); }
__device__ inline unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value)
{
    unsigned short old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory");
    return old;
}
// Of vectors each component by itself.
__device__ inline float2 atomicAdd(float2 *address, float2 value)
{
    return float2{atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
__device__ inline float2 atomicAdd_block(float2 *address, float2 value)
{
    return float2{atomicAdd_block(&address->x, value.x), atomicAdd_block(&address->y, value.y)};
}
__device__ inline float2 atomicAdd_system(float2 *address, float2 value)
{
    return float2{atomicAdd_system(&address->x, value.x), atomicAdd_system(&address->y, value.y)};
}
__device__ inline float4 atomicAdd(float4 *address, float4 value)
{
    return float4{atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};
}
__device__ inline float4 atomicAdd_block(float4 *address, float4 value)
{
    return float4{atomicAdd_block(&address->x, value.x), atomicAdd_block(&address->y, value.y), atomicAdd_block(&address->z, value.z), atomicAdd_block(&address->w, value.w)};
}
__device__ inline float4 atomicAdd_system(float4 *address, float4 value)
{
    return float4{atomicAdd_system(&address->x, value.x), atomicAdd_system(&address->y, value.y), atomicAdd_system(&address->z, value.z), atomicAdd_system(&address->w, value.w)};
}
__host__ __device__ inline float fdividef(float x, float y) { return x / y; }
// Functions that give two numbers: inlined, so that a variable whose address is given to them may stay a register.
__host__ __device__ inline void sincosf(float x, float *sine, float *cosine) { *sine = sinf(x); *cosine = cosf(x); }
__host__ __device__ inline void sincos(double x, double *sine, double *cosine) { *sine = __sincos_sin(x); *cosine = __sincos_cos(x); }
__host__ __device__ inline void sincospif(float x, float *sine, float *cosine) { *sine = sinpif(x); *cosine = cospif(x); }
__host__ __device__ inline void sincospi(double x, double *sine, double *cosine) { *sine = __sincospi_sin(x); *cosine = __sincospi_cos(x); }
__host__ __device__ inline float frexpf(float x, int *exponent)
{
    int n = x == 0.0f || x - x != 0.0f ? 0 : ilogbf(x) + 1;
    *exponent = n;
    return ldexpf(x, -n);
}
__host__ __device__ inline double frexp(double x, int *exponent)
{
    int n = x == 0.0 || x - x != 0.0 ? 0 : ilogb(x) + 1;
    *exponent = n;
    return ldexp(x, -n);
}
__host__ __device__ inline float modff(float x, float *whole)
{
    *whole = truncf(x);
    return copysignf(fabsf(x) == __builtin_huge_valf() ? 0.0f : x - truncf(x), x);
}
__host__ __device__ inline double modf(double x, double *whole)
{
    *whole = trunc(x);
    return copysign(fabs(x) == __builtin_huge_val() ? 0.0 : x - trunc(x), x);
}
__device__ inline void __sincosf(float x, float *sine, float *cosine) { *sine = __sinf(x); *cosine = __cosf(x); }
// The place of the set bit that is so many before or behind `base` (PTX ISA, `fns`).
__device__ inline unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    if (offset == 0) return base < 32 && (mask >> base & 1) ? base : 0xffffffffu;
    int step = offset > 0 ? 1 : -1, left = offset * step;
    for (int at = (int)base; at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0) return at;
    return 0xffffffffu;
}
__host__ __device__ inline int __finitef(float x) { return x - x == 0.0f; }
__host__ __device__ inline int __isnanf(float x) { return x != x; }
__host__ __device__ inline int __isinff(float x) { return x == x && x - x != 0.0f; }
__host__ __device__ inline int __finite(double x) { return x - x == 0.0; }
__host__ __device__ inline int __isnan(double x) { return x != x; }
__host__ __device__ inline int __isinf(double x) { return x == x && x - x != 0.0; }
__host__ __device__ inline int __signbit(double x) { return signbit(x); }
__host__ __device__ inline int __signbitf(float x) { return signbit(x); }
__host__ __device__ inline unsigned short __nv_bswap16(unsigned short x) { return (unsigned short)(x >> 8 | x << 8); }
__host__ __device__ inline unsigned int __nv_bswap32(unsigned int x)
{
    return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff0000u) | x << 24;
}
__host__ __device__ inline unsigned long long __nv_bswap64(unsigned long long x)
{
    return (unsigned long long)__nv_bswap32((unsigned int)x) << 32 | __nv_bswap32((unsigned int)(x >> 32));
}
__device__ inline void __prof_trigger(int) {}
__device__ inline void __barrier_sync(unsigned int number) { asm volatile("barrier.sync %0;" :: "r"(number) : "memory"); }
__device__ inline void __barrier_sync_count(unsigned int number, unsigned int threads)
{
    asm volatile("barrier.sync %0, %1;" :: "r"(number), "r"(threads) : "memory");
}
// A grid starts when all before it are over: there is nothing to wait for.
__device__ inline void cudaGridDependencySynchronize(void) {}
__device__ inline void cudaTriggerProgrammaticLaunchCompletion(void) {}
// Clusters of blocks (`sm_90_rt.h`).
__device__ inline void *__cluster_map_shared_rank(const void *address, unsigned int rank)
{
    unsigned long long there;
    asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(address), "r"(rank));
    return (void *)there;
}
__device__ inline unsigned int __cluster_query_shared_rank(const void *address)
{
    unsigned int rank;
    asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(address));
    return rank;
}
__device__ inline void __cluster_barrier_arrive(void) { asm volatile("barrier.cluster.arrive;" ::: "memory"); }
__device__ inline void __cluster_barrier_arrive_relaxed(void) { asm volatile("barrier.cluster.arrive.relaxed;"); }
__device__ inline void __cluster_barrier_wait(void) { asm volatile("barrier.cluster.wait;" ::: "memory"); }
__device__ inline void __threadfence_cluster(void) { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }
__device__ inline unsigned int __clusterRelativeBlockRank(void)
{
    unsigned int rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
__device__ inline unsigned int __clusterSizeInBlocks(void)
{
    unsigned int blocks;
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    return blocks;
}
__device__ inline void __prefetch_global_l1(const void *) {}
__device__ inline void __prefetch_global_l2(const void *) {}

// SIMD in a register: additions of all lanes at once, carries kept inside their lanes. The others are in `simd`.
__device__ inline unsigned int __vadd4(unsigned int a, unsigned int b)
{
    return ((a & 0x7f7f7f7fu) + (b & 0x7f7f7f7fu)) ^ ((a ^ b) & 0x80808080u);
}
__device__ inline unsigned int __vsub4(unsigned int a, unsigned int b)
{
    return ((a | 0x80808080u) - (b & 0x7f7f7f7fu)) ^ ((a ^ ~b) & 0x80808080u);
}
__device__ inline unsigned int __vadd2(unsigned int a, unsigned int b)
{
    return ((a & 0x7fff7fffu) + (b & 0x7fff7fffu)) ^ ((a ^ b) & 0x80008000u);
}
__device__ inline unsigned int __vsub2(unsigned int a, unsigned int b)
{
    return ((a | 0x80008000u) - (b & 0x7fff7fffu)) ^ ((a ^ ~b) & 0x80008000u);
}
__host__ __device__ inline int __vibmax_s32(int a, int b, bool *pred) { return (*pred = a >= b) ? a : b; }
__host__ __device__ inline unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool *pred) { return (*pred = a >= b) ? a : b; }
__host__ __device__ inline unsigned int __vibmax_s16x2(unsigned int a, unsigned int b, bool *pred_hi, bool *pred_lo)
{
    *pred_hi = (short)(a >> 16) >= (short)(b >> 16);
    *pred_lo = (short)a >= (short)b;
    return ((*pred_hi ? a : b) & 0xffff0000u) | ((*pred_lo ? a : b) & 0xffffu);
}
__host__ __device__ inline unsigned int __vibmax_u16x2(unsigned int a, unsigned int b, bool *pred_hi, bool *pred_lo)
{
    *pred_hi = (unsigned short)(a >> 16) >= (unsigned short)(b >> 16);
    *pred_lo = (unsigned short)a >= (unsigned short)b;
    return ((*pred_hi ? a : b) & 0xffff0000u) | ((*pred_lo ? a : b) & 0xffffu);
}
__host__ __device__ inline int __vibmin_s32(int a, int b, bool *pred) { return (*pred = a <= b) ? a : b; }
__host__ __device__ inline unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool *pred) { return (*pred = a <= b) ? a : b; }
__host__ __device__ inline unsigned int __vibmin_s16x2(unsigned int a, unsigned int b, bool *pred_hi, bool *pred_lo)
{
    *pred_hi = (short)(a >> 16) <= (short)(b >> 16);
    *pred_lo = (short)a <= (short)b;
    return ((*pred_hi ? a : b) & 0xffff0000u) | ((*pred_lo ? a : b) & 0xffffu);
}
__host__ __device__ inline unsigned int __vibmin_u16x2(unsigned int a, unsigned int b, bool *pred_hi, bool *pred_lo)
{
    *pred_hi = (unsigned short)(a >> 16) <= (unsigned short)(b >> 16);
    *pred_lo = (unsigned short)a <= (unsigned short)b;
    return ((*pred_hi ? a : b) & 0xffff0000u) | ((*pred_lo ? a : b) & 0xffffu);
}

// The warp functions before Volta, which take no mask: calls of them are warned of.
template <class T> __device__ __forceinline__ T __shfl(T value, int lane, int width = 32) { return __shfl_sync(__activemask(), value, lane, width); }
template <class T> __device__ __forceinline__ T __shfl_up(T value, unsigned int delta, int width = 32) { return __shfl_up_sync(__activemask(), value, delta, width); }
template <class T> __device__ __forceinline__ T __shfl_down(T value, unsigned int delta, int width = 32) { return __shfl_down_sync(__activemask(), value, delta, width); }
template <class T> __device__ __forceinline__ T __shfl_xor(T value, int lane_mask, int width = 32) { return __shfl_xor_sync(__activemask(), value, lane_mask, width); }
__device__ __forceinline__ int __any(int predicate) { return __any_sync(__activemask(), predicate); }
__device__ __forceinline__ int __all(int predicate) { return __all_sync(__activemask(), predicate); }
__device__ __forceinline__ unsigned int __ballot(int predicate) { return __ballot_sync(__activemask(), predicate); }
"#;
