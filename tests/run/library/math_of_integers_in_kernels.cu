// What <cmath> has for integers and for arguments of several types is the host's: kern runs it in kernels, nvcc refuses it.
#include <cmath>
#include <cstdio>
__global__ void k(int n, double a, float f)
{
    printf("%g\n", fma(a, a, 1)); //~ WARNING[K0624] calls the host function `fma
    printf("%g\n", sqrt(n)); //~ WARNING[K0624] calls the host function `sqrt
    printf("%g\n", fmax(a, n)); //~ WARNING[K0624] calls the host function `fmax
    printf("%d\n", isnan(n)); //~ WARNING[K0624] calls the host function `isnan
    printf("%d\n", std::isgreater(a, 1.0)); //~ WARNING[K0624] calls the host function `isgreater
    printf("%g %g %g %g\n", pow(a, 2), pow(n, 2), sqrt((float)n), fma(a, a, (double)n));
    printf("%d %g\n", isnan(a), max(f, a));
}
int main()
{
    k<<<1, 1>>>(4, 1.5, 2);
    cudaDeviceSynchronize();
    printf("%g %g %d\n", sqrt(9), fmin(1.5, 1), std::isless(1, 2.5));
}
