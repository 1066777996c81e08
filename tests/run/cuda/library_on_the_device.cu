// <cuda/std/...> in kernels and on the host.
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cstdio>

namespace std_ = cuda::std;

struct point {
    int x, y;
};

__host__ __device__ cuda::std::tuple<int, float, char> three() { return {4, 2.5f, 'k'}; }
__host__ __device__ cuda::std::optional<int> half_of(int n)
{
    if (n % 2) return cuda::std::nullopt;
    return n / 2;
}
__host__ __device__ int sum_of(cuda::std::span<const int> values)
{
    int sum = 0;
    for (int v : values) sum += v;
    return sum;
}

__host__ __device__ void tour(const char *where)
{
    cuda::std::array<int, 6> a{5, 3, 9, 1, 7, 2};
    printf("%s array %d %d %d %d\n", where, a[2], (int)a.size(), a.front() + a.back(), cuda::std::get<1>(a));
    a.fill(0);
    int k = 0;
    for (auto &v : a) v = k++ * 7 % 5;
    printf("%s least %d greatest %d at %d\n", where, *cuda::std::min_element(a.begin(), a.end()), *cuda::std::max_element(a.begin(), a.end()),
           (int)(cuda::std::max_element(a.begin(), a.end()) - a.begin()));
    auto [i, f, c] = three();
    auto t = cuda::std::make_tuple(1, 2.5, 3u);
    int one;
    double two;
    cuda::std::tie(one, two, cuda::std::ignore) = t;
    printf("%s tuple %d %g %c %d %g %d\n", where, i, f, c, one, two, (int)cuda::std::tuple_size<decltype(t)>::value);
    cuda::std::pair<int, float> p{3, 1.5f};
    auto q = cuda::std::make_pair(4, 2.5f);
    cuda::std::swap(p, q);
    printf("%s pair %d %g %d\n", where, p.first, q.second, (int)(q < p));
    printf("%s optional %d %d %d\n", where, *half_of(10), half_of(7).value_or(-1), (int)half_of(8).has_value());
    int raw[5] = {1, 2, 3, 4, 5};
    printf("%s span %d %d %d\n", where, sum_of(raw), sum_of(cuda::std::span<int>(raw + 1, 3)), (int)cuda::std::span<int>(raw).subspan(2).size());
    cuda::std::complex<float> z(3, 4), w = z * cuda::std::complex<float>(0, 1);
    printf("%s complex %g %g %g %g\n", where, w.real(), w.imag(), cuda::std::abs(z), cuda::std::norm(w));
    int other[5];
    cuda::std::iota(other, other + 5, 7);
    cuda::std::swap_ranges(raw, raw + 2, other);
    printf("%s algorithm %d %d %d %d\n", where, raw[0], raw[4], cuda::std::accumulate(raw, raw + 5, 0), (int)cuda::std::equal(raw, raw + 2, other));
    printf("%s greater %d %d %d\n", where, cuda::std::max(2, 3), cuda::std::min(2, 3), cuda::std::max({4, 9, 2}));
    printf("%s bit %d %d %d %u\n", where, cuda::std::popcount(0xf0u), cuda::std::countl_zero(1u), cuda::std::countr_zero(8u), cuda::std::bit_ceil(17u));
    printf("%s bits %x %d\n", where, cuda::std::bit_cast<unsigned>(1.0f), (int)cuda::std::has_single_bit(64u));
    printf("%s limits %d %g %u %d\n", where, cuda::std::numeric_limits<int>::max(), cuda::std::numeric_limits<float>::epsilon(),
           (unsigned)cuda::std::numeric_limits<unsigned char>::max(), INT_MIN);
    printf("%s gcd %d %d\n", where, cuda::std::gcd(12, 18), cuda::std::lcm(4, 6));
    cuda::std::plus<> add;
    printf("%s functional %d %d %d\n", where, add(3, 4), cuda::std::invoke([](int v) { return v + 1; }, 5), (int)cuda::std::less<int>()(1, 2));
    using namespace cuda::std::chrono_literals;
    printf("%s chrono %d\n", where, (int)cuda::std::chrono::duration_cast<cuda::std::chrono::milliseconds>(2s).count());
    printf("%s math %g %g %d\n", where, cuda::std::sqrt(16.0f), cuda::std::pow(2.0, 10.0), (int)cuda::std::isnan(0.0f));
    cuda::std::variant<int, float> v = 2.5f;
    printf("%s variant %d %g\n", where, (int)v.index(), cuda::std::get<1>(v));
    printf("%s apply %d\n", where, cuda::std::apply([](int a, int b) { return a * 10 + b; }, cuda::std::make_tuple(4, 2)));
    static_assert(cuda::std::is_same<cuda::std::remove_cv_t<const int>, int>::value, "");
    static_assert(cuda::std::is_same_v<cuda::std::common_type_t<int, double>, double>, "");
    static_assert(cuda::std::is_trivially_copyable_v<point>, "");
    static_assert(sizeof(cuda::std::int64_t) == 8 && sizeof(std_::uint8_t) == 1, "");
    printf("%s exchange %d\n", where, cuda::std::exchange(k, 3) + k);
}

template <class F> __global__ void call(F f) { printf("called %d\n", f(20)); }

__global__ void on_the_device() { tour("device"); }

int main()
{
    on_the_device<<<1, 1>>>();
    cudaDeviceSynchronize();
    tour("host");
    call<<<1, 1>>>(cuda::proclaim_return_type<int>([] __device__(int v) { return v * 2 + 2; }));
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
