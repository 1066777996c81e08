// Device arithmetic: contraction into fma, division, conversions, intrinsics.
#include <cstdio>
__global__ void k(const float *a, float *o, int *i) {
    float x = a[0], y = a[1], z = a[2];
    o[0] = x * y + z;
    o[1] = __fmul_rn(x, y) + z;
    o[2] = x / y;
    o[3] = sqrtf(x * x);
    o[4] = fmaf(x, y, -z);
    o[5] = fminf(x, y) + fmaxf(x, z) + fabsf(-y);
    o[6] = rsqrtf(4.0f);
    o[7] = floorf(-2.5f) + ceilf(2.5f) + truncf(-2.7f) + rintf(2.5f);
    i[0] = __float2int_rn(2.5f) + 10 * __float2int_rz(-2.9f);
    i[1] = __float_as_int(1.0f);
    i[2] = __mulhi(1 << 30, 8) + __umulhi(0xffffffffu, 16);
    i[3] = (int)1e20f;
    i[4] = min(3, 4) + max(5, 6) + abs(-7);
    i[5] = 7 / -2 * 100 + 7 % -2;
    i[6] = (unsigned)-1 / 3 > 5;
    i[7] = __double2int_rn((double)x * y * 1e3);
}
int main() {
    float h[3] = {1.1f, 2.3f, -2.53f}, *a, *o, r[8];
    int *i, ri[8];
    cudaMalloc(&a, 12); cudaMalloc(&o, 32); cudaMalloc(&i, 32);
    cudaMemcpy(a, h, 12, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(a, o, i);
    cudaMemcpy(r, o, 32, cudaMemcpyDeviceToHost);
    cudaMemcpy(ri, i, 32, cudaMemcpyDeviceToHost);
    for (int n = 0; n < 8; n++) printf("%.9g ", r[n]);
    printf("\n");
    for (int n = 0; n < 8; n++) printf("%d ", ri[n]);
    printf("\n");
}
