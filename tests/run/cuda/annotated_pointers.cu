// Pointers that tell the cache; and whole numbers of <cuda/cmath>.
#include <cuda/annotated_ptr>
#include <cuda/cmath>
#include <cuda/std/concepts>
#include <cstdio>
__global__ void k(cuda::annotated_ptr<const float, cuda::access_property::persisting> a, cuda::annotated_ptr<float, cuda::access_property::streaming> b, int n){ int i = threadIdx.x; if (i<n) b[i] = a[i] * 2; }
__global__ void k2(float *p, int n){ cuda::annotated_ptr<float, cuda::access_property> q(p, cuda::access_property(cuda::access_property::persisting{}, 0.5f)); int i=threadIdx.x; q[i] += 1; __shared__ float s[32]; cuda::annotated_ptr<float, cuda::access_property::shared> t(s); t[i] = q[i]; __syncthreads(); p[i] = *(&t[i]) ; float *g = cuda::associate_access_property(p, cuda::access_property::normal{}); g[i] += 1; }
int main(){ float *a; cudaMallocManaged(&a, 32*4); for(int i=0;i<32;i++) a[i]=i; float *b; cudaMallocManaged(&b,32*4); k<<<1,32>>>(cuda::annotated_ptr<const float, cuda::access_property::persisting>(a), cuda::annotated_ptr<float, cuda::access_property::streaming>(b), 32); k2<<<1,32>>>(b,32); cudaDeviceSynchronize(); static_assert(cuda::ceil_div(10, 3) == 4 && cuda::round_up(10, 4) == 12 && cuda::round_down(10, 4) == 8 && cuda::ilog2(1000) == 9); printf("%g %g\n", b[3], b[31]); }
