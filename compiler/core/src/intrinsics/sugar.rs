//! Intrinsics that are written in the language, over those of the table.

/// The end of `<kern/intrinsics.h>`.
pub(super) const TEXT: &str = r"
__device__ inline int __dp4a(char4 a, char4 b, int c) { return __dp4a(*(int *)&a, *(int *)&b, c); }
__device__ inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) { return __dp4a(*(unsigned int *)&a, *(unsigned int *)&b, c); }
__host__ __device__ inline double min(float a, double b) { return min((double)a, b); }
__host__ __device__ inline double min(double a, float b) { return min(a, (double)b); }
__host__ __device__ inline double max(float a, double b) { return max((double)a, b); }
__host__ __device__ inline double max(double a, float b) { return max(a, (double)b); }
// The 16-bit form goes through the word around it.
__device__ inline unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value)
{
    unsigned int *word = (unsigned int *)((unsigned long)address & ~3ul);
    unsigned int shift = ((unsigned long)address & 2ul) ? 16u : 0u;
    unsigned int old = *(volatile unsigned int *)word;
    while (true) {
        unsigned short now = (unsigned short)(old >> shift);
        if (now != compare) return now;
        unsigned int assumed = old;
        old = atomicCAS(word, assumed, (assumed & ~(65535u << shift)) | ((unsigned int)value << shift));
        if (old == assumed) return compare;
    }
}
__device__ inline void __sincosf(float x, float *sine, float *cosine) { *sine = __sinf(x); *cosine = __cosf(x); }
__device__ inline void __prefetch_global_l1(const void *) {}
__device__ inline void __prefetch_global_l2(const void *) {}

// SIMD in a register (CUDA Math API, SIMD Intrinsics): bytes and half words, carries kept inside their lanes.
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
__device__ inline unsigned int __vabsdiffu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        unsigned int x = (a >> i) & 255u, y = (b >> i) & 255u;
        r |= (x > y ? x - y : y - x) << i;
    }
    return r;
}
__device__ inline unsigned int __vsadu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        unsigned int x = (a >> i) & 255u, y = (b >> i) & 255u;
        r += x > y ? x - y : y - x;
    }
    return r;
}
__device__ inline unsigned int __vmaxu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        unsigned int x = (a >> i) & 255u, y = (b >> i) & 255u;
        r |= (x > y ? x : y) << i;
    }
    return r;
}
__device__ inline unsigned int __vminu4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8) {
        unsigned int x = (a >> i) & 255u, y = (b >> i) & 255u;
        r |= (x < y ? x : y) << i;
    }
    return r;
}
__device__ inline unsigned int __vcmpeq4(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 8)
        if (((a ^ b) >> i & 255u) == 0) r |= 255u << i;
    return r;
}
";
