// Which of two products is contracted depends on the order in which values meet at the head of a loop and behind a branch: each line
// prints the bits of sums of two products of such values, made in all the ways that programs make structures.
#include <cstdio>
#include <cstring>

struct Vec {
    float x, y, z;
};
__device__ inline Vec vec(float x, float y, float z)
{
    Vec v;
    v.x = x; v.y = y; v.z = z;
    return v;
}
__device__ inline Vec operator+(Vec a, Vec b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ inline Vec operator*(Vec a, float s) { return vec(a.x * s, a.y * s, a.z * s); }
__device__ inline Vec sum(const Vec &a, const Vec &b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }

class Point {
public:
    float x, y, z;
    __device__ Point(float x, float y, float z) : x(x), y(y), z(z) {}
    __device__ Point operator+(const Point &o) const { return Point(x + o.x, y + o.y, z + o.z); }
    __device__ Point operator*(float s) const { return Point(x * s, y * s, z * s); }
    __device__ Point &operator+=(const Point &o) { x += o.x; y += o.y; z += o.z; return *this; }
    __device__ float volume() const { return x * y * z; }
};

struct Complex {
    float re, im;
    __device__ Complex(float re, float im) : re(re), im(im) {}
    __device__ Complex operator*(const Complex &o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
    __device__ Complex operator+(const Complex &o) const { return Complex(re + o.re, im + o.im); }
    __device__ float norm() const { return re * re + im * im; }
};

#define KERNEL(name) __global__ void name(const float *x, float *o, float a, float b, int n)
#define READ int i = threadIdx.x; float p = x[i], q = x[i + 32], r = x[i + 64];
#define STORE(u) o[i] = u.x * 1.1f + u.y * 1.2f; o[i + 32] = u.y * 1.3f + u.z * 1.4f; o[i + 64] = u.x * 1.5f + u.z * 1.7f;

KERNEL(scalars)
{
    READ
    float u = p, v = q, w = r;
    for (int j = 0; j < n; j++) { u += u * a; v += v * b; w += u * v; }
    o[i] = u * 1.1f + v * 1.2f; o[i + 32] = v * 1.3f + w * 1.4f; o[i + 64] = u * 1.5f + w * 1.7f;
}
KERNEL(many_scalars)
{
    READ
    float s = a, t = b, u = p, v = q, w = r, y = a * b, z = p * q;
    for (int j = 0; j < n; j++) { s += t * a; t += u * b; u += v * a; v += w * b; w += y * a; y += z * b; z += s * a; }
    o[i] = s * t + u * v; o[i + 32] = w * 1.3f + y * 1.4f + (z * 1.1f + s * 1.6f); o[i + 64] = t * 1.5f + z * 1.7f;
}
KERNEL(structure)
{
    READ
    Vec u = vec(p, q, r);
    for (int j = 0; j < n; j++) u = u + u * a;
    STORE(u)
}
KERNEL(members)
{
    READ
    Vec u;
    u.x = p; u.y = q; u.z = r;
    for (int j = 0; j < n; j++) { u.x += u.y * a; u.y += u.z * b; u.z += u.x * a; }
    STORE(u)
}
KERNEL(a_structure_behind)
{
    READ
    Vec u = vec(p, q, r), w = vec(a, b, a);
    for (int j = 0; j < n; j++) { u.x += u.y * a; u.y += u.z * b; u.z += u.x * a; }
    o[96 + i] = w.x * p + w.y * q + w.z;
    STORE(u)
}
KERNEL(a_structure_inside)
{
    READ
    Vec u = vec(p, q, r);
    for (int j = 0; j < n; j++) { Vec t = u * a; u.x += t.y; u.y += t.z; u.z += t.x; }
    STORE(u)
}
KERNEL(whole_inside)
{
    READ
    Vec u = vec(p, q, r);
    for (int j = 0; j < n; j++) { Vec t = u * a; u = t + u; }
    STORE(u)
}
KERNEL(by_reference)
{
    READ
    Vec u = vec(p, q, r);
    for (int j = 0; j < n; j++) { Vec t = u * b; u = sum(t, u); }
    STORE(u)
}
KERNEL(objects)
{
    READ
    Point u(p, q, r);
    for (int j = 0; j < n; j++) u = u + u * a;
    STORE(u)
}
KERNEL(one_object)
{
    READ
    Point u(p, q, r);
    for (int j = 0; j < n; j++) u = u * a;
    STORE(u)
}
KERNEL(temporaries_behind)
{
    READ
    Point u(p, q, r);
    for (int j = 0; j < n; j++) { u.x += u.y * a; u.y += u.z * b; u.z += u.x * a; }
    o[96 + i] = (u * b).volume();
    STORE(u)
}
KERNEL(added_behind)
{
    READ
    Point w(a, b, a), u(p, q, r);
    for (int j = 0; j < n; j++) { u.x += u.y * a; u.y += u.z * b; u.z += u.x * a; }
    w += w * b + w;
    o[96 + i] = w.volume();
    STORE(u)
}
KERNEL(branch)
{
    READ
    Vec u = vec(p, q, r);
    if (n > 3) { u = u + u * a; o[96 + i] = u.x; }
    STORE(u)
}
KERNEL(complex_product)
{
    READ
    Complex z(p, q), w(p, r);
    Complex u = z * w;
    o[i] = u.re; o[i + 32] = u.im;
    u = w * z + u;
    o[i + 64] = u.norm(); o[i + 96] = u.im;
}
KERNEL(complex_loop)
{
    READ
    Complex z(p, q), c(a, b);
    for (int j = 0; j < n && z.norm() < 4; j++) z = z * z + c;
    o[i] = z.re * 1.1f + z.im * 1.2f; o[i + 32] = z.re * r + z.im * a;
}
KERNEL(both)
{
    READ
    float s = p * q;
    if (p < q && q * r > s) s = s * s + r * r;
    o[i] = q * r + s * p;
}
KERNEL(one_in_the_other)
{
    READ
    float s = p * q;
    if (p < q) {
        if (q * r + a > s) s = s * s + r * r;
    }
    o[i] = q * r + s * p;
}
KERNEL(negated_multiple)
{
    READ
    float y = 4 * p;
    o[i] = -y - q * r; o[i + 32] = y + q;
}
KERNEL(guarded)
{
    READ
    float s = r;
    if (3.0f + a * r > a) s = b * p - s * (0.1f * a * b + q);
    o[i] = s * s + p * b; o[i + 32] = s * q + r * r;
}

int main()
{
    float h[128], *x, *o;
    unsigned bits[128];
    for (int i = 0; i < 128; i++) h[i] = ((i * 7919 % 1000) - 487) / 391.0f + 0.0123f;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&o, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    auto show = [&](const char *name) {
        cudaMemcpy(bits, o, sizeof bits, cudaMemcpyDeviceToHost);
        unsigned hash = 2166136261u;
        for (unsigned word : bits) hash = (hash ^ word) * 16777619u;
        printf("%-20s %08x  %08x %08x %08x\n", name, hash, bits[5], bits[37], bits[69]);
        cudaMemset(o, 0, sizeof bits);
    };
    cudaMemset(o, 0, sizeof bits);
#define RUN(name) name<<<1, 32>>>(x, o, 0.731f, -0.462f, 5); show(#name);
    RUN(scalars) RUN(many_scalars) RUN(structure) RUN(members) RUN(a_structure_behind) RUN(a_structure_inside) RUN(whole_inside)
    RUN(by_reference) RUN(objects) RUN(one_object) RUN(temporaries_behind) RUN(added_behind) RUN(branch) RUN(complex_product)
    RUN(complex_loop) RUN(both) RUN(one_in_the_other) RUN(negated_multiple) RUN(guarded)
    return 0;
}
