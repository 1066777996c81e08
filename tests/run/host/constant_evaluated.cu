// `std::is_constant_evaluated()`: true where the language wants a constant, false in code that runs (C++20).
#include <array>
#include <cstdio>
#include <type_traits>

__host__ __device__ constexpr int which() { return __builtin_is_constant_evaluated() ? 1 : 2; }

// Exact where it is a constant, by the library's way otherwise.
constexpr double power(double base, int n)
{
    if (std::is_constant_evaluated()) {
        double result = 1;
        for (int i = 0; i < n; i++) result *= base;
        return result;
    } else {
        printf("at run time\n");
        double result = 1;
        while (n-- > 0) result *= base;
        return result;
    }
}

struct Origin {
    int by, twice;
    constexpr Origin() : by(which()), twice(2 * which()) {}
};

template <int n> struct Number {
    static constexpr int value = n;
};

__host__ __device__ constexpr bool builtin() { return __builtin_is_constant_evaluated(); }

consteval int immediate() { return which(); }
consteval Origin immediate_object() { return Origin(); }

constexpr int at_namespace = which();
int initialised = which();
static double fraction = power(2, 10);

int dynamic_part = 5;
// Not constant with it, so the other value is taken.
int mixed = std::is_constant_evaluated() ? dynamic_part : 7;

static_assert(std::is_constant_evaluated());
static_assert(which() == 1 && builtin());

enum Enumerated { First = which() };

__global__ void kernel(int *out)
{
    constexpr int constant = which();
    int running = which();
    out[0] = constant;
    out[1] = running;
    out[2] = builtin();
}

int main(int argc, char **)
{
    constexpr int local = which();
    const int integral = which();
    const double floating = which();
    int plain = which();
    static int kept = which();
    printf("%d %d %g %d %d\n", local, integral, floating, plain, kept);

    // What cannot be a constant runs.
    const int by_argument = which() + argc;
    printf("%d\n", by_argument);

    constexpr double exact = power(3, 4);
    double run = power(3, argc + 3);
    printf("%g %g %g\n", exact, run, fraction);

    constexpr Origin origin;
    const Origin at_run_time;
    Origin other;
    printf("%d %d, %d %d, %d %d\n", origin.by, origin.twice, at_run_time.by, at_run_time.twice, other.by, other.twice);

    constexpr std::array<int, 3> list = {which(), 5, which() + 1};
    constexpr int plain_array[] = {which(), which() * 10};
    int index = argc;
    printf("%d %d %d\n", list[index - 1], list[index + 1], plain_array[index]);

    int bound[which()];
    printf("%zu %d %d %d\n", sizeof bound / sizeof(int), Number<which()>::value, First, at_namespace);
    printf("%d %d\n", initialised, mixed == dynamic_part ? 5 : mixed);

    printf("%d %d %d\n", immediate(), immediate_object().by, immediate_object().twice);
    switch (argc) {
    case which(): printf("one\n"); break;
    case which() + 1: printf("two\n"); break;
    default: printf("more\n");
    }
    if constexpr (std::is_constant_evaluated()) printf("always\n");
    if (builtin()) printf("never\n");
    constexpr auto lambda = [] { return std::is_constant_evaluated(); };
    constexpr bool constant_lambda = lambda();
    printf("%d %d\n", constant_lambda, lambda());

    int *out;
    cudaMallocManaged(&out, 3 * sizeof(int));
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[2]);
    cudaFree(out);
}
