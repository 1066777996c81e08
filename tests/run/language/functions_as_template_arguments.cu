// Instances of function templates, and members of overload sets, as template arguments: the type of the parameter chooses.
#include <cstdio>

template <typename T> __device__ T square(T x) { return x * x; }
template <typename T> __device__ T twice(T x) { return x + x; }
__host__ __device__ int pick(int x) { return x + 1; }
__host__ __device__ double pick(double x) { return x + 0.5; }
template <typename T> using function = T (*)(T);
template <typename T, function<T> f> __global__ void apply(T *x) { x[threadIdx.x] = f(x[threadIdx.x]); }
template <typename T, T (*f)(T)> __global__ void apply_too(T *x) { x[threadIdx.x] = f(x[threadIdx.x]); }
template <int (*f)(int)> struct Holder {
    int call(int x) const { return f(x); }
};
template <typename T> T thrice(T x) { return 3 * x; }
template <typename T, T (*f)(T) = thrice> T with_default(T x) { return f(x); }

int main()
{
    double *d;
    int *n;
    cudaMallocManaged(&d, 2 * sizeof(double));
    cudaMallocManaged(&n, 2 * sizeof(int));
    d[0] = 3, d[1] = 0.5, n[0] = 4, n[1] = 7;
    apply<double, square><<<1, 2>>>(d);
    apply_too<double, twice><<<1, 2>>>(d);
    apply_too<int, square<int>><<<1, 2>>>(n);
    apply<int, pick><<<1, 2>>>(n);
    apply<double, pick><<<1, 2>>>(d);
    cudaDeviceSynchronize();
    printf("%g %g %d %d\n", d[0], d[1], n[0], n[1]);
    printf("%d %d %d\n", Holder<pick>().call(1), Holder<thrice>().call(5), Holder<thrice<int>>().call(6));
    printf("%g %d\n", with_default(1.5), with_default(2));
    cudaFree(d);
    cudaFree(n);
}
