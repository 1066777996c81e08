// Surfaces: 1D, 2D, 3D, layered; boundary modes; types; copies between arrays.
#include <cstdio>
#include <cstdint>
#define CK(x) do { auto e_ = (x); if (e_) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_)); return 1; } } while (0)
__global__ void invert(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    uchar4 v; surf2Dread(&v, in, x * (int)sizeof v, y);
    uchar4 left = surf2Dread<uchar4>(in, (x - 1) * (int)sizeof v, y, cudaBoundaryModeClamp), up = surf2Dread<uchar4>(in, x * (int)sizeof v, y - 1, cudaBoundaryModeZero);
    surf2Dwrite(make_uchar4(255 - v.x, left.y, up.z, v.w ^ 0x55), out, x * (int)sizeof v, y);
}
__global__ void ones(cudaSurfaceObject_t s, int n) { int i = threadIdx.x; if (i < n) { short2 v = surf1Dread<short2>(s, i * 4); v.x += 100; v.y *= -1; surf1Dwrite(v, s, i * 4); surf1Dwrite(make_short2(9, 9), s, (i + n) * 4, cudaBoundaryModeZero); } }
__global__ void volume(cudaSurfaceObject_t s) { int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; float f = surf3Dread<float>(s, x * 4, y, z); surf3Dwrite(f * 2 + 1, s, x * 4, y, z); }
__global__ void layers(cudaSurfaceObject_t s) { int x = threadIdx.x, y = threadIdx.y, l = threadIdx.z; int v = surf2DLayeredread<int>(s, x * 4, y, l); surf2DLayeredwrite(v * 10 + l, s, x * 4, y, l); }
static cudaSurfaceObject_t surf(cudaArray_t a) { cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a; cudaSurfaceObject_t s = 0; cudaCreateSurfaceObject(&s, &r); return s; }
int main()
{
    const int w = 37, h = 11;
    static uchar4 img[h][w], res[h][w];
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) img[y][x] = make_uchar4(x, y, x + y, x * y);
    auto d = cudaCreateChannelDesc<uchar4>();
    cudaArray_t a, b; CK(cudaMallocArray(&a, &d, w, h, cudaArraySurfaceLoadStore)); CK(cudaMallocArray(&b, &d, w, h, cudaArraySurfaceLoadStore));
    CK(cudaMemcpy2DToArray(a, 0, 0, img, sizeof img[0], sizeof img[0], h, cudaMemcpyHostToDevice));
    auto sa = surf(a), sb = surf(b);
    invert<<<dim3((w + 7) / 8, (h + 7) / 8), dim3(8, 8)>>>(sa, sb, w, h); CK(cudaGetLastError()); CK(cudaDeviceSynchronize());
    CK(cudaMemcpy2DFromArray(res, sizeof res[0], b, 0, 0, sizeof res[0], h, cudaMemcpyDeviceToHost));
    unsigned sum = 0; for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) sum = sum * 31 + res[y][x].x + 3 * res[y][x].y + 7 * res[y][x].z + 11 * res[y][x].w;
    printf("%08x %d %d %d %d\n", sum, res[3][5].x, res[3][5].y, res[0][5].z, res[3][0].y);
    CK(cudaMemcpy2DArrayToArray(a, 4 * 4, 2, b, 0, 0, 5 * 4, 3, cudaMemcpyDeviceToDevice)); CK(cudaMemcpy2DFromArray(res, sizeof res[0], a, 0, 0, sizeof res[0], h, cudaMemcpyDeviceToHost)); printf("%d %d\n", res[2][4].x, res[2][9].x);
    CK(cudaDestroySurfaceObject(sa)); CK(cudaDestroySurfaceObject(sb)); CK(cudaFreeArray(a)); CK(cudaFreeArray(b));
    auto d2 = cudaCreateChannelDesc<short2>(); CK(cudaMallocArray(&a, &d2, 10, 0, cudaArraySurfaceLoadStore)); short2 line[10]; for (int i = 0; i < 10; i++) line[i] = make_short2(i, i * i);
    CK(cudaMemcpy2DToArray(a, 0, 0, line, sizeof line, sizeof line, 1, cudaMemcpyHostToDevice)); ones<<<1, 32>>>(surf(a), 10); CK(cudaDeviceSynchronize()); CK(cudaMemcpy2DFromArray(line, sizeof line, a, 0, 0, sizeof line, 1, cudaMemcpyDeviceToHost)); for (auto &v : line) printf("%d,%d ", v.x, v.y); puts("");
    auto d3 = cudaCreateChannelDesc<float>(); cudaExtent e = make_cudaExtent(3, 4, 5); CK(cudaMalloc3DArray(&a, &d3, e, cudaArraySurfaceLoadStore)); float vol[60]; for (int i = 0; i < 60; i++) vol[i] = i;
    cudaMemcpy3DParms p = {}; p.srcPtr = make_cudaPitchedPtr(vol, 12, 3, 4); p.dstArray = a; p.extent = e; p.kind = cudaMemcpyDefault; CK(cudaMemcpy3D(&p)); volume<<<1, dim3(3, 4, 5)>>>(surf(a)); p = {}; p.dstPtr = make_cudaPitchedPtr(vol, 12, 3, 4); p.srcArray = a; p.extent = e; p.kind = cudaMemcpyDeviceToHost; CK(cudaMemcpy3D(&p)); printf("%g %g %g\n", vol[0], vol[31], vol[59]);
    p = {}; p.srcArray = a; p.srcPos = make_cudaPos(1, 1, 2); p.dstPtr = make_cudaPitchedPtr(vol, 8, 2, 2); p.extent = make_cudaExtent(2, 2, 2); p.kind = cudaMemcpyDeviceToHost; CK(cudaMemcpy3D(&p)); for (int i = 0; i < 8; i++) printf("%g ", vol[i]); puts(""); CK(cudaFreeArray(a));
    auto d4 = cudaCreateChannelDesc<int>(); CK(cudaMalloc3DArray(&a, &d4, make_cudaExtent(2, 2, 3), cudaArrayLayered | cudaArraySurfaceLoadStore)); int li[12]; for (int i = 0; i < 12; i++) li[i] = i; p = {}; p.srcPtr = make_cudaPitchedPtr(li, 8, 2, 2); p.dstArray = a; p.extent = make_cudaExtent(2, 2, 3); p.kind = cudaMemcpyHostToDevice; CK(cudaMemcpy3D(&p)); layers<<<1, dim3(2, 2, 3)>>>(surf(a));
    p = {}; p.dstPtr = make_cudaPitchedPtr(li, 8, 2, 2); p.srcArray = a; p.extent = make_cudaExtent(2, 2, 3); p.kind = cudaMemcpyDeviceToHost; CK(cudaMemcpy3D(&p)); for (int v : li) printf("%d ", v); puts("");
    cudaArray_t bad; printf("%s\n", cudaGetErrorName(cudaMallocArray(&bad, &d3, 1 << 20, 1 << 20))); printf("%s\n", cudaGetErrorName(cudaGetLastError())); printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
}
