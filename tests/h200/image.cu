#include <cstdio>
#include <cstdlib>
#include <cmath>
// RGB to grey, histogram equalisation, Sobel
typedef unsigned char uchar;
struct Image { int w, h; size_t pitch; uchar4 *rgb; uchar *grey; };

__global__ void to_grey(const uchar4 *src, size_t srcPitch, uchar *dst, size_t dstPitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        const uchar4 p = *((const uchar4 *)((const char *)src + y * srcPitch) + x);
        dst[y * dstPitch + x] = (uchar)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z + 0.5f);
    }
}
__global__ void histogram(const uchar *g, size_t pitch, int w, int h, unsigned *hist)
{
    __shared__ unsigned local[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    local[t] = 0;
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) atomicInc(&local[g[y * pitch + x]], 0xffffffffu);
    __syncthreads();
    if (local[t]) atomicAdd(&hist[t], local[t]);
}
__global__ void equalise(uchar *g, size_t pitch, int w, int h, const unsigned *cdf, unsigned cdfmin)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    uchar &p = g[y * pitch + x];
    float v = rintf(__fdividef((float)(cdf[p] - cdfmin), (float)(w * h - cdfmin)) * 255.0f);
    p = (uchar)__float2int_rn(v);
}
__global__ void sobel(const uchar *g, size_t pitch, int w, int h, short *mag)
{
    const int gx[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int sx = 0, sy = 0;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++) {
                int v = g[(y + j) * pitch + x + i];
                sx += gx[j + 1][i + 1] * v;
                sy += gx[i + 1][j + 1] * v;
            }
    mag[y * w + x] = (short)min(abs(sx) + abs(sy), 32767);
}
int main()
{
    const int w = 61, h = 45;
    uchar4 *img = (uchar4 *)malloc(w * h * sizeof(uchar4));
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) img[y * w + x] = make_uchar4(x * 4, y * 5, (x * y) & 0xff, 255);
    uchar4 *drgb; uchar *dg; unsigned *dh, hist[256], cdf[256]; short *dm;
    size_t p1, p2;
    cudaMallocPitch((void **)&drgb, &p1, w * sizeof(uchar4), h);
    cudaMallocPitch((void **)&dg, &p2, w, h);
    cudaMalloc(&dh, sizeof hist);
    cudaMalloc(&dm, w * h * sizeof(short));
    cudaMemset(dh, 0, sizeof hist);
    cudaMemcpy2D(drgb, p1, img, w * sizeof(uchar4), w * sizeof(uchar4), h, cudaMemcpyHostToDevice);
    dim3 t(16, 16), b((w + 15) / 16, (h + 15) / 16);
    to_grey<<<b, t>>>(drgb, p1, dg, p2, w, h);
    histogram<<<b, t>>>(dg, p2, w, h, dh);
    cudaMemcpy(hist, dh, sizeof hist, cudaMemcpyDeviceToHost);
    unsigned run = 0, first = 0, crc = 0;
    for (int i = 0; i < 256; i++) { run += hist[i]; cdf[i] = run; if (!first && run) first = run; crc = crc * 31 + hist[i]; }
    printf("pixels %u cdfmin %u hash %08x\n", run, first, crc);
    cudaMemcpy(dh, cdf, sizeof cdf, cudaMemcpyHostToDevice);
    equalise<<<b, t>>>(dg, p2, w, h, dh, first);
    sobel<<<b, t>>>(dg, p2, w, h, dm);
    uchar *g = (uchar *)malloc(w * h); short *m = (short *)malloc(w * h * 2);
    cudaMemcpy2D(g, w, dg, p2, w, h, cudaMemcpyDeviceToHost);
    cudaMemcpy(m, dm, w * h * 2, cudaMemcpyDeviceToHost);
    long sg = 0, sm = 0;
    for (int i = 0; i < w * h; i++) { sg += g[i]; sm += m[i]; }
    printf("mean grey %.4f mean edge %.4f\n", (double)sg / (w * h), (double)sm / (w * h));
    for (int y = 0; y < h; y += 9) { for (int x = 0; x < w; x += 10) printf("%4d/%-5hd", g[y * w + x], m[y * w + x]); printf("\n"); }
    printf("pitch %s\n", p2 % 32 == 0 && p2 >= (size_t)w ? "ok" : "odd");
    cudaFree(drgb); cudaFree(dg); cudaFree(dh); cudaFree(dm); free(img); free(g); free(m);
}
