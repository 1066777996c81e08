// What textures read: layers, cubemaps, mipmaps, gathers, pitched memory, formats and borders. All bits are printed, as a
// few values and a sum over all.
#include <cstdio>
#include <cstring>

#define CHECK(call) check(call, __LINE__)
static void check(cudaError_t e, int line)
{
    if (e != cudaSuccess) printf("line %d: %s\n", line, cudaGetErrorName(e));
}

const int N = 512;
static float4 *out;

__device__ float at(int i, float from, float to) { return from + (to - from) * (float)((i * 2654435761u) >> 16 & 0xffff) / 65536.0f; }

__global__ void read2D(cudaTextureObject_t t, float4 *out, float from, float to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex2D<float4>(t, at(i, from, to), at(3 * i + 1, from, to));
}
__global__ void readInts(cudaTextureObject_t t, int4 *out, float from, float to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex2D<int4>(t, at(i, from, to), at(3 * i + 1, from, to));
}
__global__ void readLayers(cudaTextureObject_t t, float4 *out, float from, float to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex2DLayered<float4>(t, at(i, from, to), at(3 * i + 1, from, to), i % 7 - 1);
}
__global__ void read1DLayers(cudaTextureObject_t t, float4 *out, float from, float to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex1DLayered<float4>(t, at(i, from, to), i % 7 - 1);
}
__global__ void readCube(cudaTextureObject_t t, float4 *out, float from, float to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = texCubemap<float4>(t, at(i, from, to), at(3 * i + 1, from, to), at(7 * i + 2, from, to));
}
__global__ void readLevels(cudaTextureObject_t t, float4 *out, float from, float to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex2DLod<float4>(t, at(i, from, to), at(3 * i + 1, from, to), at(5 * i, -1.0f, 5.0f));
}
__global__ void readVolume(cudaTextureObject_t t, float4 *out, float from, float to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex3D<float4>(t, at(i, from, to), at(3 * i + 1, from, to), at(7 * i + 2, from, to));
}
__global__ void gather(cudaTextureObject_t t, float4 *out, float from, float to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = at(i, from, to), y = at(3 * i + 1, from, to);
    float4 a = tex2Dgather<float4>(t, x, y, 0), b = tex2Dgather<float4>(t, x, y, 2);
    out[i] = make_float4(a.x + b.w, a.y + b.z, a.z + b.y, a.w + b.x);
}
__global__ void fetch(cudaTextureObject_t t, float4 *out, float, float)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex1Dfetch<float4>(t, i * 5 % 150 - 20);
}

static void show(const char *name)
{
    static unsigned h[4 * N];
    CHECK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    unsigned long long sum = 1469598103934665603ull;
    for (int i = 0; i < 4 * N; i++) sum = (sum ^ h[i]) * 1099511628211ull;
    printf("%-34s %016llx", name, sum);
    for (int i = 0; i < 6; i++) printf(" %08x", h[4 * (i * 77) + i % 4]);
    printf("\n");
}

static cudaTextureDesc sampler(int mode, int linear, int normalised, cudaTextureReadMode read)
{
    cudaTextureDesc d;
    memset(&d, 0, sizeof(d));
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = (cudaTextureAddressMode)mode;
    d.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    d.normalizedCoords = normalised;
    d.readMode = read;
    d.maxMipmapLevelClamp = 99;
    for (int i = 0; i < 4; i++) d.borderColor[i] = 0.25f * (i + 1);
    return d;
}

static cudaTextureObject_t of(cudaArray_t a, cudaTextureDesc d)
{
    cudaResourceDesc r;
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureObject_t t = 0;
    CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
    return t;
}

static unsigned seed = 1;
static unsigned next() { return seed = seed * 1664525u + 1013904223u; }

// An array whose texels are random floats in [-4, 4), or random bits.
static cudaArray_t fill(cudaChannelFormatDesc f, int w, int h, int d, unsigned flags)
{
    cudaArray_t a;
    CHECK(cudaMalloc3DArray(&a, &f, make_cudaExtent(w, h, d), flags));
    int texel = (f.x + f.y + f.z + f.w) / 8, count = w * (h ? h : 1) * (d ? d : 1) * texel;
    char *bytes = new char[count];
    for (int i = 0; i < count; i += f.x / 8) {
        float value = (float)(next() >> 8) / 2097152.0f - 4.0f;
        unsigned bits = next() >> 3;
        memcpy(bytes + i, f.f == cudaChannelFormatKindFloat ? (void *)&value : (void *)&bits, f.x / 8);
    }
    cudaMemcpy3DParms p;
    memset(&p, 0, sizeof(p));
    p.srcPtr = make_cudaPitchedPtr(bytes, w * texel, w, h ? h : 1);
    p.dstArray = a;
    p.extent = make_cudaExtent(w, h ? h : 1, d ? d : 1);
    p.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&p));
    delete[] bytes;
    return a;
}

