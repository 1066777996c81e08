// C declarations, ambiguities, attributes.
typedef unsigned int uint;
typedef struct Node { struct Node *next; int v; } Node, *NodePtr;
typedef enum { RED, GREEN } color_t;
typedef int (*binop)(int, int);
typedef int row_t[4];
typedef void fn_t(int);
struct stat { int s; };
int stat(const char *, struct stat *);
static const char *const names[] = {"a", "b" "c", [3] = "d"};
int matrix[2][3] = {{1, 2, 3}, {4, 5, 6},};
struct P { int x, y; } origin = {.x = 1, .y = 2}, *op = &origin;
int *fp(void), (*gp)(int (*)[3], char *argv[]), h(int n, float a[n]), arr[3], *parr[3], (*ptrarr)[3];
int (*select(int k))(int, int);
fn_t declared;
extern "C" { int c1(int); extern int c2; }
extern "C" int c3(int, ...);
extern "C++" { }
__device__ __forceinline__ static inline int df(int x) { return x; }
__host__ __device__ constexpr float hd(float x) { return x * 2; }
static __global__ void __launch_bounds__(128) k1(int n) {}
__global__ void k2(const __grid_constant__ P p, float *__restrict__ a, const float *const __restrict b, volatile int *v) {
    extern __shared__ float dyn[];
    __shared__ __align__(16) float tile[32][33];
    extern __shared__ __align__(8) unsigned char raw[];
    #pragma unroll
    for (int i = 0; i < 4; i++) a[i] = tile[i][0];
    #pragma unroll 4
    while (0) ;
    _Pragma("unroll 8") for (;;) break;
}
__constant__ float coeff[4] = {1, 2, 3, 4};
__device__ __managed__ int managed;
extern const __device__ P threadIdx __asm__("%tid");
__device__ int atom(int *a, int v) __asm__("atom.add.s32");
int __attribute__((noinline)) att(int x) __attribute__((pure, const));
struct __align__(16) Q { float a, b, c, d; };
struct alignas(8) R2 { float a; };
struct S3 { char c; } __attribute__((aligned(16)));
float aligned_array[4] __attribute__((aligned(16)));
[[nodiscard]] int attr([[maybe_unused]] int x);
alignas(double) char buffer[8];
thread_local int tl;
auto trailing(int a) -> int *;
int knr();
namespace a { namespace b { struct T { static int x; typedef int I; }; int f(T); } inline namespace v1 { struct V {}; } }
namespace a::b { T more; }
namespace ab = a::b;
using namespace a;
using a::b::f;
namespace { int anon; struct Hidden {}; }
ab::T gt; V gv; ::a::b::T gg; Hidden hh;
int ::a::b::T::x = 3;
static_assert(sizeof(int) == 4, "int");
asm("// file level");
;
int ambiguities(int x, int y) {
    uint(a); a = 3;
    uint (*pa) = &a, (b1), c = uint(4) + uint{5};
    uint f1(); uint f2(uint), f3(uint g(int));
    P p1(); P p2 = P(), p3{}, p4 = {};
    x * y;
    Node * n = 0; Node & r = *n;
    (uint)(x); (uint)x; (x)(y); (uint *)&x; (void)0; (Node *)n; -(x); (x) - y; (uint) - y; (uint(*)(int)) 0; (int (*)[3]) 0;
    a < c > x; a < b1 && c > x;
    uint(x), y;
    sizeof(x) * 2; sizeof (uint) * 2; sizeof(uint *); sizeof(x)[&x];
    int z = (uint)(x) + (y), w = x ? y : x ? 1 : 2, q = (x, y);
    x = y = z += 1 << 2; x ^= ~y & !z | +w;
    goto end;
    for (int i = 0, j = 1; i < 3 && j; i++, --j) continue;
    for (;;) { break; }
    do x--; while (x > 0);
    if (x) if (y) z = 1; else z = 2;
    while (int k = x) { x = k - 1; }
    if (int k = 3; k > x) y = k;
    switch (int k = x; k) { default: ; }
    { struct Local { int m; } l = {1}; typedef Local LL; LL l2 = l; enum { E1 = 1, E2 } e = E1; }
    int vla[x], init[] = {1, 2, 3}, *pp[2] = {&x, &y};
    char s[] = "abc\n\x41\101" "\"", c1 = 'a', c2 = '\'', c3x = '\0'; const wchar_t *ws = L"wide"; const char *u8s = u8"é";
    const char *rawstr = R"x(a "quoted" \n)x";
    unsigned long long big = 0xFFFFFFFFFFFFFFFFull, oct = 0777, bin = 0b1010'1010, sep = 1'000'000;
    double d = 1.5e-3 + .5 + 1. + 0x1.8p3 + 1e10f + 2.f; long double ld = 1.0L;
    int stmt = ({ int t = 3; t + 1; });
    asm volatile("mov.u32 %0, %1;" : "=r"(x) : "r"(y), "r"(3) : "memory");
    asm("nop;"); asm volatile("add %0;" :: "r"(x)); __asm__ __volatile__("bar;" ::: "memory");
    struct stat st; stat("x", &st); st.s = 1;
    if (not x and y or z bitand 1) x = compl y;
    int i3 = static_cast<int>(3.5f) + *reinterpret_cast<const int *>(&x) + const_cast<int &>(x);
    
    end: return x;
    last: ;
}
int kern_main(int argc, char **argv) {
    binop o = 0; o(1, 2); (*o)(1, 2); (o)(1, 2);
    row_t rows = {1, 2}; row_t *pr = &rows;
    k1<<<1, 2>>>(3); k1<<<argc << 2, argc >> 1, 0>>>(argc);
    P p = (P){1, 2}; k2<<<1, 1>>>(p, nullptr, 0, 0);
    return argv[0][0] - '0';
}
