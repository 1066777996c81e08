// A variable that is a product before the loop and a NaN's bits in it lost these bits.
#include <cstdio>

__global__ void k(const float *in, unsigned *out, int n)
{
    float g = threadIdx.x * 0.25f;
    for (int i = 0; i < n; ++i) g = __int_as_float((int)in[threadIdx.x]);
    float kept = in[threadIdx.x] < -1.5f ? g : g * 2.0f;
    out[threadIdx.x] = __float_as_uint(g);
    out[threadIdx.x + 32] = __float_as_uint(kept);
}

int main()
{
    float h[32], *in;
    unsigned o[64], *out;
    for (int i = 0; i < 32; ++i) h[i] = -i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof o);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(in, out, 2);
    cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) printf("%x %x\n", o[i], o[i + 32]);
    cudaFree(in);
    cudaFree(out);
}
