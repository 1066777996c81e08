// Arithmetic of vectors with the samples' `helper_math.h`, on both sides.
#include <cstdio>
#include <helper_math.h>
__host__ __device__ float bent(float3 p, float3 n, float time)
{
    float3 d = normalize(p - make_float3(0.5f) * time);
    float3 r = reflect(d, n) + cross(p, n) / 2.0f;
    r += lerp(d, n, 0.25f);
    r *= 3.0f;
    r = clamp(r, -2.0f, 2.0f);
    return dot(r, r) + length(r) + smoothstep(0.0f, 1.0f, fracf(time));
}
__global__ void bend(float *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = bent(make_float3(i, 1, -i), make_float3(0, 1, 0), 0.125f * i);
}
void show(float4 v) { printf("%g %g %g %g\n", v.x, v.y, v.z, v.w); }
void show(int3 v) { printf("%d %d %d\n", v.x, v.y, v.z); }
void show(uint2 v) { printf("%u %u\n", v.x, v.y); }
int main()
{
    float4 a = make_float4(1, -2, 3.5f, 4), b = make_float4(make_float3(2.0f), 8);
    show(a + b * 2 - 1 / b);
    show(fmaxf(a, make_float4(0.0f)) / make_float4(make_int4(1, 2, 4, 8)));
    show(fabs(a) + floorf(-a) + fmodf(b, make_float4(3.0f)));
    int3 i = make_int3(make_float3(1.75f, -2.5f, 9)), j = make_int3(make_int2(3, 4), 5);
    show(i * j - 1);
    show(abs(min(i, j)) + max(i, make_int3(make_uint3(2))));
    show(clamp(i, make_int3(0), j));
    uint2 u = make_uint2(make_int2(7, 8));
    u += make_uint2(make_uint3(1, 2, 3));
    u = 3 * u;
    show(u);
    printf("%d %u %g %g\n", dot(i, j), dot(u, u), dot(make_float2(a.x, a.y), make_float2(b.z, b.w)), length(make_float3(b)));
    float *out;
    cudaMallocManaged(&out, 8 * sizeof(float));
    bend<<<1, 32>>>(out, 8);
    cudaDeviceSynchronize();
    int same = 0;
    for (int k = 0; k < 8; k++) same += fabsf(out[k] - bent(make_float3(k, 1, -k), make_float3(0, 1, 0), 0.125f * k)) < 1e-4f;
    printf("%d %.4f\n", same, out[5]);
    cudaFree(out);
}
