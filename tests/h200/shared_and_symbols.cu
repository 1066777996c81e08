// Several arrays in one extern shared block, constant weights, 2-D shared tiles, bool and short types.
#include <cstdio>
__constant__ float weights[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
__constant__ struct { int lo, hi; float gain; } limits = {2, 200, 0.5f};
__device__ int hits[4] = {1, 2, 3, 4};
__device__ const double third = 1.0 / 3.0;
__global__ void multi(float *o, int n)
{
    extern __shared__ char raw[];
    float *f = (float *)raw; int *c = (int *)&f[n]; short *s = (short *)(c + n); bool *b = (bool *)(s + n);
    int t = threadIdx.x;
    f[t] = t * 0.5f; c[t] = n - t; s[t] = (short)(t * 1000); b[t] = t % 3 == 0;
    __syncthreads();
    int u = n - 1 - t;
    o[t] = f[u] + c[u] + s[u] + (b[u] ? 0.25f : 0.75f);
}
__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
            int xx = min(max(x + i, 0), w - 1), yy = min(max(y + j, 0), h - 1);
            s += weights[(j + 1) * 3 + i + 1] * in[yy * w + xx];
        }
    int v = (int)(s / 16.0f * limits.gain + 0.5f);
    if (v < limits.lo || v > limits.hi) atomicAdd(&hits[v & 3], 1);
    out[y * w + x] = (unsigned char)v;
}
__global__ void useThird(double *o) { o[threadIdx.x] = third * threadIdx.x; }
int main()
{
    float h[64], *d; cudaMalloc(&d, sizeof(h));
    multi<<<1, 64, 64 * (sizeof(float) + sizeof(int) + sizeof(short) + sizeof(bool))>>>(d, 64);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", h[0], h[31], h[63]);
    const int w = 37, hh = 29; unsigned char img[w * hh], *a, *b;
    for (int i = 0; i < w * hh; i++) img[i] = (unsigned char)(i * i / 7);
    cudaMalloc(&a, w * hh); cudaMalloc(&b, w * hh); cudaMemcpy(a, img, w * hh, cudaMemcpyHostToDevice);
    blur<<<dim3((w + 15) / 16, (hh + 15) / 16), dim3(16, 16)>>>(a, b, w, hh);
    cudaMemcpy(img, b, w * hh, cudaMemcpyDeviceToHost);
    unsigned sum = 0; for (int i = 0; i < w * hh; i++) sum = sum * 33 + img[i];
    int hc[4]; cudaMemcpyFromSymbol(hc, hits, sizeof(hc));
    printf("%u %d %d %d %d\n", sum, hc[0], hc[1], hc[2], hc[3]);
    float w2[9]; for (int i = 0; i < 9; i++) w2[i] = 16.0f / 9; cudaMemcpyToSymbol(weights, w2, sizeof(w2));
    float one = 1.0f; cudaMemcpyToSymbol(limits, &one, sizeof(one), 2 * sizeof(int));
    blur<<<dim3((w + 15) / 16, (hh + 15) / 16), dim3(16, 16)>>>(a, b, w, hh);
    cudaMemcpy(img, b, w * hh, cudaMemcpyDeviceToHost);
    for (int i = sum = 0; i < w * hh; i++) sum = sum * 33 + img[i];
    double t[3], *dt; cudaMalloc(&dt, sizeof(t)); useThird<<<1, 3>>>(dt); cudaMemcpy(t, dt, sizeof(t), cudaMemcpyDeviceToHost);
    printf("%u %.17g %s\n", sum, t[2], cudaGetErrorString(cudaGetLastError()));
    return 0;
}
