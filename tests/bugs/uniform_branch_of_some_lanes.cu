// A branch that all lanes of a part of a warp take alike: what one way computes is not known on the other.
#include <cstdio>

__global__ void pick(const int *in, long long *wide, float *out, int n)
{
    int i = threadIdx.x;
    long long l = i * 1000003ll;
    float g = i * 0.25f, h = 1.5f;
    switch ((n * 29) & 3) {
    case 0: {
        unsigned mask = __activemask();
        l = __shfl_down_sync(mask, l, (i < h) & 31);
        break;
    }
    case 1: g = -2.0f; break;
    default: break;
    }
    wide[i] = l;
    out[i] = g;
    out[i + 33] = h;
}

int main()
{
    long long *wide;
    float *out;
    int *in;
    cudaMallocManaged(&wide, 33 * sizeof *wide), cudaMallocManaged(&out, 66 * sizeof *out), cudaMallocManaged(&in, 4);
    for (int n = 0; n < 4; ++n) {
        pick<<<1, 33>>>(in, wide, out, n);
        cudaDeviceSynchronize();
        long long sum = 0;
        float other = 0;
        for (int i = 0; i < 33; ++i) sum += wide[i] * (i + 1), other += out[i] * i + out[i + 33];
        printf("%d: %lld %.3f\n", n, sum, other);
    }
}
