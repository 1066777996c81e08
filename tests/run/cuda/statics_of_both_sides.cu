// A static variable of a function for both sides: each side has its own, which starts with a constant.
#include <cstdio>
struct Pair { int a, b; __host__ __device__ constexpr Pair(int x) : a(x), b(x + 1) {} };
__host__ __device__ int count() { static int n = 3; return ++n; }
__host__ __device__ int pair() { static Pair p(7); p.a++; return p.a * 100 + p.b; }
__host__ __device__ int table(int i) { static const int t[3] = {1, 2, 3}; return t[i]; }
template <class T> __host__ __device__ T sum(T x) { static T all = 0; return all += x; }
__global__ void kernel() { printf("device %d %d %d %g\n", count(), pair(), table(1), sum(1.5)); }
int main()
{
    printf("host %d %d %d\n", count(), pair(), table(2));
    for (int i = 0; i < 2; i++) kernel<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("host %d %g %d %d\n", sum(2), sum(0.25), pair(), count());
}
