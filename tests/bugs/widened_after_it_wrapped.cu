// Unsigned numbers that wrap within a warp are not linear once they are 64 bits wide, also behind the next barrier.
#include <cstdio>

__global__ void widen(long long *wide, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x, d = t * 5 - 9;
    long long l = (unsigned)d;
    s[t] = (int)__byte_perm(t + 7, 255 / (t & 63 | 1), 0x0123);
    __syncthreads();
    out[t] = s[t ^ 5];
    __syncthreads();
    wide[t] = l;
}

int main()
{
    long long *wide;
    int *out;
    cudaMallocManaged(&wide, 64 * sizeof *wide), cudaMallocManaged(&out, 64 * sizeof *out);
    widen<<<1, 64>>>(wide, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; ++i) printf("%lld%c", wide[i], i % 8 == 7 ? '\n' : ' ');
    unsigned sum = 0;
    for (int i = 0; i < 64; ++i) sum = sum * 31 + out[i];
    printf("%u\n", sum);
}
