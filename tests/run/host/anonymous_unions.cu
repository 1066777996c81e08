// Anonymous unions in functions and namespaces: their members are variables that share their bytes.
#include <cstdio>
static union {
    int bits;
    float number;
};
namespace inner {
static union {
    struct { short low, high; } halves;
    unsigned whole = 0x00020001;
};
namespace {
static union { long wide; double real; };
}
int sum() { return halves.low + halves.high; }
long &alias() { return wide; }
}
template <class T> T low(T value)
{
    union { T all; unsigned char bytes[sizeof(T)]; };
    all = value;
    return bytes[0];
}
static int counted()
{
    static union { int count; char first; };
    count += 3;
    return first;
}
union Started { short half; int whole = 5; };
struct Holder {
    int before = 1;
    union { int k = 7; char c; };
    Holder() {}
    Holder(char given) : c(given) {}
};
struct Implicit { union { float f; int k = 8; }; };
__host__ __device__ float turned(unsigned n)
{
    union { unsigned in; float out; };
    in = n;
    return out;
}
__global__ void kernel(float *result) { *result = turned(0x40400000); }

int main()
{
    bits = 0x3f800000;
    union {
        int i = 0x41;
        char c[4];
        union { short deep; };
    };
    printf("%g %c %d %d\n", number, c[0], deep, i);
    int *pointer = &i;
    *pointer = 0x4243;
    decltype(i) copy = i;
    i++;
    printf("%c%c %x %x %zu\n", c[0], c[1], copy, i, sizeof(c));
    {
        union { int i; float f; };
        f = 2;
        printf("%x %x\n", i, ::bits);
    }
    printf("%d %x\n", inner::sum(), inner::whole);
    inner::real = 1;
    printf("%lx\n", inner::alias());
    printf("%d %ld\n", low(0x1234), low(0x567L));
    counted();
    printf("%d\n", counted());
    Started started;
    static Started kept;
    Holder holder, other('x');
    Implicit implicit;
    printf("%d %d %d %c %d\n", started.whole, kept.whole, holder.k, other.c, implicit.k);
    float *result;
    cudaMallocManaged(&result, sizeof(float));
    kernel<<<1, 1>>>(result);
    cudaDeviceSynchronize();
    printf("%g %g\n", *result, turned(0x40800000));
    cudaFree(result);
}
