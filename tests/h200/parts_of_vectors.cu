// Vectors of which only some elements are used: one, an aligned half, or three are one load; two others are two. And what was loaded before a loop
// is loaded again behind it, if lanes exchange values in between.
#include <cstdio>
#define K(name, T, R, e) __global__ void name(const T *p, R *y) { int t = threadIdx.x; T v = p[t]; y[t] = e; }
#define KR(name, T, R, e) __global__ void name(const T *__restrict__ p, R *__restrict__ y) { int t = threadIdx.x; T v = p[t]; y[t] = e; }
K(x, float4, float, v.x) K(w, float4, float, v.w) K(xy, float4, float, v.x + v.y) K(xz, float4, float, v.x + v.z) K(yz, float4, float, v.y + v.z) K(xw, float4, float, v.x + v.w) K(zw, float4, float, v.z + v.w) K(yw, float4, float, v.y * v.w)
K(xyz, float4, float, v.x + v.y + v.z) K(yzw, float4, float, v.y + v.z + v.w) K(xyw, float4, float, v.x + v.y + v.w) K(xzw, float4, float, v.x + v.z + v.w) K(f2x, float2, float, v.x) K(f2y, float2, float, v.y) K(d2x, double2, double, v.x) K(d2y, double2, double, v.y)
KR(rxyz, float4, float, v.x + v.y + v.z) KR(rxz, float4, float, v.x + v.z) KR(rx, float4, float, v.x) KR(rf2y, float2, float, v.y)
__global__ void lxyz(const float4 *p, float *y) { int t = threadIdx.x; float4 v = __ldg(p + t); y[t] = v.x + v.y + v.z; }
__global__ void lx(const float4 *p, float *y) { int t = threadIdx.x; float4 v = __ldg(p + t); y[t] = v.x; }
__global__ void sxyz(const float4 *p, float *y) { __shared__ float4 s[64]; int t = threadIdx.x; s[t] = p[t]; __syncthreads(); float4 v = s[t ^ 1]; y[t] = v.x + v.y + v.z; }
__global__ void sx(const float4 *p, float *y) { __shared__ float4 s[64]; int t = threadIdx.x; s[t] = p[t]; __syncthreads(); float4 v = s[t ^ 1]; y[t] = v.x; }
__global__ void sxz(const float4 *p, float *y) { __shared__ float4 s[64]; int t = threadIdx.x; s[t] = p[t]; __syncthreads(); float4 v = s[t ^ 1]; y[t] = v.x * v.z; }
struct __align__(16) B { float mass; float pos[3]; };
__global__ void st3(const B *p, float *y) { int t = threadIdx.x; B v = p[t]; y[t] = v.pos[0] + v.pos[1] + v.pos[2]; }
__global__ void c4(const uchar4 *p, int *y) { int t = threadIdx.x; uchar4 v = p[t]; y[t] = v.x + v.z; }
__global__ void c4y(const uchar4 *p, int *y) { int t = threadIdx.x; uchar4 v = p[t]; y[t] = v.y; }
__global__ void s4(const short4 *p, int *y) { int t = threadIdx.x; short4 v = p[t]; y[t] = v.x + v.z; }
__global__ void i4m(const int4 *p, int *y) { int t = threadIdx.x; y[t] = p[t].x + p[t].z; }
__global__ void i4m3(const int4 *p, int *y) { int t = threadIdx.x; y[t] = p[t].x + p[t].y + p[t].z; }
__global__ void afterLoop(const int *m, const float *x, float *y) { int t = threadIdx.x; float s = 0; if (t < m[0]) for (int c = t; c < m[0]; c += 32) s += x[c]; for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(-1u, s, o); if (t == 0 && t < m[0]) y[t] = s; }
__global__ void afterLoopNoShuffle(const int *m, const float *x, float *y) { int t = threadIdx.x; float s = 0; if (t < m[0]) for (int c = t; c < m[0]; c += 32) s += x[c]; if (t < 5 && t < m[0]) y[t] = s; }
__global__ void afterLoopVote(const int *m, const float *x, float *y) { int t = threadIdx.x; float s = 0; if (t < m[0]) for (int c = t; c < m[0]; c += 32) s += x[c]; if (__any_sync(-1u, s > 3) && t < m[0]) y[t] = s; }
__global__ void afterShortLoop(const int *m, const float *x, float *y, int n) { int t = threadIdx.x; float s = m[t]; for (int c = 0; c < n; c++) s = s * s + c; s = __shfl_xor_sync(-1u, s, 1); y[t] = s + m[t]; }
__global__ void afterBranch(const int *m, const float *x, float *y, int n) { int t = threadIdx.x; float s = m[t]; if (n > 3) { s = sinf(s) * x[t]; s = cosf(s) * 3 + x[t + 1]; s = sqrtf(s) / (1 + x[t + 2]); } s = __shfl_xor_sync(-1u, s, 1); y[t] = s + m[t]; }
__global__ void beforeLoop(const int *m, const float *x, float *y, int n) { int t = threadIdx.x; float s = m[t]; s = __shfl_xor_sync(-1u, s, 1); for (int c = 0; c < n; c++) s = s * s + m[t]; y[t] = s; }
__global__ void blockSum(const float *x, float *y, const int *n) { __shared__ float part[2]; int t = threadIdx.x; float s = 0; for (int i = t; i < n[0]; i += 64) s += x[i]; for (int o = 16; o; o >>= 1) s += __shfl_down_sync(-1u, s, o); if (t % 32 == 0) part[t / 32] = s; __syncthreads(); if (t == 0) y[0] = (part[0] + part[1]) / n[0]; }
template <class P, class Y> void run(const char *name, void (*k)(const P *, Y *)) { P *p; Y *y; cudaMalloc(&p, 8192); cudaMalloc(&y, 8192); cudaMemset(p, 0, 8192); k<<<1, 64>>>(p, y); printf("%s %d\n", name, (int)cudaDeviceSynchronize()); }
#define R(k) run(#k, k)
int main() { R(x); R(w); R(xy); R(xz); R(yz); R(xw); R(zw); R(yw); R(xyz); R(yzw); R(xyw); R(xzw); R(f2x); R(f2y); R(d2x); R(d2y); R(rxyz); R(rxz); R(rx); R(rf2y); R(lxyz); R(lx); R(sxyz); R(sx); R(sxz); R(st3); R(c4); R(c4y); R(s4); R(i4m); R(i4m3);
  int h[256], *m; float *x, *y; for (int i = 0; i < 256; i++) h[i] = i % 7; h[0] = 40; cudaMalloc(&m, 1024); cudaMalloc(&x, 1024); cudaMalloc(&y, 1024); cudaMemcpy(m, h, 1024, cudaMemcpyHostToDevice); cudaMemset(x, 0, 1024);
  afterLoop<<<1, 64>>>(m, x, y); afterLoopNoShuffle<<<1, 64>>>(m, x, y); afterLoopVote<<<1, 64>>>(m, x, y); afterShortLoop<<<1, 64>>>(m, x, y, 5); afterBranch<<<1, 64>>>(m, x, y, 5); beforeLoop<<<1, 64>>>(m, x, y, 5); blockSum<<<1, 64>>>(x, y, m); printf("%d\n", (int)cudaDeviceSynchronize()); }
