// GCC's names for functions of the library and for operations on bits.
#include <cstdio>
struct Pair {
    int a;
    float b;
};
__global__ void copy(const Pair *in, Pair *out, unsigned *bits)
{
    int i = threadIdx.x;
    __builtin_memcpy(&out[i], &in[i], sizeof(Pair));
    __builtin_memset(&bits[i], 0, sizeof(unsigned));
    if (__builtin_expect(i < 2, 1)) bits[i] += __builtin_popcount(in[i].a) + 100 * __builtin_clz(in[i].a) + 10000 * __builtin_ffs(in[i].a);
    out[i].b += __builtin_sqrtf(4.0f) + __builtin_fabsf(-1.0f);
}
int main()
{
    Pair *in, *out;
    unsigned *bits;
    cudaMallocManaged(&in, 4 * sizeof(Pair));
    cudaMallocManaged(&out, 4 * sizeof(Pair));
    cudaMallocManaged(&bits, 4 * sizeof(unsigned));
    for (int i = 0; i < 4; i++) in[i] = {3 << i, i * 0.5f};
    copy<<<1, 4>>>(in, out, bits);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++) printf("%d %g %u\n", out[i].a, out[i].b, bits[i]);
    char text[8];
    __builtin_memcpy(text, "abc", 4);
    __builtin_memmove(text + 1, text, 4);
    printf("%s %zu %d\n", text, __builtin_strlen(text), __builtin_memcmp(text, "aabc", 5));
    printf("%d %d %d %d %x %d\n", __builtin_popcountll(~0ull), __builtin_clzll(1), __builtin_ctz(8), __builtin_ctzll(1ull << 40),
           __builtin_bswap32(0x01020304), __builtin_parity(7));
    return 0;
}
