// The same functions on the device and on the host give the same results.
#include <cstdio>
#include <cstring>

struct Point { float x, y, z; };
struct Pair { short a; char b; long long c; };
struct Bits { unsigned a : 3, b : 13; int c : 9; };
struct __align__(16) Quad { int v[4]; };
union Word { float f; unsigned u; unsigned char b[4]; };

__host__ __device__ static int dense(int x)
{
    switch (x & 7) {
        case 0: return 10;
        case 1:
        case 2: x += 100;
        case 3: x += 1000; break;
        case 4: { int y = x * 2; x = y; } break;
        case 5: return -x;
        default: x = -1; break;
        case 7: x = 70;
    }
    return x;
}
__host__ __device__ static int loops(int n)
{
    int sum = 0;
    for (int i = 0, j = n & 31; i < j; i++, j--) {
        if (i == 2) continue;
        if (i == 6) break;
        sum += i * j;
    }
    int k = 0;
    do { k++; if (k == 3) continue; sum += k; } while (k < 5);
    while (true) {
        if (--k < 0) break;
        for (;;) { if (k & 1) break; sum += 1000; break; }
    }
    return sum;
}
__host__ __device__ static int jumps(int n)
{
    int i = 0, steps = 0;
again:
    steps++;
    if (i < (n & 15)) { i += 3; goto again; }
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++)
            if (a * b == (n & 7)) { steps += 100 * a + b; goto done; }
done:
    return steps;
}
__host__ __device__ static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__host__ __device__ static Point add(Point a, const Point &b) { return {a.x + b.x, a.y - b.y, a.z * 2}; }
__host__ __device__ static int objects(int n)
{
    Point p = {(float)n, 2, 3}, q{4, (float)-n}, r = add(p, add(q, p));
    Pair pair = {(short)n, 'x', 1ll << 40}, copy = pair;
    copy.c += n;
    copy.b++;
    Bits bits = {};
    bits.a = n; bits.b = n * 3; bits.c = -n;
    bits.b += 50;
    Quad quad = {{n, 2, 3}}, other = quad;
    other.v[n & 3] += 5;
    Word word;
    word.f = (float)n;
    word.b[3] ^= 0x80;
    float back;
    memcpy(&back, &word.u, sizeof(back));
    return (int)(r.x + r.y + r.z) + (int)(copy.c >> 20) + copy.a + copy.b + bits.a + bits.b * 3 + bits.c * 7 + other.v[0] + other.v[1] +
           other.v[2] * 3 + other.v[3] + (int)back;
}
__host__ __device__ static long long integers(int n)
{
    unsigned u = n * 2654435761u;
    long long w = (long long)n * 1234567890123ll;
    unsigned char c = (unsigned char)u;
    signed char s = (signed char)(u >> 8);
    short h = (short)(w >> 13);
    c += 200; s -= 100; h *= 3;
    int d = n - 50 ? (int)u / (n - 50) : 0, m = n - 50 ? (int)u % (n - 50) : 0;
    return w + u / 7 + u % 13 + c * 3 + s * 5 + h * 7 + d + m + (w >> 5) + (long long)((unsigned long long)w >> 7) + (u << 3) + ((int)u >> 4) + ~n;
}
__host__ __device__ static int conditions(int n)
{
    int calls = 0;
    bool a = (n & 1) && (++calls, n & 2) || (++calls, n & 4);
    bool b = !(n & 8) == (n % 3 == 0);
    int *p = n & 1 ? &calls : nullptr;
    if (p && *p > 0) calls += 10;
    (n & 2 ? calls : n) += 7;
    return a * 100 + b * 1000 + calls + n;
}
typedef int (*Function)(int);
__host__ __device__ static int indirect(int n)
{
    Function f = n & 1 ? dense : loops;
    return f(n);
}
__host__ __device__ static int arrays(int n)
{
    int a[8] = {1, 2, 3}, grid[3][5] = {{1}, {2, 3}};
    for (int i = 0; i < 8; i++) a[i] += i * n;
    grid[n % 3][n % 5] += n;
    const char *text = "some text";
    int sum = 0;
    for (auto &row : grid) for (int v : row) sum = sum * 3 + v;
    return a[n & 7] + sum + text[n % 9];
}

__host__ __device__ static long long every(int n)
{
    return dense(n) + 3ll * loops(n) + 5ll * jumps(n) + fib(n % 12) + objects(n) + integers(n) + conditions(n) + indirect(n) + arrays(n);
}
__global__ void run(long long *out) { int n = blockIdx.x * blockDim.x + threadIdx.x; out[n] = every(n); }

int main()
{
    const int n = 128;
    long long *d, h[n];
    cudaMalloc(&d, sizeof(h));
    run<<<2, 64>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; i++)
        if (h[i] != every(i)) { if (bad++ < 5) printf("%d: %lld %lld\n", i, h[i], every(i)); }
    printf("bad %d %lld %s\n", bad, every(77), cudaGetErrorString(cudaGetLastError()));
    cudaFree(d);
    return 0;
}
