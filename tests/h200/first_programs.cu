// What a first book on CUDA has: a dot product, waves, heat, colours, a histogram.
#include <cstdio>
#include <cstdlib>
#define imin(a, b) (a < b ? a : b)
const int N = 3000, threadsPerBlock = 256, blocksPerGrid = imin(32, (N + threadsPerBlock - 1) / threadsPerBlock);
__global__ void dot(float *a, float *b, float *c)
{
    __shared__ float cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x, cacheIndex = threadIdx.x;
    float temp = 0;
    while (tid < N) { temp += a[tid] * b[tid]; tid += blockDim.x * gridDim.x; }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) { if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i]; __syncthreads(); i /= 2; }
    if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}
__global__ void ripple(unsigned char *ptr, int ticks)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y, offset = x + y * blockDim.x * gridDim.x;
    float fx = x - 64 / 2, fy = y - 64 / 2, d = sqrtf(fx * fx + fy * fy);
    unsigned char grey = (unsigned char)(128.0f + 127.0f * cos(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
    ptr[offset * 4 + 0] = grey; ptr[offset * 4 + 1] = grey; ptr[offset * 4 + 2] = grey; ptr[offset * 4 + 3] = 255;
}
__global__ void blend(float *outSrc, const float *inSrc)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y, offset = x + y * blockDim.x * gridDim.x;
    int left = offset - 1, right = offset + 1; if (x == 0) left++; if (x == 63) right--;
    int top = offset - 64, bottom = offset + 64; if (y == 0) top += 64; if (y == 63) bottom -= 64;
    outSrc[offset] = inSrc[offset] + 0.25f * (inSrc[top] + inSrc[bottom] + inSrc[left] + inSrc[right] - inSrc[offset] * 4);
}
__global__ void copy_const(float *iptr, const float *cptr) { int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y, offset = x + y * blockDim.x * gridDim.x; if (cptr[offset] != 0) iptr[offset] = cptr[offset]; }
__device__ unsigned char value(float n1, float n2, int hue) { if (hue > 360) hue -= 360; else if (hue < 0) hue += 360; if (hue < 60) return (unsigned char)(255 * (n1 + (n2 - n1) * hue / 60)); if (hue < 180) return (unsigned char)(255 * n2); if (hue < 240) return (unsigned char)(255 * (n1 + (n2 - n1) * (240 - hue) / 60)); return (unsigned char)(255 * n1); }
__global__ void float_to_color(unsigned char *optr, const float *outSrc)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y, offset = x + y * blockDim.x * gridDim.x;
    float l = outSrc[offset], s = 1, m1, m2; int h = (180 + (int)(360.0f * outSrc[offset])) % 360;
    if (l <= 0.5f) m2 = l * (1 + s); else m2 = l + s - l * s;
    m1 = 2 * l - m2;
    optr[offset * 4 + 0] = value(m1, m2, h + 120); optr[offset * 4 + 1] = value(m1, m2, h); optr[offset * 4 + 2] = value(m1, m2, h - 120); optr[offset * 4 + 3] = 255;
}
__global__ void histo_kernel(unsigned char *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[256]; temp[threadIdx.x] = 0; __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x, stride = blockDim.x * gridDim.x;
    while (i < size) { atomicAdd(&temp[buffer[i]], 1); i += stride; }
    __syncthreads(); atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}
__global__ void average(int *a, int *b, int *c) { int idx = threadIdx.x + blockIdx.x * blockDim.x; if (idx < 1000) { int idx1 = (idx + 1) % 256, idx2 = (idx + 2) % 256; float as = (a[idx] + a[idx1] + a[idx2]) / 3.0f, bs = (b[idx] + b[idx1] + b[idx2]) / 3.0f; c[idx] = (as + bs) / 2; } }
int main()
{
    float *h = (float *)malloc(16384), *a, *b, *c; unsigned char *p; unsigned *hi; for (int i = 0; i < 4096; i++) h[i] = (i % 17) / 20.0f;
    cudaMalloc(&a, 16384); cudaMalloc(&b, 16384); cudaMalloc(&c, 16384); cudaMalloc(&p, 16384); cudaMalloc(&hi, 1024); cudaMemset(hi, 0, 1024);
    cudaMemcpy(a, h, 16384, cudaMemcpyHostToDevice); cudaMemcpy(b, h, 16384, cudaMemcpyHostToDevice);
    dot<<<blocksPerGrid, threadsPerBlock>>>(a, b, c); ripple<<<dim3(4, 4), dim3(16, 16)>>>(p, 3); copy_const<<<dim3(4, 4), dim3(16, 16)>>>(b, a); blend<<<dim3(4, 4), dim3(16, 16)>>>(b, a); float_to_color<<<dim3(4, 4), dim3(16, 16)>>>(p, b); histo_kernel<<<4, 256>>>(p, 16384, hi); average<<<4, 256>>>((int *)a, (int *)b, (int *)c);
    unsigned r[256]; cudaMemcpy(r, hi, 1024, cudaMemcpyDeviceToHost); unsigned s = 0; for (unsigned v : r) s = s * 31 + v; printf("%u %s\n", s, cudaGetErrorString(cudaGetLastError()));
}
