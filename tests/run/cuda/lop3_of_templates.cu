// `lop3.b32` whose table is a template argument, handed on as an "n" operand.
#include <cstdio>

template <int TABLE>
__device__ unsigned lop3(unsigned a, unsigned b, unsigned c)
{
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(TABLE));
    return d;
}

__global__ void tables(unsigned a, unsigned b, unsigned c)
{
    printf("%08x %08x %08x %08x\n", lop3<0x96>(a, b, c), lop3<0xe8>(a, b, c), lop3<0xca>(a, b, c), lop3<0xc0 | 0x0f>(a, b, c));
}

int main()
{
    tables<<<1, 1>>>(0x0f0f1234, 0x33335678, 0x55559abc);
    cudaDeviceSynchronize();
}
