// What ends what the compiler knows of memory: shuffles, votes, clocks and volatile inline assembly, of which `__ldg`, loads and stores
// with cache hints, `__dp4a` and funnel shifts are; not for what a `__restrict__` parameter points at, constants and a thread's own
// arrays. And vectors: what was stored as one is known, element by element.
#include <cstdio>
#include <cuComplex.h>

__constant__ int c[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ int g = 5;
struct Table { int n; const int *p; };

#define EACH(op) int t = threadIdx.x, a = 0; if (t < m[0]) a = t * 3; int s = op; if (t < m[0]) y[t] = s
__global__ void nothing(const int *m, int *y) { EACH(a); }
__global__ void shuffle(const int *m, int *y) { EACH(__shfl_xor_sync(-1u, a, 1)); }
__global__ void ballot(const int *m, int *y) { EACH(__ballot_sync(-1u, a)); }
__global__ void any(const int *m, int *y) { EACH(__any_sync(-1u, a)); }
__global__ void active(const int *m, int *y) { EACH(__popc(__activemask()) + a); }
__global__ void match(const int *m, int *y) { EACH(__popc(__match_any_sync(-1u, a / 6))); }
__global__ void sum(const int *m, int *y) { EACH(__reduce_add_sync(-1u, a)); }
__global__ void time(const int *m, int *y) { EACH(a + (clock64() == 0)); }
__global__ void pause(const int *m, int *y) { int t = threadIdx.x, a = m[t]; __nanosleep(20); y[t] = a + m[t]; }
__global__ void dot4(const int *m, int *y) { EACH(__dp4a(a, a, t)); }
__global__ void funnel(const int *m, int *y) { EACH(__funnelshift_l(a, t, 3)); }
__global__ void plainAsm(const int *m, int *y) { int t = threadIdx.x, a = m[t], b; asm("add.s32 %0, %1, 1;" : "=r"(b) : "r"(a)); y[t] = b + m[t]; }
__global__ void volatileAsm(const int *m, int *y) { int t = threadIdx.x, a = m[t], b; asm volatile("add.s32 %0, %1, 1;" : "=r"(b) : "r"(a)); y[t] = b + m[t]; }
__global__ void wholeShuffle(const int *m, int *y) { int t = threadIdx.x, a = m[t]; y[t] = __shfl_xor_sync(-1u, a, 1) + m[t]; }
__global__ void restricted(const int *__restrict__ m, int *__restrict__ y) { int t = threadIdx.x, a = m[t]; y[t] = __shfl_xor_sync(-1u, a, 1) + m[t]; }
__global__ void written(int *__restrict__ m, int *__restrict__ y) { int t = threadIdx.x; m[t + 128] = 7; int a = m[t]; y[t] = __shfl_xor_sync(-1u, a, 1) + m[t]; }
__global__ void constant(int *y) { int t = threadIdx.x, a = c[t & 7]; y[t] = __shfl_xor_sync(-1u, a, 1) + c[t & 7]; }
__global__ void variable(int *y) { int t = threadIdx.x, a = g; y[t] = __shfl_xor_sync(-1u, a + t, 1) + g; }
__global__ void own(const int *m, int *y, int i) { int a[40]; for (int k = 0; k < 40; k++) a[k] = m[k] * k; int s = a[i + threadIdx.x % 3]; s = __shfl_xor_sync(-1u, s, 1); y[threadIdx.x] = s + a[i + threadIdx.x % 3]; }
__global__ void shared(const int *m, int *y) { __shared__ int s[64]; int t = threadIdx.x; s[t] = m[t]; int a = s[t]; y[t] = __shfl_xor_sync(-1u, a, 1) + s[t]; }
__global__ void twoStores(int *y) { int t = threadIdx.x; y[t] = t; int s = __shfl_xor_sync(-1u, t, 1); y[t] = s; }
__global__ void inLoop(const int *m, int *y, int n) { int t = threadIdx.x, s = t; for (int i = 0; i < n; i++) s += __shfl_xor_sync(-1u, s, 1) + m[1]; y[t] = s; }
__global__ void bound(const int *m, int *y) { int t = threadIdx.x, s = t; for (int i = 0; i < m[1]; i++) s += __any_sync(-1u, s > i); y[t] = s; }
__global__ void sumInMemory(int *y, int n) { int t = threadIdx.x, s = 1; for (int i = 0; i < n; i++) { s += __shfl_xor_sync(-1u, s, 1); y[t] += s; } }
__global__ void halves(const float2 *p, float *y) { int t = threadIdx.x; float a = p[t].x, s = __shfl_xor_sync(-1u, a, 1); y[t] = s + p[t].y; }
__global__ void storedHalves(float2 *p, float v) { int t = threadIdx.x; p[t].x = v; float s = __shfl_xor_sync(-1u, v + t, 1); p[t].y = s; }
__global__ void tableOf(const Table *q, int *y) { int t = threadIdx.x, s = 0; if (t < q->n) s = q->p[t]; s += __shfl_down_sync(-1u, s, 1); if (t < q->n) y[t] = s; }
__global__ void readOnly(const int *m, const int *q, int *y) { int t = threadIdx.x, a = q[t], b = __ldg(m + t); y[t] = a + b + q[t]; }
__global__ void readOnlyTwice(const int *m, int *y) { int t = threadIdx.x, a = __ldg(m + t); y[t] = a * 3 + __ldg(m + t); }
__global__ void readOnlyUnused(const int *m, int *y) { int t = threadIdx.x, a = __ldg(m + t); y[t] = t; if (a == -1) t = 0; }
__global__ void readOnlyPair(const float2 *p, float *y) { int t = threadIdx.x; float a = __ldg(&p[t].x), b = __ldg(&p[t].y); y[t] = a * b; }
__global__ void readOnlyMembers(const float4 *__restrict__ p, const int *__restrict__ k, float *y, int n) { int t = threadIdx.x; float s = 0; for (int j = 0; j < n; j++) { int i = k[j]; s += __ldg(&p[i].x) * __ldg(&p[i].y) + __ldg(&p[i].z); } y[t] = s; }
__global__ void readOnlyVector(const float4 *p, float4 *y) { int t = threadIdx.x; y[t] = __ldg(p + t); }
__global__ void readOnlyInLoop(const int *m, int *y, int n) { int t = threadIdx.x, s = 0; for (int i = 0; i < n; i++) s += __ldg(m); y[t] = s; }
__global__ void cachedLoad(const int *m, const int *q, int *y) { int t = threadIdx.x, a = q[t], b = __ldcg(m + t); y[t] = a + b + q[t]; }
__global__ void cachedStore(int *m, const int *q, int *y) { int t = threadIdx.x, a = q[t]; __stcs(m + t, a); y[t] = a + q[t]; }
__global__ void product(cuFloatComplex *a, const cuFloatComplex *b, int n, float scale) { for (int i = threadIdx.x; i < n; i += blockDim.x) { a[i] = cuCmulf(a[i], cuConjf(b[i])); a[i] = make_cuFloatComplex(cuCrealf(a[i]) * scale, cuCimagf(a[i]) * scale); } }
__global__ void vectors(float4 *p, float4 *q) { int t = threadIdx.x; p[t] = make_float4(t, t + 1, t + 2, t + 3); q[t] = make_float4(p[t].w, p[t].z, p[t].y, p[t].x); p[t] = q[t]; }
__global__ void element(float4 *p, float *y) { int t = threadIdx.x; p[t].z = t; float4 v = p[t]; y[t] = v.x + v.z; }
__global__ void twice(float4 *p) { int t = threadIdx.x; p[t] = make_float4(1, 2, 3, t); p[t] = make_float4(4, 3, 2, t); }

int main()
{
    static int h[1024];
    int *m, *y, *z;
    cudaMalloc(&m, sizeof h); cudaMalloc(&y, sizeof h); cudaMalloc(&z, sizeof h);
    unsigned sum_ = 0;
    auto show = [&](const char *name) {
        unsigned sum = 0;
        for (int *p : {y, z}) { cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost); for (int x : h) sum = sum * 31 + x; }
        printf("%-16s %08x %s\n", name, sum, cudaGetErrorName(cudaGetLastError()));
        sum_ ^= sum;
    };
    auto fill = [&](int *p) { for (int i = 0; i < 1024; i++) h[i] = (i * 37 + 11) % 64; h[0] = 40; h[1] = 6; cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice); };