int main()
{
    CHECK(cudaMalloc(&out, N * sizeof(float4)));
    cudaChannelFormatDesc f1 = cudaCreateChannelDesc<float>(), f4 = cudaCreateChannelDesc<float4>();
    char label[80];
    cudaArray_t plain = fill(f4, 13, 9, 0, cudaArrayTextureGather), volume = fill(f1, 6, 5, 4, 0);
    cudaArray_t layers = fill(f1, 12, 10, 5, cudaArrayLayered), rows = fill(f1, 20, 0, 5, cudaArrayLayered);
    cudaArray_t cube = fill(f1, 8, 8, 6, cudaArrayCubemap);
    for (int mode = 0; mode < 4; mode++)
        for (int linear = 0; linear < 2; linear++) {
            cudaTextureDesc d = sampler(mode, linear, 1, cudaReadModeElementType);
            sprintf(label, "mode %d, linear %d: ", mode, linear);
            char *end = label + strlen(label);
            strcpy(end, "2-D");
            read2D<<<N / 128, 128>>>(of(plain, d), out, -1.5f, 2.5f);
            show(label);
            strcpy(end, "3-D");
            readVolume<<<N / 128, 128>>>(of(volume, d), out, -1.5f, 2.5f);
            show(label);
            strcpy(end, "layers");
            readLayers<<<N / 128, 128>>>(of(layers, d), out, -1.5f, 2.5f);
            show(label);
            strcpy(end, "1-D layers");
            read1DLayers<<<N / 128, 128>>>(of(rows, d), out, -1.5f, 2.5f);
            show(label);
            strcpy(end, "cube");
            readCube<<<N / 128, 128>>>(of(cube, d), out, -1.0f, 1.0f);
            show(label);
            strcpy(end, "gather");
            gather<<<N / 128, 128>>>(of(plain, d), out, -1.5f, 2.5f);
            show(label);
        }
    // Formats.
    struct { const char *name; cudaChannelFormatDesc f; } formats[] = {
        {"uchar", cudaCreateChannelDesc<unsigned char>()}, {"char2", cudaCreateChannelDesc<char2>()}, {"uchar4", cudaCreateChannelDesc<uchar4>()},
        {"ushort", cudaCreateChannelDesc<unsigned short>()}, {"short4", cudaCreateChannelDesc<short4>()}, {"int2", cudaCreateChannelDesc<int2>()},
        {"uint4", cudaCreateChannelDesc<uint4>()}, {"half", cudaCreateChannelDescHalf()}};
    for (int i = 0; i < 8; i++) {
        cudaArray_t a = fill(formats[i].f, 11, 7, 0, 0);
        sprintf(label, "%s: elements", formats[i].name);
        if (formats[i].f.f == cudaChannelFormatKindFloat)
            read2D<<<N / 128, 128>>>(of(a, sampler(1, 0, 0, cudaReadModeElementType)), out, -2.0f, 13.0f);
        else
            readInts<<<N / 128, 128>>>(of(a, sampler(1, 0, 0, cudaReadModeElementType)), (int4 *)out, -2.0f, 13.0f);
        show(label);
        if (formats[i].f.x < 32 && formats[i].f.f != cudaChannelFormatKindFloat)
            for (int linear = 0; linear < 2; linear++) {
                sprintf(label, "%s: normalised, linear %d", formats[i].name, linear);
                read2D<<<N / 128, 128>>>(of(a, sampler(1, linear, 0, cudaReadModeNormalizedFloat)), out, -2.0f, 13.0f);
                show(label);
            }
        CHECK(cudaFreeArray(a));
    }
    // A mipmap of 32 by 16.
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &f1, make_cudaExtent(32, 16, 0), 5));
    for (int level = 0; level < 5; level++) {
        cudaArray_t a;
        CHECK(cudaGetMipmappedArrayLevel(&a, mipmap, level));
        float h[512];
        for (int i = 0; i < 512; i++) h[i] = (float)(next() >> 8) / 65536.0f;
        int w = 32 >> level, rows = level < 4 ? 16 >> level : 1;
        CHECK(cudaMemcpy2DToArray(a, 0, 0, h, w * 4, w * 4, rows, cudaMemcpyHostToDevice));
    }
    cudaResourceDesc r;
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = mipmap;
    for (int k = 0; k < 8; k++) {
        cudaTextureDesc d = sampler(k & 1 ? 0 : 2, k & 1, 1, cudaReadModeElementType);
        d.mipmapFilterMode = k & 2 ? cudaFilterModeLinear : cudaFilterModePoint;
        if (k & 4) d.mipmapLevelBias = 0.4f, d.minMipmapLevelClamp = 0.3f, d.maxMipmapLevelClamp = 2.6f;
        cudaTextureObject_t t;
        CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
        sprintf(label, "mipmap %d", k);
        readLevels<<<N / 128, 128>>>(t, out, -1.5f, 2.5f);
        show(label);
    }
    // Memory: texels one after another, and rows.
    float h[128], *linear, *pitched;
    for (int i = 0; i < 128; i++) h[i] = (float)(next() >> 8) / 1024.0f;
    size_t pitch;
    CHECK(cudaMalloc(&linear, sizeof(h)));
    CHECK(cudaMemcpy(linear, h, sizeof(h), cudaMemcpyHostToDevice));
    CHECK(cudaMallocPitch(&pitched, &pitch, 16 * 4, 8));
    CHECK(cudaMemcpy2D(pitched, pitch, h, 64, 64, 8, cudaMemcpyHostToDevice));
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = linear;
    r.res.linear.desc = f1;
    r.res.linear.sizeInBytes = sizeof(h);
    cudaTextureDesc d = sampler(1, 0, 0, cudaReadModeElementType);
    cudaTextureObject_t t;
    CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
    fetch<<<N / 128, 128>>>(t, out, 0, 0);
    show("tex1Dfetch");
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = pitched;
    r.res.pitch2D.desc = f1;
    r.res.pitch2D.width = 16;
    r.res.pitch2D.height = 8;
    r.res.pitch2D.pitchInBytes = pitch;
    for (int k = 0; k < 4; k++) {
        d = sampler(k & 1 ? 3 : 1, k >> 1, 0, cudaReadModeElementType);
        CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
        sprintf(label, "pitch %d", k);
        read2D<<<N / 128, 128>>>(t, out, -3.0f, 18.0f);
        show(label);
    }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
