// Surfaces: bytes in x, boundary modes, dimensions and layers, and textures that read what surfaces wrote.
#include <cstdio>
#include <cstring>

#define CHECK(call) check(call, __LINE__)
static void check(cudaError_t e, int line)
{
    if (e != cudaSuccess) printf("line %d: %s\n", line, cudaGetErrorName(e));
}

template <class T>
__global__ void write2D(cudaSurfaceObject_t s, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    T value;
    unsigned char *bytes = (unsigned char *)&value;
    for (int i = 0; i < (int)sizeof(T); i++) bytes[i] = (unsigned char)(x * 7 + y * 31 + i);
    if (x < w && y < h) surf2Dwrite<T>(value, s, x * sizeof(T), y);
}
template <class T>
__global__ void sum2D(cudaSurfaceObject_t s, unsigned *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    T value = surf2Dread<T>(s, x * sizeof(T), y);
    const unsigned char *bytes = (const unsigned char *)&value;
    unsigned sum = 0;
    for (int i = 0; i < (int)sizeof(T); i++) sum = sum * 257 + bytes[i];
    out[y * w + x] = sum;
}
__global__ void edges(cudaSurfaceObject_t s, int *out)
{
    int i = threadIdx.x, x = (i % 8 - 2) * 4, y = i / 8 - 1;
    out[2 * i] = surf2Dread<int>(s, x, y, cudaBoundaryModeClamp);
    out[2 * i + 1] = surf2Dread<int>(s, x, y, cudaBoundaryModeZero);
}
__global__ void writeEdges(cudaSurfaceObject_t s)
{
    int i = threadIdx.x;
    if (i == 0) surf2Dwrite(111, s, -8, 1, cudaBoundaryModeClamp);
    if (i == 1) surf2Dwrite(222, s, 400, 2, cudaBoundaryModeClamp);
    if (i == 2) surf2Dwrite(333, s, -4, 1, cudaBoundaryModeZero);
    if (i == 3) surf2Dwrite(444, s, 8, 3, cudaBoundaryModeZero);
}
__global__ void volume(cudaSurfaceObject_t s, int *out)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    surf3Dwrite(100 * z + 10 * y + x, s, x * 4, y, z);
    __syncthreads();
    out[(z * 4 + y) * 4 + x] = surf3Dread<int>(s, x * 4, y, (z + 1) % 4);
}
__global__ void layered(cudaSurfaceObject_t s, int *out)
{
    int x = threadIdx.x, layer = threadIdx.y;
    surf2DLayeredwrite(10 * layer + x, s, x * 4, layer & 1, layer);
    __syncthreads();
    out[layer * 8 + x] = surf2DLayeredread<int>(s, x * 4, layer & 1, layer - 1, cudaBoundaryModeClamp);
}
__global__ void line(cudaSurfaceObject_t s, float *out)
{
    int x = threadIdx.x;
    surf1Dwrite(1.5f * x, s, x * 4);
    __syncthreads();
    out[x] = surf1Dread<float>(s, (31 - x) * 4);
}
__global__ void read(cudaTextureObject_t t, float *out)
{
    int x = threadIdx.x;
    out[x] = tex2D<float>(t, x + 1.0f, 1.25f);
}
__global__ void ramp(cudaSurfaceObject_t s)
{
    surf2Dwrite(threadIdx.x * 0.5f + threadIdx.y, s, threadIdx.x * 4, threadIdx.y);
}

static cudaArray_t array(cudaChannelFormatDesc f, int w, int h, int d, unsigned flags)
{
    cudaArray_t a;
    CHECK(cudaMalloc3DArray(&a, &f, make_cudaExtent(w, h, d), flags | cudaArraySurfaceLoadStore));
    return a;
}
static cudaSurfaceObject_t surface(cudaArray_t a)
{
    cudaResourceDesc r;
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaSurfaceObject_t s = 0;
    CHECK(cudaCreateSurfaceObject(&s, &r));
    return s;
}

template <class T>
static void widths(const char *name, unsigned *out)
{
    const int w = 40, h = 24;
    cudaSurfaceObject_t s = surface(array(cudaCreateChannelDesc<T>(), w, h, 0, 0));
    write2D<T><<<dim3(5, 6), dim3(8, 4)>>>(s, w, h);
    sum2D<T><<<dim3(2, 24), dim3(32, 1)>>>(s, out, w, h);
    static unsigned host[w * h];
    CHECK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    for (int i = 0; i < w * h; i++) sum = sum * 31 + host[i];
    printf("%s %08x %08x\n", name, sum, host[123]);
}

int main()
{
    unsigned *out;
    CHECK(cudaMalloc(&out, 65536));
    widths<unsigned char>("uchar", out);
    widths<short>("short", out);
    widths<int>("int", out);
    widths<float2>("float2", out);
    widths<float4>("float4", out);
    widths<uchar4>("uchar4", out);
    int host[64];
    cudaArray_t a = array(cudaCreateChannelDesc<int>(), 4, 3, 0, 0);
    int start[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    CHECK(cudaMemcpy2DToArray(a, 0, 0, start, 16, 16, 3, cudaMemcpyHostToDevice));
    edges<<<1, 32>>>(surface(a), (int *)out);
    CHECK(cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) printf("%d%c", host[i], i % 16 == 15 ? '\n' : ' ');
    writeEdges<<<1, 32>>>(surface(a));
    CHECK(cudaMemcpy2DFromArray(start, 16, a, 0, 0, 16, 3, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 12; i++) printf("%d%c", start[i], i == 11 ? '\n' : ' ');
    volume<<<1, dim3(4, 4, 4)>>>(surface(array(cudaCreateChannelDesc<int>(), 4, 4, 4, 0)), (int *)out);
    CHECK(cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) printf("%d%c", host[i], i % 16 == 15 ? '\n' : ' ');
    layered<<<1, dim3(8, 4)>>>(surface(array(cudaCreateChannelDesc<int>(), 8, 2, 4, cudaArrayLayered)), (int *)out);
    CHECK(cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost));
    for (int i = 8; i < 32; i++) printf("%d%c", host[i], i % 8 == 7 ? '\n' : ' ');
    line<<<1, 32>>>(surface(array(cudaCreateChannelDesc<float>(), 32, 0, 0, 0)), (float *)out);
    float f[32];
    CHECK(cudaMemcpy(f, out, 128, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) printf("%g%c", f[i], i == 31 ? '\n' : ' ');
    cudaArray_t both = array(cudaCreateChannelDesc<float>(), 16, 4, 0, 0);
    ramp<<<1, dim3(16, 4)>>>(surface(both));
    cudaResourceDesc r;
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = both;
    cudaTextureDesc d;
    memset(&d, 0, sizeof(d));
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
    d.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t t;
    CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
    read<<<1, 16>>>(t, (float *)out);
    CHECK(cudaMemcpy(f, out, 64, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++) printf("%g%c", f[i], i == 15 ? '\n' : ' ');
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
