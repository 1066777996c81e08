// One block leaves before the others wait for it.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void sum(int *x, int n)
{
    cg::grid_group grid = cg::this_grid();
    if (blockIdx.x >= n) return;
    x[blockIdx.x] = 1;
    grid.sync(); //~ ERROR[R0401] the launch makes no progress | `sync()` of a grid waits for all its blocks
    x[blockIdx.x] += x[0];
}

int main()
{
    int *x, n = 3;
    cudaMalloc(&x, 4 * sizeof(int));
    void *args[] = {&x, &n};
    cudaLaunchCooperativeKernel((void *)sum, dim3(4), dim3(64), args, 0, 0);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
