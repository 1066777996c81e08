// Each tile of numbers is turned around.
#include <cstdio>
#include <cstdlib>

//[ edit
const int TILE = 1024, THREADS = 256;
//] edit

__global__ void mirror(const int *in, int *out)
{
    __shared__ int tile[TILE];
    int first = blockIdx.x * TILE;
    for (int i = threadIdx.x; i < TILE; i += THREADS) tile[i] = in[first + i];
    __syncthreads();
    for (int i = threadIdx.x; i < TILE; i += THREADS) out[first + i] = tile[TILE - 1 - i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 65536, wrong = 0, blocks = 0;
    static_assert(TILE >= 32 && 16384 % TILE == 0, "a tile is a power of 2, from 32 to 8192");
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i;
    mirror<<<n / TILE, THREADS>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) wrong += out[i] != i / TILE * TILE + TILE - 1 - i % TILE;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, mirror, THREADS, 0);
    int warps = blocks * ((THREADS + 31) / 32);
    if (wrong) printf("wrong\n");
    else if (warps < 48) printf("%d blocks fit, %d warps of 64\n", blocks, warps);
    else printf("ok\n");
    cudaFree(in);
    cudaFree(out);
}
