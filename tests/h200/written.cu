// What stores leave in the first-level cache: whole sectors and parts, of one request or of several; atomics.
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

#define K(name, ...) __global__ void name(int *p, int *out) { int i = threadIdx.x, a = 0; __VA_ARGS__; out[i] = a; }
#define B __syncthreads()
K(halves, if (i % 2 == 0) p[i] = i; B; if (i % 2) p[i] = i; B; a = p[i ^ 1])
K(halvesTwice, if (i % 2 == 0) p[i] = i; B; if (i % 2) p[i] = i; B; a = p[i ^ 1]; B; a += p[i ^ 2])
K(some, if (i % 8 < 6) p[i] = i; B; if (i % 8 < 6) a = p[i])
K(someAll, if (i % 8 < 6) p[i] = i; B; a = p[i ^ 1])
K(afterLoad, a = p[i]; B; if (i % 4 == 0) p[i] = 7; B; a += p[i ^ 1])
K(byWarps, p[(i % 32) * 8 + i / 32] = i; B; a = p[i ^ 1])
K(ownBytes, ((char *)p)[i * 4] = 1; B; a = p[i ^ 1]; B; a += p[i ^ 2])
K(columns, p[i * 8] = 1; B; a = p[i * 8 ^ 8]; B; a += p[i * 8 ^ 16])
K(atomics, a = p[i]; B; atomicAdd(&p[i], 1); B; a += p[i ^ 1])
K(storeAtomic, p[i] = i; B; a = atomicAdd(&p[i ^ 1], 1); B; a += p[i ^ 2])
K(exchange, a = p[i ^ 1]; B; p[i] = a; B; a += p[i ^ 3])
static void test()
{
#define R(name) name<<<1, 256>>>((int *)in, (int *)out); name<<<1, 33>>>((int *)in, (int *)out);
    R(halves) R(halvesTwice) R(some) R(someAll) R(afterLoad) R(byWarps) R(ownBytes) R(columns) R(atomics) R(storeAtomic) R(exchange)
}
