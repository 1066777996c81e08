// `grid.sync()` of a cooperative launch on all multiprocessors, and one that is too large.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void scan(int *from, int *to, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int distance = 1; distance < n; distance *= 2) {
        if (i < n) to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
        grid.sync();
        int *kept = from;
        from = to;
        to = kept;
    }
    if (i == 0) printf("valid %d, %llu blocks, the last is %d\n", grid.is_valid(), grid.num_blocks(), from[n - 1]);
}
__global__ void ask()
{
    printf("valid %d\n", cg::this_grid().is_valid());
}
int main()
{
    int cooperative = 0, sms = 0, blocks = 0;
    cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan, 256, 0);
    printf("%d %d %d\n", cooperative, sms > 0, blocks > 0);
    int n = 16 * 256, *from, *to;
    cudaMallocManaged(&from, n * sizeof(int));
    cudaMallocManaged(&to, n * sizeof(int));
    for (int i = 0; i < n; i++) from[i] = 1;
    void *arguments[] = {&from, &to, &n};
    for (int round = 0; round < 2; round++) {
        printf("%s\n", cudaGetErrorString(cudaLaunchCooperativeKernel((void *)scan, 16, 256, arguments)));
        printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    }
    printf("%s\n", cudaGetErrorString(cudaLaunchCooperativeKernel((void *)scan, sms * blocks + 1, 256, arguments)));
    ask<<<1, 1>>>();
    cudaDeviceSynchronize();
    cudaFree(from);
    cudaFree(to);
}
