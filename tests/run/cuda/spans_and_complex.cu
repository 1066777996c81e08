// More of <cuda/std/...> in a kernel.
#include <cuda/std/cmath>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/optional>
#include <cuda/std/complex>
#include <cuda/std/span>
#include <cuda/std/chrono>
#include <cuda/std/numeric>
#include <cstdio>
template <class T> __global__ void k(cuda::std::span<T> s, cuda::std::complex<double> *z) {
    auto first = s.first(2);
    printf("%d %d %d\n", (int)first.size(), (int)s.back(), (int)(s.end() - s.begin()));
    auto e = cuda::std::exp(z[0]); auto q = cuda::std::sqrt(z[1]); auto p = cuda::std::polar(2.0, 0.0);
    printf("%.6f %.6f %.6f %.6f %.3f\n", e.real(), e.imag(), q.real(), q.imag(), p.real());
    z[0] = cuda::std::conj(z[0]) / z[1]; printf("%.6f %.6f %d\n", z[0].real(), z[0].imag(), z[0] == z[1]);
    cuda::std::optional<float> o; o = 2.5f; if (o) printf("%g\n", *o); o.reset(); printf("%d\n", o.has_value()); o.emplace(3.0f); printf("%g\n", o.value());
    printf("%g %d\n", cuda::std::numeric_limits<float>::infinity(), cuda::std::isinf(cuda::std::numeric_limits<double>::infinity()));
    printf("%d %d\n", cuda::std::reduce(s.begin(), s.end()), cuda::std::inner_product(s.begin(), s.end(), s.begin(), 0));
    printf("%g %g %g\n", cuda::std::hypot(3.0f, 4.0f), cuda::std::floor(-1.5), cuda::std::fmax(1.0f, 2.0f));
}
int main() {
    int *p; cudaMallocManaged(&p, 40); for (int i = 0; i < 10; i++) p[i] = i;
    cuda::std::complex<double> *z; cudaMallocManaged(&z, 32); z[0] = {0.5, 1.0}; z[1] = cuda::std::complex<double>(3, -4);
    k<<<1, 1>>>(cuda::std::span<int>(p, 10), z);
    cudaDeviceSynchronize();
    try { cuda::std::optional<int> none; none.value(); } catch (const cuda::std::bad_optional_access &e) { printf("caught\n"); }
}
