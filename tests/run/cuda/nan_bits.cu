// NaN results of `.f32` arithmetic in kernels are PTX's canonical one, whatever sign and payload went in; taken on an H200.
#include <cmath>
#include <cstdio>

__global__ void results(const float *x, const double *d)
{
    float nan = __int_as_float(0xffc12345), inf = x[0];
    printf("%08x %08x %08x %08x\n", __float_as_int(sqrtf(x[1])), __float_as_int(inf - inf), __float_as_int(x[2] / x[2]),
           __float_as_int(nan * x[1]));
    printf("%08x %08x %08x\n", __float_as_int(fmaf(inf, x[2], x[1])), __float_as_int(rsqrtf(x[1])), __float_as_int((float)(d[0] - d[0])));
    printf("%08x %08x\n", __float_as_int(fmaxf(nan, x[1])), __float_as_int(fminf(nan, nan + x[1])));
}

int main()
{
    float h[3] = {INFINITY, -4.0f, 0.0f}, *x;
    double g = INFINITY, *d;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&d, sizeof g);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(d, &g, sizeof g, cudaMemcpyHostToDevice);
    results<<<1, 1>>>(x, d);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(d);
    return 0;
}
