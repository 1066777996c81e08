// The sum of numbers, each times the place of its mirror image in a tile of 128.
#include <cstdio>
#include <cstdlib>

__global__ void total(const int *in, int *sum, int tiles)
{
    __shared__ int tile[128];
    int t = threadIdx.x, mine = 0;
    in += blockIdx.x * tiles * 128;
//[ edit
    for (int k = 0; k < tiles; k++) {
        tile[t] = in[k * 128 + t];
        mine += tile[127 - t] * (t + 1);
    }
    *sum += mine;
//] edit
}

int main(int argc, char **argv)
{
    int blocks = argc > 1 ? atoi(argv[1]) : 4, tiles = argc > 2 ? atoi(argv[2]) : 3, n = blocks * tiles * 128, right = 0;
    int *in, *sum;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&sum, sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i * 7 % 31;
    for (int i = 0; i < n; i++) right += in[i] * (128 - i % 128);
    *sum = 0;
    total<<<blocks, 128>>>(in, sum, tiles);
    cudaDeviceSynchronize();
    printf(*sum == right ? "ok\n" : "wrong\n");
    cudaFree(in);
    cudaFree(sum);
}
