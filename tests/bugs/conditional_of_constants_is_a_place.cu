// `c ? b : a` of two `const T &` was a copy, so that `std::min` returned a reference to a variable of its own.
#include <algorithm>
#include <cstdio>

template <class T> __host__ __device__ const T &lesser(const T &a, const T &b) { return b < a ? b : a; }

__global__ void on_device(int *x)
{
    const int &least = lesser(x[0], x[1]);
    x[1] = 1;
    x[2] = least;
}

int main()
{
    int a = 5, b = 3;
    printf("%d\n", std::min(a, b + 1));
    const int &least = lesser(a, b);
    b = 2;
    printf("%d\n", least);
    int h[3] = {7, 6, 0}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    on_device<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[2]);
    cudaFree(d);
    constexpr int p = 3, q = 4;
    int sized[true ? p : q] = {};
    printf("%zu\n", sizeof sized / sizeof sized[0]);
    return 0;
}
