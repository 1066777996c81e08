// <limits> as libstdc++ has it, of all arithmetic types and their const forms; <ratio> compared.
#include <cstdio>
#include <limits>
#include <ratio>
template <class T> void all(const char *n)
{
    using L = std::numeric_limits<T>;
    printf("%s %d%d%d%d%d%d %d%d%d%d%d%d%d ", n, L::is_specialized, L::is_signed, L::is_integer, L::is_exact, L::is_bounded, L::is_modulo, L::has_infinity,
           L::has_quiet_NaN, L::has_signaling_NaN, L::has_denorm_loss, L::is_iec559, L::traps, L::tinyness_before);
    printf("%d %d %d %d | %d %d %d %d | %d %d | %d\n", L::digits, L::digits10, L::max_digits10, L::radix, L::min_exponent, L::min_exponent10, L::max_exponent,
           L::max_exponent10, L::has_denorm, L::round_style, (int)sizeof(L::max()));
    printf("  %g %g %g %g %g %g %g %g %g\n", (double)L::min(), (double)L::max(), (double)L::lowest(), (double)L::epsilon(), (double)L::round_error(),
           (double)L::infinity(), (double)L::denorm_min(), (double)L::quiet_NaN(), (double)L::signaling_NaN());
}
struct S {};
__global__ void on_device(int *out)
{
    out[0] = std::numeric_limits<float>::max_exponent;
    out[1] = std::numeric_limits<const int>::max(); //~ WARNING[K0624] calls the host function `std::numeric_limits<int>::max
    out[2] = std::numeric_limits<unsigned short>::is_modulo;
}
int main()
{
    all<bool>("bool"), all<char>("char"), all<signed char>("schar"), all<unsigned char>("uchar"), all<wchar_t>("wchar"), all<char16_t>("c16");
    all<char32_t>("c32"), all<short>("s"), all<unsigned short>("us"), all<int>("i"), all<unsigned>("u"), all<long>("l"), all<unsigned long>("ul");
    all<long long>("ll"), all<unsigned long long>("ull"), all<float>("f"), all<double>("d"), all<const int>("ci"), all<volatile float>("vf");
    all<__int128>("i128"), all<unsigned __int128>("u128");
    printf("%d %d\n", std::numeric_limits<S>::is_specialized, std::numeric_limits<int *>::max() == nullptr);
    static_assert(std::numeric_limits<const volatile unsigned>::max() == 4294967295u);
    using third = std::ratio<1, 3>;
    using half = std::ratio<1, 2>;
    printf("%d%d%d%d%d%d %d\n", std::ratio_less_v<third, half>, std::ratio_less_equal_v<half, half>, std::ratio_greater_v<third, half>,
           std::ratio_greater_equal_v<half, third>, std::ratio_equal_v<third, std::ratio<2, 6>>, std::ratio_not_equal_v<third, half>,
           std::ratio_greater<std::exa, std::peta>::value);
    int *out;
    cudaMallocManaged(&out, 3 * sizeof(int));
    on_device<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[2]);
    cudaFree(out);
}
