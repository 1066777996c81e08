// N-body: positions as float4 of which the fourth is not set, tiles in shared memory, x, y and z used.
#include <cstdio>
__global__ void place(float4 *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].x = i % 7;
    p[i].y = i % 5;
    p[i].z = i % 3;
}
__global__ void forces(const float4 *p, float3 *f, int n) {
    __shared__ float4 tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    float4 me = p[i];
    float3 sum = make_float3(0, 0, 0);
    for (int m = 0; m < n; m += 64) {
        tile[threadIdx.x] = p[m + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.1f);
            sum.x += dx * r, sum.y += dy * r, sum.z += dz * r;
        }
        __syncthreads();
    }
    f[i] = sum;
}
int main() {
    const int n = 256;
    float4 *p;
    float3 *f, h[n];
    cudaMalloc(&p, n * sizeof(float4)), cudaMalloc(&f, sizeof h);
    place<<<4, 64>>>(p, n);
    forces<<<4, 64>>>(p, f, n);
    cudaMemcpy(h, f, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[3].x);
    cudaFree(p), cudaFree(f);
}
