// Designators that name a member of a union or structure without a name; builtins in constants; `__builtin_unreachable`.
#include <cstdio>
struct Tagged {
    int kind;
    union {
        int whole;
        float real;
        struct {
            short low, high;
        };
    };
    int behind = 9;
};
typedef struct {
    union {
        float v[3];
        struct {
            float x, y, z;
        };
    };
    const char *name;
} Vector;
constexpr int BITS = 31 - __builtin_clz(64), SET = __builtin_popcountll(0xff0f), ZEROS = __builtin_ctz(96), FIRST = __builtin_ffs(8);
constexpr unsigned SWAPPED = __builtin_bswap32(0x01020304);
constexpr unsigned long LENGTH = __builtin_strlen("four");
static_assert(BITS == 6 && SET == 12 && ZEROS == 5 && FIRST == 4 && SWAPPED == 0x04030201 && LENGTH == 4);
__host__ __device__ int sign(int x)
{
    switch (x > 0 ? 1 : x < 0 ? -1 : 0) {
    case 1: return '+';
    case 0: return '0';
    case -1: return '-';
    }
    __builtin_unreachable();
}
__global__ void k(Tagged t, Vector v)
{
    Vector w = {.v = {v.v[2], v.v[1], v.v[0]}, .name = nullptr};
    Tagged u{.kind = sign(t.kind), .real = 0.5f};
    printf("%c %g %d %g %g %g\n", u.kind, u.real, u.behind, w.x, w.y, w.z);
}
int main()
{
    Tagged a = {.kind = 1, .real = 2.5f, .behind = 3}, b = {.whole = 0x20001}, c{.kind = -4};
    printf("%d %g %d, %d %d %d, %d\n", a.kind, a.real, a.behind, b.low, b.high, b.behind, c.whole);
    Vector v = {.v = {1, 2, 3}, .name = "v"};
    Vector array[2] = {{.v = {4, 5}}, {.name = "second"}};
    printf("%g %s %g %g %s\n", v.z, v.name, array[0].y, array[0].z, array[1].name);
    k<<<1, 1>>>(a, v);
    cudaDeviceSynchronize();
}
