// A constant of the function around stays a constant in a lambda that captures it, through several lambdas too.
#include <array>
#include <cstdio>
template <int A, int B> int number() { return A * 10 + B; }
template <class T, int A, int B> __global__ void scale(T *out, const T *in) { out[0] = in[0] * A + B; }
#define DISPATCH(value, NAME, ...) \
    [&] { \
        switch (value) { \
        case 4: { constexpr int NAME = 4; return __VA_ARGS__(); } \
        case 8: { constexpr int NAME = 8; return __VA_ARGS__(); } \
        } \
    }()
template <class T> void dispatched(T *out, const T *in, int a, int b)
{
    DISPATCH(a, A, [&] { DISPATCH(b, B, [&] { scale<T, A, B><<<1, 1>>>(out, in); }); });
}
int main()
{
    constexpr int a = 3;
    const int b = 4;
    constexpr int t[2] = {5, 6};
    auto one = [&] { return number<a, b>(); };
    auto two = [&] { constexpr int c = 7; return [&] { return number<a, c>() + a + c; }(); };
    auto three = [=] { constexpr int c = 7; return [=] { std::array<int, a> q{}; return number<t[1], c>() + (int)q.size(); }(); };
    auto four = [&] { return [&] { const int *p = &a; return *p + number<a, b>(); }(); };
    auto five = [] { return number<a, b>() + a; };
    auto six = [&] { constexpr int c = a + 1; return [&] { constexpr int d = c + a; return number<d, c>(); }(); };
    printf("%d %d %d %d %d %d\n", one(), two(), three(), four(), five(), six());
    float *p;
    cudaMallocManaged(&p, 2 * sizeof(float));
    p[1] = 2.5f;
    dispatched(p, p + 1, 4, 8);
    cudaDeviceSynchronize();
    printf("%g\n", p[0]);
}
