// Inline PTX with labels and branches, `setp` with two predicates, `cvt.pack` and scalar video instructions.
#include <cstdio>

__device__ unsigned gcd(unsigned a, unsigned b)
{
    unsigned result;
    asm("{\n"
        "  .reg .pred done;\n"
        "  .reg .u32 x, y, r;\n"
        "  mov.u32 x, %1;\n"
        "  mov.u32 y, %2;\n"
        "AGAIN:\n"
        "  setp.eq.u32 done, y, 0;\n"
        "  @done bra.uni READY;\n"
        "  rem.u32 r, x, y;\n"
        "  mov.u32 x, y;\n"
        "  mov.u32 y, r;\n"
        "  bra AGAIN;\n"
        "READY:\n"
        "  mov.u32 %0, x;\n"
        "}"
        : "=r"(result)
        : "r"(a), "r"(b));
    return result;
}

__device__ int sign_class(int x)
{
    int result;
    asm("{ .reg .pred p, q, r;\n"
        "  setp.lt.s32 p|q, %1, 0;\n"
        "  setp.gt.and.s32 r, %1, 100, q;\n"
        "  selp.s32 %0, -1, 1, p;\n"
        "  @r mov.s32 %0, 2; }"
        : "=r"(result)
        : "r"(x));
    return result;
}

__global__ void kernel(const int *in, int *out)
{
    int i = threadIdx.x, x = in[i];
    out[i] = gcd(x < 0 ? -x : x, 36);
    out[8 + i] = sign_class(x);
    int packed, sum, least, difference, bytes;
    asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(packed) : "r"(x * 1000), "r"(i));
    asm("vadd.s32.s32.s32.sat %0, %1, %2;" : "=r"(sum) : "r"(x << 24), "r"(0x7f000000));
    asm("vmin.s32.s32.s32.add %0, %1.b0, %2.h0, %3;" : "=r"(least) : "r"(x), "r"(5), "r"(100));
    asm("vabsdiff.u32.u32.u32 %0, %1.b1, %2.b0;" : "=r"(difference) : "r"(0x1234), "r"(i));
    asm("vsub.u32.s32.s32 %0.b2, %1, %2, %3;" : "=r"(bytes) : "r"(x), "r"(1), "r"(0x11223344));
    out[16 + i] = packed;
    out[24 + i] = sum;
    out[32 + i] = least;
    out[40 + i] = difference;
    out[48 + i] = bytes;
}

int main()
{
    const int values[8] = {48, -7, 100, 101, 0, 35, -30, 72};
    int *in, *out, result[56];
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, 8>>>(in, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (int row = 0; row < 7; row++) {
        for (int i = 0; i < 8; i++) printf(row < 2 ? "%d " : "%08x ", result[8 * row + i]);
        printf("\n");
    }
    cudaFree(in);
    cudaFree(out);
}
