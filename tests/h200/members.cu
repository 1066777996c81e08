// Members of structures through different pointers: the compiler takes it that one member of a class never lies where another of it does,
// wherever both are reached by the same steps from the same type. What one of them stores is then not read back for the other.
#include <cstdio>
#define K __global__ void

struct Pair { float x, y; };
struct Other { float p, q; };
struct Mixed { int a; float b; };
struct Triple { float x, y, z; };
struct Nested { float2 p, q; };
struct Arrays { float v[2]; float w; };
struct Shared { union { float a; int b; }; float c; };
struct Base { float x, z; };
struct Derived : Base { float y; };
struct Row { float2 v[4]; int n; };
struct Method {
    float x, y;
    __device__ void set(float v) { x = v; }
    __device__ float get() const { return y; }
};
__device__ Pair table[64];

K storesX(Pair *out, const Pair *in) { float a = in[threadIdx.x].y; out[threadIdx.x + 64].x = 3; out[threadIdx.x].y = a + in[threadIdx.x].y; }
K storesSame(Pair *out, const Pair *in) { float a = in[threadIdx.x].y; out[threadIdx.x + 64].y = 3; out[threadIdx.x].x = a + in[threadIdx.x].y; }
K otherType(Pair *out, const Other *in) { float a = in[threadIdx.x].q; out[threadIdx.x + 64].x = 3; out[threadIdx.x].y = a + in[threadIdx.x].q; }
K mixed(Mixed *out, const Mixed *in) { float a = in[threadIdx.x].b; out[threadIdx.x + 64].a = 3; out[threadIdx.x].b = a + in[threadIdx.x].b; }
K plainFloats(float *out, const Pair *in) { float a = in[threadIdx.x].y; out[threadIdx.x + 64] = 3; out[threadIdx.x] = a + in[threadIdx.x].y; }
K triple(Triple *out, const Triple *in) { float a = in[threadIdx.x].y; out[threadIdx.x + 64].x = 3; out[threadIdx.x].y = a + in[threadIdx.x].y; }
K nestedSameStep(Nested *out, const Nested *in) { float a = in[threadIdx.x].q.x; out[threadIdx.x + 64].p.x = 3; out[threadIdx.x].p.y = a + in[threadIdx.x].q.x; }
K nestedOther(Nested *out, const Nested *in) { float a = in[threadIdx.x].q.y; out[threadIdx.x + 64].p.x = 3; out[threadIdx.x].p.y = a + in[threadIdx.x].q.y; }
K nestedAndPlain(Nested *out, const float2 *in) { float a = in[threadIdx.x].y; out[threadIdx.x + 64].p.x = 3; out[threadIdx.x].p.y = a + in[threadIdx.x].y; }
K arrayMember(Arrays *out, const Arrays *in) { float a = in[threadIdx.x].w; out[threadIdx.x + 64].v[0] = 3; out[threadIdx.x].v[1] = a + in[threadIdx.x].w; }
K unionMember(Shared *out, const Shared *in) { float a = in[threadIdx.x].c; out[threadIdx.x + 64].a = 3; out[threadIdx.x].c = a + in[threadIdx.x].c; }
K ofTheUnion(Shared *out, const Shared *in) { float a = in[threadIdx.x].a; out[threadIdx.x + 64].b = 3; out[threadIdx.x].c = a + in[threadIdx.x].a; }
K baseAndOwn(Derived *out, const Derived *in) { float a = in[threadIdx.x].y; out[threadIdx.x + 64].x = 3; out[threadIdx.x].y = a + in[threadIdx.x].y; }
K twoOfTheBase(Derived *out, const Derived *in) { float a = in[threadIdx.x].z; out[threadIdx.x + 64].x = 3; out[threadIdx.x].y = a + in[threadIdx.x].z; }
K arrayOfPairs(Row *out, const Row *in) { float a = in[threadIdx.x].v[threadIdx.x & 3].y; out[threadIdx.x + 64].v[2].x = 3; out[threadIdx.x].n = a + in[threadIdx.x].v[threadIdx.x & 3].y; }
K reference(float2 *out, const float2 *in) { const float2 &r = in[threadIdx.x]; float2 &w = out[threadIdx.x + 64]; float a = r.y; w.x = 3; w.y = a + r.y; }
K methods(Method *out, const Method *in) { float a = in[threadIdx.x].get(); out[threadIdx.x + 64].set(3); out[threadIdx.x].y = a + in[threadIdx.x].get(); }
K atomic(int2 *out, const int2 *in) { int a = in[threadIdx.x].y; atomicAdd(&out[threadIdx.x + 64].x, 3); out[threadIdx.x].y = a + in[threadIdx.x].y; }
K ofATable(Pair *out, const Pair *in) { table[threadIdx.x] = in[threadIdx.x]; __syncthreads(); float a = table[threadIdx.x ^ 1].y; table[threadIdx.x ^ 2].x = 3; out[threadIdx.x].y = a + table[threadIdx.x ^ 1].y; }
K inShared(float2 *out, const float2 *in) { __shared__ float2 s[64]; s[threadIdx.x] = in[threadIdx.x]; __syncthreads(); float a = s[threadIdx.x ^ 1].y; s[threadIdx.x].x = 3; float b = s[threadIdx.x ^ 1].y; out[threadIdx.x].x = a * b; __syncthreads(); out[threadIdx.x].y = s[31 - threadIdx.x].x; }
K advancePairs(Pair *out, const Pair *in) { int i = threadIdx.x; out[i].x += in[i].x * 0.5f; out[i].y += in[i].y * 0.5f; }
K advance(float4 *out, const float4 *in) { int i = threadIdx.x; out[i].x += in[i].x * 0.5f; out[i].y += in[i].y * 0.5f; out[i].z += in[i].z * 0.5f; }
K multiply(float2 *out, const float2 *in) { int i = threadIdx.x; out[i].x = in[i].x * in[i + 1].x - in[i].y * in[i + 1].y; out[i].y = in[i].x * in[i + 1].y + in[i].y * in[i + 1].x; }
K arrow(Pair *out, const Pair *in) { const Pair *from = in + threadIdx.x; Pair *to = out + threadIdx.x; float a = from->y; to->x = 3; to[64].y = a + from->y; }

