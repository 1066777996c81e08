// Filters, histograms and conversions of images.
#include <cstdio>
#include <cstdlib>
#define T 16
#define R 2
__constant__ float mask[5][5];
__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ float s[T + 2 * R][T + 2 * R];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    for (int i = threadIdx.y; i < T + 2 * R; i += T) for (int j = threadIdx.x; j < T + 2 * R; j += T) {
        int u = min(max((int)blockIdx.x * T + j - R, 0), w - 1), v = min(max((int)blockIdx.y * T + i - R, 0), h - 1);
        s[i][j] = in[v * w + u];
    }
    __syncthreads();
    if (x >= w || y >= h) return;
    float a = 0;
    for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) a += mask[i][j] * s[threadIdx.y + i][threadIdx.x + j];
    out[y * w + x] = (unsigned char)a;
}
__global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    int gx = -in[(y - 1) * w + x - 1] - 2 * in[y * w + x - 1] - in[(y + 1) * w + x - 1] + in[(y - 1) * w + x + 1] + 2 * in[y * w + x + 1] + in[(y + 1) * w + x + 1];
    int gy = -in[(y - 1) * w + x - 1] - 2 * in[(y - 1) * w + x] - in[(y - 1) * w + x + 1] + in[(y + 1) * w + x - 1] + 2 * in[(y + 1) * w + x] + in[(y + 1) * w + x + 1];
    out[y * w + x] = min(255, (int)sqrtf((float)(gx * gx + gy * gy)));
}
__global__ void gray(const uchar3 *in, unsigned char *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { uchar3 p = in[i]; out[i] = .299f * p.x + .587f * p.y + .114f * p.z; } }
__global__ void gray4(const uchar4 *const in, unsigned char *const out, int rows, int cols) { int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y; if (r >= rows || c >= cols) return; uchar4 p = in[r * cols + c]; out[r * cols + c] = p.x * .299f + p.y * .587f + p.z * .114f; }
__global__ void equalize(unsigned char *img, const int *cdf, int n, int least) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) img[i] = (unsigned char)((cdf[img[i]] - least) * 255.0f / (n - least)); }
__global__ void histo(const unsigned char *img, int *h, int n) { __shared__ int s[256]; for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = 0; __syncthreads(); for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[img[i]], 1); __syncthreads(); for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&h[i], s[i]); }
__global__ void flip(unsigned char *img, int w, int h) { int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; if (x < w / 2 && y < h) { unsigned char t = img[y * w + x]; img[y * w + x] = img[y * w + w - 1 - x]; img[y * w + w - 1 - x] = t; } }
int main()
{
    int w = 100, h = 70, n = w * h; unsigned char *p = (unsigned char *)malloc(n * 4), *a, *b; uchar4 *q; int *g;
    for (int i = 0; i < n * 4; i++) p[i] = i * 37 % 251;
    float m[25]; for (float &v : m) v = 0.04f; cudaMemcpyToSymbol(mask, m, sizeof m);
    cudaMalloc(&a, n); cudaMalloc(&b, n); cudaMalloc(&q, n * 4); cudaMalloc(&g, 1024); cudaMemset(g, 0, 1024); cudaMemset(b, 0, n);
    cudaMemcpy(q, p, n * 4, cudaMemcpyHostToDevice);
    dim3 bl(16, 16), gr((w + 15) / 16, (h + 15) / 16);
    gray<<<(n + 255) / 256, 256>>>((uchar3 *)q, a, n); gray4<<<gr, bl>>>(q, a, h, w); blur<<<gr, bl>>>(a, b, w, h); sobel<<<gr, bl>>>(b, a, w, h);
    histo<<<4, 128>>>(a, g, n); equalize<<<(n + 255) / 256, 256>>>(a, g, n, 0); flip<<<gr, bl>>>(a, w, h);
    cudaMemcpy(p, a, n, cudaMemcpyDeviceToHost); long s = 0; for (int i = 0; i < n; i++) s = s * 31 + p[i]; printf("%ld %s\n", s, cudaGetErrorString(cudaGetLastError()));
}
