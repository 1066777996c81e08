// Textures: 1D, 2D, 3D, layered, cube, linear memory, pitch2D, filter modes, address modes, normalized, readmode; double-checked results.
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s:%d %s\n", #x, __LINE__, cudaGetErrorName(e)); exit(1); } } while (0)
template <class T> __global__ void fetch1(cudaTextureObject_t t, T *o, int n, float scale, float off) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = tex1D<T>(t, i * scale + off); }
__global__ void fetchLinear(cudaTextureObject_t t, float4 *o, int n) { int i = threadIdx.x; if (i < n) o[i] = tex1Dfetch<float4>(t, n - 1 - i); }
template <class T> __global__ void fetch2(cudaTextureObject_t t, T *o, int w, int h, float sx, float sy, float ox, float oy) { int x = threadIdx.x, y = threadIdx.y; if (x < w && y < h) o[y * w + x] = tex2D<T>(t, x * sx + ox, y * sy + oy); }
__global__ void fetch3(cudaTextureObject_t t, float *o, int n) { int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; o[(z * n + y) * n + x] = tex3D<float>(t, x * 0.75f + 0.25f, y * 0.5f + 0.5f, z + 0.125f); }
__global__ void fetchLayer(cudaTextureObject_t t, int *o, int w, int layers) { int x = threadIdx.x, l = threadIdx.y; o[l * w + x] = tex2DLayered<int>(t, x + 0.5f, 0.5f, l) + 100 * tex2DLayered<int>(t, x, 1.5f, layers); }
__global__ void fetchCube(cudaTextureObject_t t, float *o) { int f = threadIdx.x; float3 d[6] = {{1, .2f, .3f}, {-1, .2f, .3f}, {.2f, 1, .3f}, {.2f, -1, .3f}, {.2f, .3f, 1}, {.2f, .3f, -1}}; o[f] = texCubemap<float>(t, d[f].x, d[f].y, d[f].z); }
__global__ void gather(cudaTextureObject_t t, float4 *o) { o[threadIdx.x] = tex2Dgather<float4>(t, 1.f + threadIdx.x, 2.f, 0); }
static cudaTextureObject_t make(cudaResourceDesc &r, cudaTextureAddressMode a, cudaTextureFilterMode f, cudaTextureReadMode m, bool norm, float border = 0)
{
    cudaTextureDesc d = {}; for (auto &x : d.addressMode) x = a; d.filterMode = f; d.readMode = m; d.normalizedCoords = norm; d.borderColor[0] = border; d.borderColor[3] = 0.5f;
    cudaTextureObject_t t = 0; CHECK(cudaCreateTextureObject(&t, &r, &d, nullptr)); return t;
}
template <class T> T *managed(size_t n) { T *p; CHECK(cudaMallocManaged(&p, n * sizeof(T))); return p; }
int main()
{
    float *o = managed<float>(1024);
    std::vector<float> line(16); for (int i = 0; i < 16; i++) line[i] = i * i;
    cudaArray_t a; auto cf = cudaCreateChannelDesc<float>(); CHECK(cudaMallocArray(&a, &cf, 16)); CHECK(cudaMemcpy2DToArray(a, 0, 0, line.data(), 64, 64, 1, cudaMemcpyHostToDevice));
    cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a;
    for (auto mode : {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap, cudaAddressModeMirror}) {
        bool norm = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
        for (auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
            auto t = make(r, mode, filter, cudaReadModeElementType, norm, 7); fetch1<float><<<1, 32>>>(t, o, 12, norm ? 2.25f / 16 : 2.25f, norm ? -3.f / 16 : -3); CHECK(cudaDeviceSynchronize());
            printf("%d%d:", mode, filter); for (int i = 0; i < 12; i++) printf(" %g", o[i]); puts(""); CHECK(cudaDestroyTextureObject(t));
        }
    }
    CHECK(cudaFreeArray(a));
    unsigned char px[4 * 8]; for (int i = 0; i < 32; i++) px[i] = i * 8; uchar4 *dp; CHECK(cudaMalloc(&dp, 32)); CHECK(cudaMemcpy(dp, px, 32, cudaMemcpyHostToDevice));
    r = {}; r.resType = cudaResourceTypeLinear; r.res.linear.devPtr = dp; r.res.linear.desc = cudaCreateChannelDesc<uchar4>(); r.res.linear.sizeInBytes = 32;
    auto t = make(r, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat, false); fetchLinear<<<1, 8>>>(t, (float4 *)o, 8); CHECK(cudaDeviceSynchronize()); for (int i = 0; i < 8; i++) printf("%.6f ", o[4 * i + i % 4]); puts(""); cudaDestroyTextureObject(t);
    size_t pitch; float2 *pp; CHECK(cudaMallocPitch(&pp, &pitch, 5 * sizeof(float2), 3)); float2 h[15]; for (int i = 0; i < 15; i++) h[i] = make_float2(i, -i); CHECK(cudaMemcpy2D(pp, pitch, h, 40, 40, 3, cudaMemcpyHostToDevice));
    r = {}; r.resType = cudaResourceTypePitch2D; auto &p2 = r.res.pitch2D; p2.devPtr = pp; p2.desc = cudaCreateChannelDesc<float2>(); p2.width = 5; p2.height = 3; p2.pitchInBytes = pitch;
    t = make(r, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, false); fetch2<float2><<<1, dim3(8, 4)>>>(t, (float2 *)o, 6, 3, 0.9f, 0.7f, 0.3f, 0.6f); CHECK(cudaDeviceSynchronize()); for (int i = 0; i < 18; i++) printf("%.5f/%.2f ", o[2 * i], o[2 * i + 1]); puts(""); cudaDestroyTextureObject(t);
    cudaExtent ext = make_cudaExtent(4, 4, 4); CHECK(cudaMalloc3DArray(&a, &cf, ext)); float vol[64]; for (int i = 0; i < 64; i++) vol[i] = (i * 37) % 64; cudaMemcpy3DParms c = {}; c.srcPtr = make_cudaPitchedPtr(vol, 16, 4, 4); c.dstArray = a; c.extent = ext; c.kind = cudaMemcpyHostToDevice; CHECK(cudaMemcpy3D(&c));
    r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a; t = make(r, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, false); fetch3<<<1, dim3(4, 4, 4)>>>(t, o, 4); CHECK(cudaDeviceSynchronize()); for (int i = 0; i < 64; i += 5) printf("%g ", o[i]); puts(""); cudaDestroyTextureObject(t); cudaFreeArray(a);
    auto ci = cudaCreateChannelDesc<int>(); CHECK(cudaMalloc3DArray(&a, &ci, make_cudaExtent(4, 2, 3), cudaArrayLayered)); int li[24]; for (int i = 0; i < 24; i++) li[i] = i; c = {}; c.srcPtr = make_cudaPitchedPtr(li, 16, 4, 2); c.dstArray = a; c.extent = make_cudaExtent(4, 2, 3); c.kind = cudaMemcpyHostToDevice; CHECK(cudaMemcpy3D(&c));
    r.res.array.array = a; t = make(r, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false); fetchLayer<<<1, dim3(4, 3)>>>(t, (int *)o, 4, 3); CHECK(cudaDeviceSynchronize()); for (int i = 0; i < 12; i++) printf("%d ", ((int *)o)[i]); puts(""); cudaDestroyTextureObject(t); cudaFreeArray(a);
    CHECK(cudaMalloc3DArray(&a, &cf, make_cudaExtent(2, 2, 6), cudaArrayCubemap)); float cube[24]; for (int i = 0; i < 24; i++) cube[i] = i; c.srcPtr = make_cudaPitchedPtr(cube, 8, 2, 2); c.dstArray = a; c.extent = make_cudaExtent(2, 2, 6); CHECK(cudaMemcpy3D(&c));
    r.res.array.array = a; t = make(r, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, true); fetchCube<<<1, 6>>>(t, o); CHECK(cudaDeviceSynchronize()); for (int i = 0; i < 6; i++) printf("%g ", o[i]); puts(""); cudaDestroyTextureObject(t); cudaFreeArray(a);
    CHECK(cudaMallocArray(&a, &cf, 4, 4, cudaArrayTextureGather)); CHECK(cudaMemcpy2DToArray(a, 0, 0, line.data(), 16, 16, 4, cudaMemcpyHostToDevice)); r.res.array.array = a; t = make(r, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false); gather<<<1, 3>>>(t, (float4 *)o); CHECK(cudaDeviceSynchronize()); for (int i = 0; i < 12; i++) printf("%g ", o[i]); puts("");
    cudaTextureDesc td; cudaResourceDesc rd; CHECK(cudaGetTextureObjectTextureDesc(&td, t)); CHECK(cudaGetTextureObjectResourceDesc(&rd, t)); cudaChannelFormatDesc fd; cudaExtent fe; unsigned fl; CHECK(cudaArrayGetInfo(&fd, &fe, &fl, a)); printf("%d %d %d %d %zux%zux%zu %u\n", td.addressMode[0], rd.resType, fd.x, fd.f, fe.width, fe.height, fe.depth, fl);
}