static float *in, *out;

static void show(const char *name) {
    if (cudaDeviceSynchronize()) printf("%s fails\n", name);
    double sum = 0;
    const int *bits = (const int *)out;
    for (int i = 0; i < 1024; i++) sum += (bits[i] >> 12) * ((i * 7) % 13 + 1.0);
    printf("%-14s %.0f\n", name, sum);
    for (int i = 0; i < 1024; i++) out[i] = i % 3;
}

template<class To, class From> static void run(const char *name, void (*kernel)(To *, const From *)) {
    kernel<<<1, 32>>>((To *)out, (const From *)in);
    show(name);
}

int main() {
    cudaMallocManaged(&in, 4096 * sizeof(float));
    cudaMallocManaged(&out, 1024 * sizeof(float));
    for (int i = 0; i < 4096; i++) in[i] = (i * 37 % 101) / 8.0f;
    for (int i = 0; i < 1024; i++) out[i] = i % 3;
    run("storesX", storesX);
    run("storesSame", storesSame);
    run("otherType", otherType);
    run("mixed", mixed);
    run("plainFloats", plainFloats);
    run("triple", triple);
    run("nestedSameStep", nestedSameStep);
    run("nestedOther", nestedOther);
    run("nestedAndPlain", nestedAndPlain);
    run("arrayMember", arrayMember);
    run("unionMember", unionMember);
    run("ofTheUnion", ofTheUnion);
    run("baseAndOwn", baseAndOwn);
    run("twoOfTheBase", twoOfTheBase);
    run("arrayOfPairs", arrayOfPairs);
    run("reference", reference);
    run("methods", methods);
    run("atomic", atomic);
    run("ofATable", ofATable);
    run("inShared", inShared);
    run("advancePairs", advancePairs);
    run("advance", advance);
    run("multiply", multiply);
    run("arrow", arrow);
}
