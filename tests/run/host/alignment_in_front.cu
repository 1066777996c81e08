// An alignment in front of a class is that of the variables, behind its key it is that of the class; bit-fields may ask for one.
#include <cstddef>
#include <cstdio>
#include <cstring>

alignas(64) struct S {
    int a;
} x, *p;
__attribute__((aligned(32))) struct T {
    int a;
} t;
struct alignas(16) U {
    int a;
} u;
typedef struct {
    int a;
} __attribute__((aligned(32))) W;
alignas(32) struct {
    int a;
} z;
struct N {
    char c;
    alignas(16) struct I {
        char c;
    } i;
};
static_assert(alignof(S) == 4 && sizeof(S) == 4 && alignof(T) == 4 && alignof(U) == 16 && alignof(W) == 32 && sizeof(W) == 32);
static_assert(alignof(N) == 16 && offsetof(N, i) == 16 && alignof(N::I) == 1 && sizeof(S *) == sizeof p);

struct Q {
    char c;
    __attribute__((aligned(4))) int b : 5;
    int d : 9;
    __attribute__((aligned(8))) int e : 3;
};
static_assert(sizeof(Q) == 16 && alignof(Q) == 8);
struct __attribute__((packed)) G {
    char c;
    __attribute__((aligned(4))) int b;
    int d : 9;
    __attribute__((aligned(8))) int e : 3;
};
static_assert(sizeof(G) == 24 && alignof(G) == 8);

template <class R> static void show(const R &r)
{
    unsigned char bytes[sizeof r];
    std::memcpy(bytes, &r, sizeof r);
    for (unsigned char b : bytes) std::printf("%02x", b);
    std::printf("\n");
}

int main()
{
    alignas(128) struct L {
        char c;
    } l;
    static_assert(alignof(L) == 1);
    std::printf("%d %d %d %d %d\n", (int)((size_t)&x % 64), (int)((size_t)&t % 32), (int)((size_t)&u % 16), (int)((size_t)&z % 32), (int)((size_t)&l % 128));
    Q q;
    std::memset(&q, 0, sizeof q);
    q.c = 1, q.b = 3, q.d = 5, q.e = 2;
    show(q);
    G g;
    std::memset(&g, 0, sizeof g);
    g.c = 1, g.b = 3, g.d = 5, g.e = 2;
    show(g);
}
