// Odd-even and bitonic sort, then Conway's life on a torus with multi-dimensional arrays.
#include <cstdio>
#include <cstring>
const int N = 128;
constexpr int W = 32, H = 16;
__device__ void swapIf(int &a, int &b, bool c) { if (c) { int t = a; a = b; b = t; } }
__global__ void oddEven(int *v)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = v[t]; s[t + N / 2] = v[t + N / 2];
    for (int phase = 0; phase < N; phase++) {
        __syncthreads();
        int i = 2 * t + (phase & 1);
        if (i + 1 < N) swapIf(s[i], s[i + 1], s[i] > s[i + 1]);
    }
    __syncthreads();
    v[t] = s[t]; v[t + N / 2] = s[t + N / 2];
}
__global__ void bitonic(int *v)
{
    __shared__ int s[N];
    unsigned t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (unsigned k = 2; k <= N; k <<= 1)
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            unsigned o = t ^ j;
            if (o > t) swapIf(s[t], s[o], ((t & k) == 0) == (s[t] > s[o]));
            __syncthreads();
        }
    v[t] = s[t];
}
__global__ void life(const unsigned char (*in)[W], unsigned char (*out)[W])
{
    int x = threadIdx.x, y = threadIdx.y, n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) n += in[(y + dy + H) % H][(x + dx + W) % W];
    out[y][x] = n == 3 || (n == 2 && in[y][x]);
}
int main()
{
    int h[N], *d;
    cudaMalloc(&d, sizeof(h));
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < N; i++) h[i] = (i * 73 + 19 * k) % 131;
        cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
        if (k == 0) oddEven<<<1, N / 2>>>(d); else bitonic<<<1, N>>>(d);
        cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
        int ok = 1;
        for (int i = 1; i < N; i++) if (h[i - 1] > h[i]) ok = 0;
        printf("sorted %s %d %d\n", ok ? "yes" : "no", h[0], h[N - 1]);
    }
    unsigned char w[H][W], *a, *b;
    memset(w, 0, sizeof(w));
    const char *glider[3] = {".#.", "..#", "###"};
    for (int y = 0; y < 3; y++) for (int x = 0; x < 3; x++) w[y + 1][x + 1] = glider[y][x] == '#';
    cudaMalloc(&a, sizeof(w)); cudaMalloc(&b, sizeof(w));
    cudaMemcpy(a, w, sizeof(w), cudaMemcpyHostToDevice);
    for (int i = 0; i < 20; i++) {
        life<<<1, dim3(W, H)>>>((const unsigned char (*)[W])a, (unsigned char (*)[W])b);
        unsigned char *t = a; a = b; b = t;
    }
    cudaMemcpy(w, a, sizeof(w), cudaMemcpyDeviceToHost);
    for (int y = 0; y < H; y++) { for (int x = 0; x < W; x++) putchar(w[y][x] ? '#' : '.'); putchar('\n'); }
    return 0;
}
