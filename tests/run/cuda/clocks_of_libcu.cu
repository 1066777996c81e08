// The clock of `<cuda/std/chrono>` in a kernel and on the host.
#include <cstdio>
#include <cuda/std/chrono>
#include <type_traits>
using clock_type = cuda::std::chrono::high_resolution_clock;
static_assert(std::is_same<clock_type, cuda::std::chrono::system_clock>::value, "");
__global__ void k(long long *out)
{
    auto start = clock_type::now();
    __nanosleep(1000);
    auto passed = cuda::std::chrono::duration_cast<cuda::std::chrono::nanoseconds>(clock_type::now() - start);
    out[0] = passed.count() > 0;
    out[1] = start.time_since_epoch().count() > 0;
}
int main()
{
    long long *out;
    cudaMallocManaged(&out, 2 * sizeof *out);
    auto before = clock_type::now();
    k<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%lld %lld %d\n", out[0], out[1], clock_type::now() >= before);
    cudaFree(out);
}
