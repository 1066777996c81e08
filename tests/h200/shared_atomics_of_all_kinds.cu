// Atomics on shared memory, where lanes meet and where they do not.
#include <cstdio>
static char *out;
static int *table;
template <class F> void pattern(F f)
{
    int h[128];
    for (int i = 0; i < 128; i++) h[i] = f(i);
    cudaMemcpy(table, h, sizeof h, cudaMemcpyHostToDevice);
}
static void test();
int main()
{
    static unsigned h[16384], sum = 0;
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&table, 512);
    cudaMemset(out, 0, sizeof h);
    test();
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (unsigned word : h) sum = sum * 31 + word;
    printf("%08x %s\n", sum, cudaGetErrorName(cudaGetLastError()));
}

typedef unsigned long long wide;
#define K(name, T, e) __global__ void name(T *out, const int *t) { \
        __shared__ T s[256]; \
        for (int k = threadIdx.x; k < 256; k += 64) s[k] = k; \
        __syncthreads(); \
        int i = t[threadIdx.x]; T v = threadIdx.x + 1; \
        e; \
        __syncthreads(); \
        for (int k = threadIdx.x; k < 256; k += 64) out[k] += s[k]; }
K(add, int, atomicAdd(&s[i], v))
K(addOld, int, out[256 + threadIdx.x] = atomicAdd(&s[i], v) >= 0)
K(addUniform, int, atomicAdd(&s[7], v))
K(countUniform, int, atomicAdd(&s[7], 1))
K(countSome, int, if (i % 3 == 0) atomicAdd(&s[7], 1))
K(ticket, int, if (atomicAdd(&s[7], 1) < -5) out[300] = 1)
K(leastUniform, int, atomicMin(&s[7], v - 100))
K(orUniform, unsigned, atomicOr(&s[7], v))
K(most, unsigned, atomicMax(&s[i], v))
K(toggle, unsigned, atomicXor(&s[i], v))
K(increment, unsigned, atomicInc(&s[i], 1000u))
K(exchange, int, atomicExch(&s[i], 9))
K(compare, int, atomicCAS(&s[i], i, 4))
K(longs, wide, atomicAdd(&s[i], v))
K(longMost, wide, atomicMax(&s[i], v))
K(longExchange, wide, atomicExch(&s[i], 9ull))
K(real, float, atomicAdd(&s[i], v))
K(reals, double, atomicAdd(&s[i], v))
template <class T> void run(void (*f)(T *, const int *)) { f<<<1, 64>>>((T *)out, table); }
static void test()
{
    for (int k = 0; k < 4; k++) {
        pattern([=](int i) { int list[] = {i, 5, i * 32 & 255, i / 2}; return list[k]; });
        run(add), run(addOld), run(addUniform), run(countUniform), run(countSome), run(ticket), run(leastUniform), run(orUniform), run(most);
        run(toggle), run(increment), run(exchange), run(compare), run(longs), run(longMost), run(longExchange), run(real), run(reals);
    }
}