#define RUN(k, ...) fill(m), fill(y), fill(z), k<<<1, 64>>>(__VA_ARGS__), show(#k)
    RUN(nothing, m, y); RUN(shuffle, m, y); RUN(ballot, m, y); RUN(any, m, y); RUN(active, m, y); RUN(match, m, y); RUN(sum, m, y); RUN(time, m, y);
    RUN(pause, m, y); RUN(dot4, m, y); RUN(funnel, m, y); RUN(plainAsm, m, y); RUN(volatileAsm, m, y); RUN(wholeShuffle, m, y); RUN(restricted, m, y);
    RUN(written, m, y); RUN(constant, y); RUN(variable, y); RUN(own, m, y, 3); RUN(shared, m, y); RUN(twoStores, y); RUN(inLoop, m, y, 7); RUN(bound, m, y);
    RUN(sumInMemory, y, 7); RUN(halves, (float2 *)m, (float *)y); RUN(storedHalves, (float2 *)y, 1.5f);
    Table table{50, m}, *d;
    cudaMalloc(&d, sizeof table); cudaMemcpy(d, &table, sizeof table, cudaMemcpyHostToDevice);
    RUN(tableOf, d, y); RUN(readOnly, m, z, y); RUN(readOnlyTwice, m, y); RUN(readOnlyUnused, m, y); RUN(readOnlyPair, (float2 *)m, (float *)y);
    RUN(readOnlyMembers, (float4 *)m, z, (float *)y, 9); RUN(readOnlyVector, (float4 *)m, (float4 *)y); RUN(readOnlyInLoop, m, y, 9);
    RUN(cachedLoad, m, z, y); RUN(cachedStore, m, z, y); RUN(product, (cuFloatComplex *)y, (cuFloatComplex *)m, 100, 0.5f);
    RUN(vectors, (float4 *)y, (float4 *)z); RUN(element, (float4 *)y, (float *)z); RUN(twice, (float4 *)y);
    printf("%08x\n", sum_);
}
