// Atomics on one address: which of them a warp combines.
#include <cstdio>
static char *in, *out;
static void test();
int main()
{
    static unsigned h[16384], sum = 0;
    for (int i = 0; i < 16384; i++) h[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    test();
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (unsigned word : h) sum = sum * 31 + word;
    printf("%08x %s\n", sum, cudaGetErrorName(cudaGetLastError()));
}

typedef unsigned long long wide;
#define K(name, e) __global__ void name(int *p, const int *in) { int t = threadIdx.x, v = in[t]; (void)v; e; }
K(one, atomicAdd(p, 1))
K(some, if (t < 41) atomicAdd(p, 1))
K(odd, if (t & 1) atomicAdd(p, 3))
K(values, atomicAdd(p, v))
K(oddValues, if (t & 1) atomicAdd(p, v))
K(real, atomicAdd((float *)p + 9, 0.5f))
K(longs, atomicAdd((wide *)p + 9, 2ull))
K(longValues, atomicAdd((wide *)p + 9, (wide)v))
K(longOld, if (atomicAdd((wide *)p + 9, 2ull) > 1000000) p[500] = 1)
K(least, atomicMin(p + 2, v - 9))
K(mostOld, if (atomicMax(p + 2, v) > 1000000) p[500] = 1)
K(logic, atomicAnd(p + 3, ~v); atomicOr(p + 4, v); atomicXor(p + 5, v))
K(ticket, if (atomicAdd(p, 1) > 1000000) p[500] = 1)
K(ticketSome, if (t % 3 == 0 && atomicAdd(p, 1) > 1000000) p[500] = 1)
K(ticketValues, if (atomicAdd(p, v) > 1000000) p[500] = 1)
K(decrement, atomicDec((unsigned *)p + 30, 50))
K(byBlock, atomicAdd(p + blockIdx.x, 1))
K(byWarp, atomicAdd(p + t / 32, 1))
K(inLoop, for (int i = 0; i < v; i++) atomicAdd(p + i, 1))
K(subtract, atomicSub(p, 2))
K(blockScope, atomicAdd_block(p, 1))
K(systemScope, atomicAdd_system(p, 1))
K(ptx, asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(p), "r"(3)))
K(atomPtx, int o; asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(o) : "l"(p), "r"(3)))
static void test()
{
#define R(name) name<<<2, 64>>>((int *)out, (int *)in);
    R(one) R(some) R(odd) R(values) R(oddValues) R(real) R(longs) R(longValues) R(longOld) R(least) R(mostOld) R(logic) R(ticket)
    R(ticketSome) R(ticketValues) R(decrement) R(byBlock) R(byWarp) R(inLoop) R(subtract) R(blockScope) R(systemScope) R(ptx) R(atomPtx)
}
