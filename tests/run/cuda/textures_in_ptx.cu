// Texture and surface instructions written as PTX give what the functions give that are made of them.
#include <cstdio>
#define SAME(a, b) same(#a, a, b)
__device__ int differences;
__device__ void same(const char *what, float a, float b) { if (a != b) { printf("%s: %g, not %g\n", what, a, b); atomicAdd(&differences, 1); } }
__device__ void same(const char *what, float4 a, float4 b) { same(what, a.x, b.x); same(what, a.y, b.y); same(what, a.z, b.z); same(what, a.w, b.w); }
#define OUT4(v) "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)

__global__ void read(cudaTextureObject_t one, cudaTextureObject_t two, cudaTextureObject_t three, cudaTextureObject_t layered, cudaTextureObject_t cube, cudaTextureObject_t ints, cudaTextureObject_t memory)
{
    float x = threadIdx.x * 0.4f + 0.3f, y = threadIdx.y * 0.6f + 0.2f, z = threadIdx.x * 0.25f;
    float4 v;
    asm("tex.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : OUT4(v) : "l"(one), "f"(x));
    SAME(v.x, tex1D<float>(one, x));
    asm volatile("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : OUT4(v) : "l"(two), "f"(x), "f"(y));
    SAME(v, tex2D<float4>(two, x, y));
    asm("tex.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : OUT4(v) : "l"(three), "f"(x), "f"(y), "f"(z));
    SAME(v.x, tex3D<float>(three, x, y, z));
    asm("tex.a2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : OUT4(v) : "l"(layered), "r"(threadIdx.y), "f"(x), "f"(y));
    SAME(v.x, tex2DLayered<float>(layered, x, y, threadIdx.y));
    asm("tex.cube.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : OUT4(v) : "l"(cube), "f"(x), "f"(-y), "f"(z));
    SAME(v.x, texCubemap<float>(cube, x, -y, z));
    asm("tex.level.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : OUT4(v) : "l"(two), "f"(x), "f"(y), "f"(0.f));
    SAME(v, tex2DLod<float4>(two, x, y, 0.f));
    asm("tex.grad.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8}, {%8, %7};" : OUT4(v) : "l"(two), "f"(x), "f"(y), "f"(0.5f), "f"(0.25f));
    SAME(v, tex2DGrad<float4>(two, x, y, make_float2(0.5f, 0.25f), make_float2(0.25f, 0.5f)));
    asm("tld4.g.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : OUT4(v) : "l"(two), "f"(x), "f"(y));
    SAME(v, tex2Dgather<float4>(two, x, y, 1));
    int4 i;
    asm("tex.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(i.x), "=r"(i.y), "=r"(i.z), "=r"(i.w) : "l"(ints), "f"(x), "f"(y));
    SAME((float)i.x, (float)tex2D<int>(ints, x, y));
    int n = threadIdx.x;
    asm("{ .reg .f32 unused<2>; tex.1d.v4.f32.s32 {%0, %1, unused0, _}, [%2, {%3}]; }" : "=f"(v.x), "=f"(v.y) : "l"(memory), "r"(n));
    SAME(v.x, tex1Dfetch<float>(memory, n));
    unsigned w, h;
    asm("txq.width.b32 %0, [%2]; txq.height.b32 %1, [%2];" : "=r"(w), "=r"(h) : "l"(two));
    if (threadIdx.x + threadIdx.y == 0) printf("%u x %u\n", w, h);
}

__global__ void move(cudaSurfaceObject_t s, cudaSurfaceObject_t wide)
{
    int x = threadIdx.x, y = threadIdx.y;
    asm volatile("sust.b.2d.b32.trap [%0, {%1, %2}], %3;" :: "l"(s), "r"(x * 4), "r"(y), "r"(10 * y + x));
    if (y == 0) asm volatile("sust.b.1d.v4.b32.zero [%0, {%1}], {%2, %3, %2, %3};" :: "l"(wide), "r"((x + 2) * 16), "r"(x), "r"(y) : "memory");
    __syncthreads();
    int back, outside, q[4];
    asm volatile("suld.b.2d.b32.trap %0, [%1, {%2, %3}];" : "=r"(back) : "l"(s), "r"((3 - x) * 4), "r"(y));
    asm volatile("suld.b.2d.b32.zero {%0}, [%1, {%2, %3}];" : "=r"(outside) : "l"(s), "r"(99 * 4), "r"(y));
    asm volatile("suld.b.1d.v4.b32.clamp {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(q[0]), "=r"(q[1]), "=r"(q[2]), "=r"(q[3]) : "l"(wide), "r"(x * 16));
    int check;
    surf2Dread(&check, s, (3 - x) * 4, y);
    if (back != check || outside) atomicAdd(&differences, 1);
    if (x == 2 && y == 1) printf("%d, %d %d\n", back, q[0], q[2]);
}

static cudaTextureObject_t texture(cudaArray_t a, cudaTextureFilterMode filter)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureDesc d = {};
    d.filterMode = filter;
    for (auto &mode : d.addressMode) mode = cudaAddressModeClamp;
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &r, &d, nullptr);
    return t;
}

template <class T> static cudaArray_t array(cudaExtent e, unsigned flags = 0)
{
    auto f = cudaCreateChannelDesc<T>();
    cudaArray_t a;
    cudaMalloc3DArray(&a, &f, e, flags);
    static T values[512];
    for (int i = 0; i < 512 * (int)(sizeof(T) / 4); i++) {
        if (sizeof(T) == 4 && f.f == cudaChannelFormatKindSigned) ((int *)values)[i] = i * 7 % 31 - 5;
        else ((float *)values)[i] = i * 11 % 37 * 0.5f;
    }
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(values, e.width * sizeof(T), e.width, e.height ? e.height : 1);
    c.dstArray = a;
    c.extent = make_cudaExtent(e.width, e.height ? e.height : 1, e.depth ? e.depth : 1);
    c.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&c);
    return a;
}

int main()
{
    auto linear = cudaFilterModeLinear;
    float *line;
    cudaMallocManaged(&line, 64);
    for (int i = 0; i < 16; i++) line[i] = i * i;
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = line;
    r.res.linear.desc = cudaCreateChannelDesc<float>();
    r.res.linear.sizeInBytes = 64;
    cudaTextureDesc d = {};
    cudaTextureObject_t memory;
    cudaCreateTextureObject(&memory, &r, &d, nullptr);
    read<<<1, dim3(4, 3)>>>(texture(array<float>(make_cudaExtent(6, 0, 0)), linear), texture(array<float4>(make_cudaExtent(5, 4, 0)), linear),
        texture(array<float>(make_cudaExtent(4, 4, 4)), linear), texture(array<float>(make_cudaExtent(4, 4, 3), cudaArrayLayered), linear),
        texture(array<float>(make_cudaExtent(4, 4, 6), cudaArrayCubemap), linear), texture(array<int>(make_cudaExtent(4, 4, 0)), cudaFilterModePoint), memory);
    r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array<int>(make_cudaExtent(4, 4, 0), cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t s, wide;
    cudaCreateSurfaceObject(&s, &r);
    r.res.array.array = array<float4>(make_cudaExtent(4, 0, 0), cudaArraySurfaceLoadStore);
    cudaCreateSurfaceObject(&wide, &r);
    move<<<1, dim3(4, 2)>>>(s, wide);
    int n;
    cudaMemcpyFromSymbol(&n, differences, sizeof n);
    printf("%s, %d differences\n", cudaGetErrorString(cudaDeviceSynchronize()), n);
}
