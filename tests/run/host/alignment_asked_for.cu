// Alignment by `alignas` with packs and lists, by attributes, and by aliases that ask for it.
#include <cstddef>
#include <cstdint>
#include <cstdio>

typedef int aligned_int __attribute__((aligned(16)));
using V = float __attribute__((aligned(16)));
using W __attribute__((aligned(32))) = float;
using X [[gnu::aligned(64)]] = float;
typedef struct { float x, y, z; } Three __attribute__((aligned(16)));
typedef struct { float x, y, z, w; } Four __attribute__((aligned(16)));
typedef struct Named { char c; } Wide __attribute__((aligned(8)));
typedef __attribute__((aligned(32))) double D32;
[[gnu::aligned(64)]] typedef char C64;
typedef char Behind [[gnu::aligned(8)]];
typedef aligned_int again;
using once_more = again;
typedef int low __attribute__((aligned(1)));

struct S {
    char c;
    aligned_int i;
    char d;
    V v;
};

struct M {
    char c;
    int i __attribute__((aligned(8)));
    [[gnu::aligned(32)]] char d;
    char e [[gnu::aligned(16)]], f;
    alignas(4) alignas(8) char g;
};

struct Of {
    once_more t;
    C64 c;
    aligned_int *pointer;
    Four list[2];
};

template <class... T> struct alignas(T...) Most {
    char c;
};

template <int... n> struct alignas(n...) MostOf {
    char c;
};

template <class... T> struct Store {
    alignas(T...) unsigned char bytes[3];
    alignas(sizeof(T)...) char other;
};

struct alignas(4) alignas(16) alignas(8) Several {
    char c;
};

struct alignas(double) alignas(2) Two {
    char c;
};

struct __attribute__((aligned(8), aligned(32))) Mixed {
    char c;
};

template <class T> struct Aligned {
    typedef T type __attribute__((aligned(4 * sizeof(T))));
    type value;
};

namespace outer {
typedef short aligned_short __attribute__((aligned(8)));
inline namespace inner {
typedef short inner_short __attribute__((aligned(32)));
}
}

struct Base {
    typedef char own __attribute__((aligned(4)));
};

struct Derived : Base {
    char first;
    own second;
};

int a __attribute__((aligned(32))), b;
alignas(64) alignas(32) char g;
aligned_int ga;
aligned_int *pa = &ga;
static W matrix __attribute__((aligned(8)));

int rest(const void *p, int by) { return (int)((uintptr_t)p % by); }

__global__ void kernel(int *out)
{
    char odd = (char)out[0];
    aligned_int one = odd;
    C64 two = odd;
    out[0] = (int)((uintptr_t)&one % 16 + (uintptr_t)&two % 64);
    out[1] = (int)alignof(one) + one + two;
}

template <class... T> void locals()
{
    char odd = 1;
    alignas(T...) char x = odd;
    printf("%zu %d\n", alignof(x), rest(&x, alignof(x)));
}

int main()
{
    printf("%zu %zu %zu %zu %zu %zu\n", alignof(aligned_int), alignof(V), alignof(W), alignof(X), alignof(D32), alignof(C64));
    printf("%zu %zu %zu %zu %zu\n", sizeof(aligned_int), alignof(again), alignof(once_more), alignof(Behind), alignof(low));
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(Three), alignof(Three), sizeof(Four), alignof(Four), alignof(Wide), alignof(Named));
    printf("%zu %zu %zu %zu %zu\n", sizeof(S), alignof(S), offsetof(S, i), offsetof(S, d), offsetof(S, v));
    printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof(M), alignof(M), offsetof(M, i), offsetof(M, d), offsetof(M, e), offsetof(M, f),
           offsetof(M, g));
    printf("%zu %zu %zu %zu %zu\n", sizeof(Of), alignof(Of), offsetof(Of, c), offsetof(Of, pointer), offsetof(Of, list));
    printf("%zu %zu %zu\n", alignof(Most<char, double, short>), alignof(Most<>), alignof(MostOf<4, 32, 8>));
    printf("%zu %zu %zu\n", alignof(Store<int, long>), sizeof(Store<int, long>), offsetof(Store<short>, other));
    printf("%zu %zu %zu\n", alignof(Several), alignof(Two), alignof(Mixed));
    printf("%zu %zu %zu %zu\n", alignof(Aligned<int>::type), sizeof(Aligned<short>), alignof(outer::aligned_short), alignof(outer::inner_short));
    printf("%zu %zu\n", offsetof(Derived, second), alignof(Derived::own));
    printf("%zu %zu %zu %zu %zu\n", alignof(a), alignof(b), alignof(g), alignof(ga), alignof(pa));
    printf("%d %d %d %d\n", rest(&a, 32), rest(&g, 64), rest(&ga, 16), rest(&matrix, 8));

    char odd = 1;
    aligned_int l = odd;
    once_more m = odd;
    alignas(int) alignas(32) char q = odd;
    C64 c = odd;
    const aligned_int fixed = 3;
    static aligned_int kept;
    aligned_int &r = l;
    printf("%zu %zu %zu %zu %zu %zu\n", alignof(l), alignof(m), alignof(q), alignof(c), alignof(fixed), alignof(kept));
    printf("%d %d %d %d %d\n", rest(&l, 16), rest(&m, 16), rest(&q, 32), rest(&c, 64), rest(&kept, 16));
    printf("%zu %zu %d\n", alignof(const aligned_int), alignof(aligned_int &), r + m + q + c + fixed);
    // What is deduced is of the type alone.
    auto plain = l;
    printf("%zu %d\n", alignof(plain), plain);
    {
        typedef char aligned_int;
        aligned_int hidden = odd;
        printf("%zu %d\n", alignof(hidden), hidden);
    }
    locals<char, int>();
    locals<double>();
    locals<>();

    int *out;
    cudaMallocManaged(&out, 2 * sizeof(int));
    out[0] = 3;
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
    cudaFree(out);
}
