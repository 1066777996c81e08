// An array of a thread is aligned to the largest power of two up to 16 that divides its size, as nvcc does it: programs read
// `float regs[4]` as one `float4`.
//@ stdout: 10 2 7 2 6
#include <cstdio>
__global__ void k(int *out, const float *in, int n)
{
    float regs[4], pair[2], many[8];
    char bytes[16];
    short halves[4];
    for (int i = 0; i < 4; i++) regs[i] = in[i + n], halves[i] = (short)i;
    for (int i = 0; i < 2; i++) pair[(i + n) & 1] = i + n;
    for (int i = 0; i < 8; i++) many[(i + n) & 7] = i;
    for (int i = 0; i < 16; i++) bytes[(i + n) & 15] = i;
    float4 four = *reinterpret_cast<float4 *>(regs);
    float2 two = *reinterpret_cast<float2 *>(pair);
    float4 last = reinterpret_cast<float4 *>(many)[1];
    int4 all = *reinterpret_cast<int4 *>(bytes);
    out[0] = four.x + four.y + four.z + four.w;
    out[1] = two.x + 2 * two.y + n;
    out[2] = last.w + n;
    out[3] = (all.x >> 16 & 255) + n;
    out[4] = (int)(*reinterpret_cast<long long *>(halves) >> 32 & 0xffff) + (int)(*reinterpret_cast<long long *>(halves) >> 48) + 1 + n;
}
int main()
{
    float *in;
    int *out;
    cudaMallocManaged(&in, 8 * sizeof *in);
    cudaMallocManaged(&out, 5 * sizeof *out);
    for (int i = 0; i < 8; i++) in[i] = i + 1;
    k<<<1, 1>>>(out, in, 0);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4]);
    cudaFree(in), cudaFree(out);
}
