// All-pairs n-body with float4 tiles in shared memory.
#include <cstdio>
#include <cmath>
#define SOFTENING 1e-9f
__global__ void forces(const float4 *pos, float3 *acc, int n)
{
    __shared__ float4 tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = pos[i];
    float3 a = make_float3(0.0f, 0.0f, 0.0f);
    for (int t = 0; t < gridDim.x; t++) {
        tile[threadIdx.x] = pos[t * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 64; j++) {
            float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
            float d2 = dx * dx + dy * dy + dz * dz + SOFTENING;
            float inv = 1.0f / sqrtf(d2);
            float inv3 = inv * inv * inv * tile[j].w;
            a.x += dx * inv3; a.y += dy * inv3; a.z += dz * inv3;
        }
        __syncthreads();
    }
    acc[i] = a;
}
int main()
{
    const int n = 512;
    float4 *h = (float4 *)malloc(n * sizeof(float4)), *d; float3 *r = (float3 *)malloc(n * sizeof(float3)), *da;
    unsigned s = 12345;
    for (int i = 0; i < n; i++) {
        float v[4];
        for (int k = 0; k < 4; k++) { s = s * 1103515245u + 12345u; v[k] = (float)((s >> 16) & 0x7fff) / 32768.0f; }
        h[i] = make_float4(v[0] * 2 - 1, v[1] * 2 - 1, v[2] * 2 - 1, v[3] + 0.5f);
    }
    cudaMalloc(&d, n * sizeof(float4)); cudaMalloc(&da, n * sizeof(float3));
    cudaMemcpy(d, h, n * sizeof(float4), cudaMemcpyHostToDevice);
    forces<<<n / 64, 64>>>(d, da, n);
    cudaMemcpy(r, da, n * sizeof(float3), cudaMemcpyDeviceToHost);
    unsigned hash = 0;
    for (int i = 0; i < n; i++) { unsigned *u = (unsigned *)&r[i]; hash = hash * 31 + (u[0] ^ u[1] * 7 ^ u[2] * 13); }
    printf("%08x %.6f %.6f %.6f %s\n", hash, r[0].x, r[100].y, r[511].z, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
