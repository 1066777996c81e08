// What drops lines of the first-level cache between two loads of them: stores, atomics, loads that go past it, fences.
#include <cstdio>
#define K(name, ...) __global__ void name(int *p, int *out) { int i = threadIdx.x, a = 0; __VA_ARGS__; out[i] = a; }
#define B __syncthreads()
#define F(n, f) K(n, a = p[i]; f; a += p[i ^ 1])
K(writtenOnly, a = p[i]; B; if (i % 4 == 0) p[i] = 7; B; if (i % 4 == 0) a += p[i])
K(oneSector, a = p[i]; B; if (i < 2) p[i] = 7; B; a += p[i ^ 1])
K(wholeSector, a = p[i]; B; if (i < 8) p[i] = 7; B; a += p[i ^ 1])
K(twoHalves, a = p[i]; B; if (i < 4) p[i] = 7; B; if (i / 4 == 1) p[i] = 8; B; a += p[i ^ 1])
K(storedThenPart, p[i] = 1; B; if (i < 2) p[i] = 2; B; a = p[i ^ 1])
K(filled, if (i % 8 < 6) p[i] = i; B; a = p[i ^ 1]; B; a += p[i ^ 2])
K(reduced, a = p[i]; B; if (i < 2) atomicAdd(p + i, 1); B; a += p[i ^ 1])
K(fetched, a = p[i]; B; if (i < 2) a += atomicAdd(p + i, 1); B; a += p[i ^ 1])
K(storedReduced, if (i < 16) p[i] = 1; B; if (i < 2) atomicAdd(p + i, 1); B; if (i < 16) a = p[i ^ 1])
F(cg, B; a += __ldcg(p + (i ^ 2)))
F(cv, B; a += __ldcv(p + (i ^ 2)))
F(cs, B; a += __ldcs(p + (i ^ 2)))
F(fence, __threadfence())
F(fenceBlock, __threadfence_block())
F(fenceSystem, __threadfence_system())
#define P(n, op) F(n, int v; asm volatile(op : "=r"(v) : "l"(p + (i ^ 2)) : "memory"); a += v)
P(acquire, "ld.acquire.gpu.global.s32 %0, [%1];")
P(acquireBlock, "ld.acquire.cta.global.s32 %0, [%1];")
P(relaxed, "ld.relaxed.gpu.global.s32 %0, [%1];")
P(noAllocate, "ld.global.L1::no_allocate.s32 %0, [%1];")
P(atomAcquire, "atom.acquire.gpu.global.add.s32 %0, [%1], 1;")
F(release, asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(out + 64 + i), "r"(i) : "memory"))
int main()
{
    static int h[1024];
    int *p, *out;
    cudaMalloc(&p, 4096);
    cudaMalloc(&out, 4096);
    cudaMemset(p, 0, 4096);
    cudaMemset(out, 0, 4096);
#define R(name) name<<<1, 32>>>(p, out);
    R(writtenOnly) R(oneSector) R(wholeSector) R(twoHalves) R(storedThenPart) R(filled) R(reduced) R(fetched) R(storedReduced) R(cg) R(cv) R(cs)
    R(fence) R(fenceBlock) R(fenceSystem) R(acquire) R(acquireBlock) R(relaxed) R(noAllocate) R(atomAcquire) R(release)
    cudaMemcpy(h, out, 4096, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int word : h) sum = sum * 31 + word;
    printf("%08x %s\n", sum, cudaGetErrorName(cudaGetLastError()));
}
