// Functions that call themselves: last, which makes loops of them at any depth, and otherwise, as deep as the stack is.
#include <cstdio>

__device__ long long factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__device__ int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
__device__ __noinline__ int digits(int n) { return n == 0 ? 0 : n % 10 + digits(n / 10); }
__device__ __noinline__ unsigned mix(int n)
{
    if (n == 0) return 17;
    if (n % 3 == 0) return mix(n - 1);
    return mix(n < 2 ? 0 : n - 2) ^ n;
}
__device__ __noinline__ int above(const unsigned *x, int n)
{
    if (n < 0) return 0;
    if (x[n] > 1000000000u) return 1 + above(x, n - 1);
    return above(x, n - 1);
}
__device__ __noinline__ unsigned all_bits(const unsigned *x, int n) { return n < 0 ? ~0u : (x[n] | 0xf0f0u) & all_bits(x, n - 1); }
__device__ __noinline__ void fill(unsigned *x, int n)
{
    if (n < 0) return;
    x[n] = n * 2654435761u;
    fill(x, n - 1);
}
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ void hanoi(int n, int a, int b, int c, unsigned *moves)
{
    if (n == 0) return;
    hanoi(n - 1, a, c, b, moves);
    moves[0]++;
    moves[1 + a] += c;
    hanoi(n - 1, b, a, c, moves);
}
__device__ float power(float x, int n)
{
    if (n == 0) return 1;
    float half = power(x, n / 2);
    return n % 2 ? half * half * x : half * half;
}
__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 ? true : odd(n - 1); }
__device__ bool odd(int n) { return n == 0 ? false : even(n - 1); }
__device__ void sort(unsigned *a, int l, int r)
{
    if (l >= r) return;
    unsigned p = a[(l + r) / 2];
    int i = l, j = r;
    while (i <= j) {
        while (a[i] < p) i++;
        while (a[j] > p) j--;
        if (i <= j) {
            unsigned t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    sort(a, l, j);
    sort(a, i, r);
}

__global__ void numbers(long long *out, unsigned *x)
{
    int t = threadIdx.x;
    fill(x + 2000 * t, 1999);
    long long *o = out + 10 * t;
    o[0] = factorial(15 + t);
    o[1] = gcd(1071 * (t + 1), 462);
    o[2] = digits(123456789 + t);
    o[3] = mix(1900 + t) + above(x + 2000 * t, 1500);
    o[4] = all_bits(x + 2000 * t, 5 + t);
    o[5] = fibonacci(10 + t);
    o[6] = __float_as_int(power(1.001f, 1000 + t));
    o[7] = even(40 + t);
    sort(x + 2000 * t, 0, 99);
    o[8] = x[2000 * t + 50 + t];
    unsigned moves[4] = {0, 0, 0, 0};
    hanoi(8 + t % 3, 0, 1, 2, moves);
    o[9] = moves[0] + 1000 * moves[1] + 100000 * moves[3];
}

int main()
{
    long long *o, h[80];
    unsigned *x;
    cudaMalloc(&o, sizeof h);
    cudaMalloc(&x, 8 * 2000 * sizeof(unsigned));
    numbers<<<1, 8>>>(o, x);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 80; i++) printf("%lld%c", h[i], i % 10 == 9 ? '\n' : ' ');
    cudaFree(o);
    cudaFree(x);
}
