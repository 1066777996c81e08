// A grid can only wait in a cooperative launch.
#include <cooperative_groups.h>
__global__ void step(int *a)
{
    auto grid = cooperative_groups::this_grid();
    a[grid.thread_rank()] = 1;
    grid.sync(); //~ ERROR[R0404] whose launch was not cooperative | cudaLaunchCooperativeKernel
}
int main()
{
    int *d;
    cudaMalloc(&d, 256);
    step<<<2, 32>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}
