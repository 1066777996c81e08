// The program's functions for `new` and `delete` in device code: each stands for its own form only, as in nvcc's code.
#include <cstdio>
#include <cstdlib>
#include <new>
__device__ int counts[4];
__host__ __device__ void *operator new(size_t n)
{
#ifdef __CUDA_ARCH__
    atomicAdd(&counts[0], 1);
#else
    printf("new %zu\n", n);
#endif
    return malloc(n);
}
__host__ __device__ void operator delete(void *p) noexcept
{
#ifdef __CUDA_ARCH__
    atomicAdd(&counts[1], 1);
#else
    printf("delete\n");
#endif
    free(p);
}
__device__ void operator delete[](void *p) noexcept
{
    atomicAdd(&counts[2], 1);
    free(p);
}
__device__ void operator delete[](void *p, size_t) noexcept
{
    atomicAdd(&counts[3], 1);
    free(p);
}
struct Plain {
    int a, b;
};
struct Owner {
    int a;
    __device__ ~Owner() { a = 0; }
};
__global__ void singles()
{
    Plain *p = new Plain{1, 2};
    delete p;
    operator delete(operator new(4));
}
__global__ void arrays()
{
    delete[] new Plain[3];
    delete[] new Owner[3];
}
static void show()
{
    int c[4], zero[4] = {};
    cudaMemcpyFromSymbol(c, counts, sizeof c);
    cudaMemcpyToSymbol(counts, zero, sizeof zero);
    printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
}
int main()
{
    delete new Plain;
    singles<<<1, 2>>>();
    show();
    arrays<<<1, 2>>>();
    show();
}
