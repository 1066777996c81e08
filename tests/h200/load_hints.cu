// Loads and stores with cache operators, orders and eviction priorities: which of them look into the first-level cache.
#include <cstdio>
#define AT int i = blockIdx.x * blockDim.x + threadIdx.x
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

template <class F> __device__ void twice(int *out, const int *in, F f)
{
    AT;
    int a = f(in + i);
    __syncthreads();
    out[i] = a - 2 * f(in + (i ^ 32));
}
#define LOAD(name, e) __global__ void name(int *out, const int *in) { twice(out, in, [](const int *p) { return e; }); }
LOAD(ldca, __ldca(p))
LOAD(ldcg, __ldcg(p))
LOAD(ldcs, __ldcs(p))
LOAD(ldlu, __ldlu(p))
LOAD(ldcv, __ldcv(p))
LOAD(ldg, __ldg(p))
#define PTX(name, op) __global__ void name(int *out, const int *in) { twice(out, in, [](const int *p) { int v; asm volatile(op " %0, [%1];" : "=r"(v) : "l"(p)); return v; }); }
PTX(relaxedGpu, "ld.relaxed.gpu.global.s32")
PTX(relaxedCta, "ld.relaxed.cta.global.s32")
PTX(acquireCta, "ld.acquire.cta.global.s32")
PTX(acquireGpu, "ld.acquire.gpu.global.s32")
PTX(noAllocate, "ld.global.L1::no_allocate.s32")
PTX(evictLast, "ld.global.L1::evict_last.s32")
PTX(evictFirst, "ld.global.L1::evict_first.s32")
PTX(ncNoAllocate, "ld.global.nc.L1::no_allocate.s32")
PTX(prefetch, "ld.global.L2::256B.s32")
#define STORE(name, f) __global__ void name(int *out, const int *in) { AT; f(out + i, in[i]); __syncthreads(); out[i + 1024] = out[i ^ 32]; }
STORE(stwb, __stwb)
STORE(stcg, __stcg)
STORE(stcs, __stcs)
STORE(stwt, __stwt)
static void test()
{
#define R(name) name<<<4, 128>>>((int *)out, (int *)in);
    R(ldca) R(ldcg) R(ldcs) R(ldlu) R(ldcv) R(ldg) R(relaxedGpu) R(relaxedCta) R(acquireCta) R(acquireGpu)
    R(noAllocate) R(evictLast) R(evictFirst) R(ncNoAllocate) R(prefetch) R(stwb) R(stcg) R(stcs) R(stwt)
}
