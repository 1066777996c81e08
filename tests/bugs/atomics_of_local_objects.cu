// Atomic operations on what one thread alone sees: variables, elements of arrays, atomic objects.
#include <cstdio>
#include <cuda/std/atomic>
__device__ __noinline__ int bump(int *p) { return atomicAdd(p, 3); }
__global__ void plain(int *o)
{
    int x = 5 + threadIdx.x;
    int old = atomicAdd(&x, 2);
    o[0] = old * 100 + x;
    int y[4] = {1, 2, 3, 4};
    int at = threadIdx.x + o[7];
    old = atomicMax(&y[at], 9);
    o[1] = old * 100 + y[at];
    int z = 4;
    old = bump(&z);
    o[2] = old * 10 + z;
    old = atomicCAS(&z, 7, 11);
    o[3] = old * 100 + z;
    float f = 1.5f;
    float before = atomicAdd(&f, 1.0f);
    o[4] = (int)(f * 10 + before);
}
__global__ void objects(int *o)
{
    cuda::std::atomic<int> x{5};
    int expected = 5;
    o[0] = x.compare_exchange_strong(expected, 9) + x.load();
    cuda::std::atomic_flag flag{};
    o[1] = flag.test_and_set() * 2 + flag.test_and_set();
    x.store(3, cuda::std::memory_order_release);
    o[2] = x.fetch_add(4) * 10 + x;
}
int main()
{
    int *o;
    cudaMallocManaged(&o, 8 * sizeof(int));
    o[7] = 1;
    plain<<<1, 1>>>(o);
    printf("%s:", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 5; ++i) printf(" %d", o[i]);
    objects<<<1, 1>>>(o);
    printf("\n%s:", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 3; ++i) printf(" %d", o[i]);
    printf("\n");
    cudaFree(o);
}
