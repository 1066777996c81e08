// Lanes leave a loop in different rounds; what is stored behind it is the round's in which each left.
#include <cstdio>

__global__ void mark(const int *in, int *out, int n)
{
    int t = threadIdx.x, bins[4], counts[4];
    for (int i = 0; i < 4; i++) {
        bins[i] = in[4 * t + i];
        counts[i] = 1;
    }
    for (int j = 0; j < n; j++) {
        if (bins[j] == 0) {
            counts[j] = 2;
            break;
        }
    }
    out[t] = counts[0] + 10 * counts[1] + 100 * counts[2] + 1000 * counts[3];
}

__global__ void first_free(const int *in, int *out, int n)
{
    int t = threadIdx.x, j = 0;
    int *row = out + t * n;
    const int *mine = in + t * n;
    while (j < n && mine[j]) j++;
    if (j < n) row[j] = 7 + t;
}

int main()
{
    int v[128], *in, *out;
    cudaMallocManaged(&in, sizeof v);
    cudaMallocManaged(&out, sizeof v);
    for (int i = 0; i < 128; i++) {
        in[i] = i % 4 < i / 4 % 5;
        out[i] = 0;
    }
    mark<<<1, 32>>>(in, out, 4);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) printf("%d ", out[i]);
    printf("\n");
    for (int i = 0; i < 128; i++) out[i] = 0;
    first_free<<<1, 32>>>(in, out, 4);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i++) printf("%d%c", out[i], i % 32 == 31 ? '\n' : ' ');
    return 0;
}
