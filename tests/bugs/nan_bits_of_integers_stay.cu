// A float made of an integer's bits keeps them, also where it meets one that was computed.
#include <cstdio>

__global__ void k(const float *in, unsigned *out, int rounds)
{
    int t = threadIdx.x;
    float g = t * 0.25f;
    for (int i = 0; i < rounds; ++i) g = __int_as_float((int)in[t]);
    out[t] = __float_as_uint(g);
    float chosen = t & 1 ? g : in[t] * 2.0f;
    out[64 + t] = __float_as_uint(chosen);
    float uniform = rounds * 0.5f;
    if (rounds > 2) uniform = __int_as_float(-rounds);
    out[128 + t] = __float_as_uint(uniform);
}

int main()
{
    float *in;
    unsigned *out;
    cudaMallocManaged(&in, 64 * sizeof(float));
    cudaMallocManaged(&out, 192 * sizeof(unsigned));
    for (int i = 0; i < 64; i++) in[i] = -3.0f * i - 1;
    k<<<1, 64>>>(in, out, 5);
    cudaDeviceSynchronize();
    for (int i = 0; i < 192; i += 5) printf("%08x ", out[i]);
    printf("\n");
    return 0;
}
