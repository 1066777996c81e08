// The address of a local variable is the same in all lanes, and what is there is not, also for a load that claims that it is
// global memory.
#include <cstdio>
__global__ void k(long long *out, int which)
{
    long long a = threadIdx.x * 1000003LL, b = 7, value;
    long long *p = which ? &a : &b;
    asm volatile("ld.global.s64 %0, [%1];" : "=l"(value) : "l"(p));
    out[threadIdx.x] = value;
}
int main()
{
    long long o[32], *out;
    cudaMalloc(&out, sizeof o);
    k<<<1, 32>>>(out, 1);
    cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
    printf("%lld %lld %lld\n", o[0], o[1], o[31]);
    cudaFree(out);
}
