// Packed classes in kernels, and bit-fields in them: sizes and bytes are those of g++.
#include <cstdio>
#include <cstring>
#pragma pack(push, 1)
struct P { unsigned char a : 3; unsigned short b : 11; unsigned int c : 20; char d; };
struct Q { char c; int i : 20; long long n : 50; unsigned u : 1; bool f : 1; double x; };
struct Wide { unsigned char low : 4; unsigned long long all : 64; signed char high : 4; };
struct Loose { char c; int i; double d; short s[3]; struct { char e; long long n; } in; };
#pragma pack(pop)
struct __attribute__((packed)) A { int x : 5; unsigned y : 30; short z; };
#pragma pack(push, 2)
struct Two { char c; int i : 20; unsigned j : 15; short k : 9; double d; };
#pragma pack(pop)
union U { P p; unsigned char bytes[8]; };
struct __attribute__((__packed__)) Atom { float x; unsigned char kind; int type; float q; };
template <class T> __host__ __device__ unsigned hash(const T &t) {
    unsigned char b[sizeof(T)];
    memcpy(b, &t, sizeof(T));
    unsigned h = 7;
    for (unsigned i = 0; i < sizeof(T); i++) h = h * 31 + b[i];
    return h;
}
__host__ __device__ int calls(int &n) { return ++n; }
__host__ __device__ void work(unsigned *out, const Loose *in, Loose *to, Atom *atoms, int k) {
    P p = {5, 1000, 70000, 'x'};
    p.b += k, p.c ^= 0x5555, p.a--;
    Q q = {'q', -3, -123456789012LL, 1, true, 2.5};
    q.i *= k, q.n += q.i, q.x *= 2;
    Wide w = {9, 0xfedcba9876543210ull, -3};
    w.all += 0x1111, w.high++;
    A a = {-7, 1u << 29, 12};
    a.y |= k, a.x += 3;
    Two two = {'t', 1000 * k, 77u, -5, 1.25};
    two.j++, two.k -= k;
    int n = k;
    P made = {(unsigned char)calls(n), (unsigned short)calls(n), 0, 'm'};
    out[0] = hash(p), out[1] = p.a, out[2] = p.b, out[3] = p.c, out[4] = hash(q), out[5] = q.i, out[6] = (unsigned)q.n, out[7] = (unsigned)q.x;
    out[8] = hash(w), out[9] = w.high, out[10] = hash(a), out[11] = a.y, out[12] = a.x, out[13] = hash(two), out[14] = two.j, out[15] = two.k;
    out[16] = hash(made), out[17] = n;
    to[k] = in[k];
    to[k].i += 5, to[k].d *= 2, to[k].s[k & 1] = 9, to[k].in.n -= to[k].c;
    Loose copy = to[k];
    out[18] = hash(copy);
    Atom atom = atoms[k];
    atoms[k].type = atom.type * 2, atoms[k].q += atom.x;
    out[19] = hash(atoms[k]);
}
__global__ void kernel(unsigned *out, const Loose *in, Loose *to, Atom *atoms, Loose by_value) {
    work(out + 21 * threadIdx.x, in, to, atoms, threadIdx.x);
    out[21 * threadIdx.x + 20] = by_value.i + (int)by_value.d + (int)by_value.in.n;
}
static P table[2] = {{1, 2, 3, 'a'}, {4, 5, 6, 'b'}};
int main() {
    printf("%zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(P), sizeof(Q), sizeof(Wide), sizeof(Loose), sizeof(A), sizeof(Two), alignof(Two), sizeof(Atom));
    U u;
    memset(&u, 0, sizeof u);
    u.p = table[1];
    for (unsigned char b : u.bytes) printf("%02x ", b);
    printf("%d %d %d %c\n", table[0].a, table[0].b, table[0].c, table[0].d);
    Loose in[4] = {}, to[4], other[4];
    Atom atoms[4], more[4];
    for (int i = 0; i < 4; i++) {
        in[i] = {(char)(i + 1), i * 1000, i * 0.5, {1, 2, 3}, {'e', i * 10000000000LL}};
        more[i] = atoms[i] = {i * 1.5f, (unsigned char)i, 100 + i, 0.25f};
    }
    unsigned host[4][21];
    for (int i = 0; i < 4; i++) work(host[i], in, to, atoms, i), host[i][20] = in[1].i + (int)in[1].d + (int)in[1].in.n;
    for (unsigned v : host[3]) printf("%x ", v);
    printf("\n");
#ifdef __CUDACC__
    unsigned *out, device[4][21];
    Loose *d_in, *d_to;
    Atom *d_atoms;
    cudaMalloc(&out, sizeof device), cudaMalloc(&d_in, sizeof in), cudaMalloc(&d_to, sizeof to), cudaMalloc(&d_atoms, sizeof more);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(d_atoms, more, sizeof more, cudaMemcpyHostToDevice);
    kernel<<<1, 4>>>(out, d_in, d_to, d_atoms, in[1]);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(device, out, sizeof device, cudaMemcpyDeviceToHost);
    cudaMemcpy(other, d_to, sizeof to, cudaMemcpyDeviceToHost);
    if (memcmp(host, device, sizeof host) || memcmp(to, other, sizeof to)) printf("differs\n");
#else
    printf("no error\n");
#endif
}
