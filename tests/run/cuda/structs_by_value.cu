// Structures as kernel arguments, in device memory, in local arrays and as results.
#include <cstdio>
struct Particle { float3 position; char kind; double weight; int tags[3]; };
struct Range {
    int first, last;
    __host__ __device__ Range(int a, int b) : first(a), last(b) {}
    __host__ __device__ int size() const { return last - first; }
    __device__ bool contains(int i) const { return i >= first && i < last; }
};
__device__ Particle moved(Particle p, float3 by) {
    p.position.x += by.x; p.position.y += by.y; p.position.z += by.z;
    p.tags[p.kind] = 9;
    return p;
}
__global__ void k(Particle seed, Particle *out, Range r, int *inside) {
    Particle local[2] = {seed, seed};
    int t = threadIdx.x;
    local[t % 2].weight = t;
    Particle p = moved(local[t % 2], make_float3(t, 2 * t, 0.5f));
    out[t] = p;
    if (r.contains(t)) atomicAdd(inside, r.size());
}
int main() {
    Particle s = {{1, 2, 3}, 2, 0.5, {4, 5, 6}}, *d, h[4];
    int *n, hn;
    cudaMalloc(&d, sizeof h); cudaMalloc(&n, 4); cudaMemset(n, 0, 4);
    k<<<1, 4>>>(s, d, Range(1, 3), n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(&hn, n, 4, cudaMemcpyDeviceToHost);
    printf("%zu %g %g %g %g %d %d %d %d\n", sizeof(Particle), h[3].position.x, h[3].position.y, h[3].position.z, h[3].weight, h[3].kind,
           h[3].tags[1], h[3].tags[2], hn);
    float4 v = make_float4(1, 2, 3, 4);
    int2 w = {5, 6};
    printf("%g %d %zu %zu\n", v.w, w.y, sizeof(float3), alignof(float4));
}
