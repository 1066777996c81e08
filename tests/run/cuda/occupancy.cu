// Occupancy: blocks of a kernel on a multiprocessor, the block size that is best, clusters, wrong arguments.
#include <cstdio>
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void square(int *array, int count) { extern __shared__ int s[]; int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < count) array[i] *= array[i]; }
__global__ void __launch_bounds__(256) bounded(int *p) { p[threadIdx.x] = 1; }
__global__ void with_shared(int *p) { __shared__ int s[6000]; s[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }
struct PerThread { size_t operator()(int threads) const { return threads * 64; } };
static size_t one_word(int threads) { return threads * 4; }
int main() {
    int blocks, grid, size;
    for (int threads : {32, 64, 128, 192, 256, 512, 1024}) {
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, threads, 0);
        printf("%d threads: %d blocks, ", threads, blocks);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_shared, threads, 0);
        printf("%d with shared memory\n", blocks);
    }
    cudaOccupancyMaxPotentialBlockSize(&grid, &size, square);
    printf("%d blocks of %d\n", grid, size);
    cudaOccupancyMaxPotentialBlockSize(&grid, &size, square, 0, 100);
    printf("%d blocks of %d\n", grid, size);
    cudaOccupancyMaxPotentialBlockSize(&grid, &size, bounded, 0, 0);
    printf("%d blocks of %d\n", grid, size);
    cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &size, square, 1000, 0, cudaOccupancyDefault);
    printf("%d blocks of %d\n", grid, size);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &size, square, PerThread());
    printf("%d blocks of %d\n", grid, size);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &size, square, one_word, 512);
    printf("%d blocks of %d\n", grid, size);
    cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&grid, &size, square, [](int t) { return (size_t)t * 100; }, 0, cudaOccupancyDisableCachingOverride);
    printf("%d blocks of %d\n", grid, size);
    size_t bytes;
    for (int b : {1, 2, 4, 8}) { cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, square, b, 128); printf("%d blocks leave %zu\n", b, bytes); }
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, square, 128, 0));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, 0, 0));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, -1, 0));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, 2048, 0));
    printf("%d\n", blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, 128, 100000));
    printf("%d\n", blocks);
    SHOW(cudaFuncSetAttribute(square, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, 128, 100000));
    printf("%d\n", blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, square, 128, 0, 9));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (void (*)(int *))nullptr, 128, 0));
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, square, 64, 1024));
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, square, 0, 1024));
    SHOW(cudaOccupancyMaxPotentialBlockSize((int *)nullptr, &size, square));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(16); config.blockDim = dim3(128);
    cudaLaunchAttribute attr[1];
    attr[0].id = cudaLaunchAttributeClusterDimension;
    attr[0].val.clusterDim.x = 2; attr[0].val.clusterDim.y = 1; attr[0].val.clusterDim.z = 1;
    config.attrs = attr; config.numAttrs = 1;
    int clusters = 0;
    SHOW(cudaOccupancyMaxPotentialClusterSize(&size, square, &config));
    printf("cluster size %d\n", size);
    SHOW(cudaOccupancyMaxActiveClusters(&clusters, square, &config));
    printf("at least one: %d\n", clusters > 0);
}
