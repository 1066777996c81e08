// How launches that cannot start answer: from the host, from a kernel, into a capture.
// The host's answer as CUDA 12 does, 9 (`cudaErrorInvalidConfiguration`), but for too much shared memory; the H200, with CUDA 13, said 1.
#include <cstdio>
#include <cooperative_groups.h>
__global__ void __launch_bounds__(128) lb(int *p) { }
__global__ void k(int *p) { }
__global__ void __cluster_dims__(2) cl(int *p) { }
#define S(x) { x; cudaError_t e = cudaGetLastError(); printf("%s: %d %s\n", #x, (int)e, cudaGetErrorName(e)); }
#define R(x) { cudaError_t e = x; printf("%s: %d %s, last %d\n", #x, (int)e, cudaGetErrorName(e), (int)cudaGetLastError()); }
__global__ void parent() { k<<<1, 2048>>>(nullptr); printf("device: %d\n", (int)cudaGetLastError()); k<<<0, 1>>>(nullptr); printf("device: %d\n", (int)cudaGetLastError()); k<<<1, 1, 1 << 20>>>(nullptr); printf("device: %d\n", (int)cudaGetLastError()); }
int main() {
  S((lb<<<1, 256>>>(nullptr)));
  S((cl<<<3, 32>>>(nullptr)));
  S((k<<<1, 2048>>>(nullptr)));
  S((k<<<1, 32, 1 << 20>>>(nullptr)));
  void *args[1]; int *p = nullptr; args[0] = &p;
  R(cudaLaunchKernel((void *)k, dim3(0), dim3(1), args, 0, 0));
  R(cudaLaunchKernel((void *)k, dim3(1), dim3(2000), args, 0, 0));
  R(cudaLaunchCooperativeKernel((void *)k, dim3(1), dim3(2000), args, 0, 0));
  R(cudaLaunchCooperativeKernel((void *)k, dim3(100000), dim3(1024), args, 0, 0));
  R(cudaLaunchCooperativeKernel((void *)k, dim3(0), dim3(1), args, 0, 0));
  cudaLaunchConfig_t c = {}; c.gridDim = dim3(3); c.blockDim = dim3(32);
  cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim.x = 2; at[0].val.clusterDim.y = 1; at[0].val.clusterDim.z = 1; c.attrs = at; c.numAttrs = 1;
  R(cudaLaunchKernelEx(&c, k, p));
  c.gridDim = dim3(32); at[0].val.clusterDim.x = 16; R(cudaLaunchKernelEx(&c, k, p));
  c.blockDim = dim3(4000); R(cudaLaunchKernelEx(&c, k, p));
  c.numAttrs = 0; R(cudaLaunchKernelEx(&c, k, p));
  parent<<<1, 1>>>(); R(cudaDeviceSynchronize());
  cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); k<<<1, 2048, 0, s>>>(nullptr); R(cudaGetLastError()); R(cudaStreamEndCapture(s, &g));
  cudaGraph_t h; cudaGraphCreate(&h, 0); cudaGraphNode_t n; cudaKernelNodeParams np = {}; np.func = (void *)k; np.gridDim = dim3(1); np.blockDim = dim3(3000); np.kernelParams = args; R(cudaGraphAddKernelNode(&n, h, nullptr, 0, &np)); cudaGraphExec_t x; R(cudaGraphInstantiate(&x, h, 0));
}
