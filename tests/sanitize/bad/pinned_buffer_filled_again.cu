// Chunks through one pinned buffer: it is filled again while the copy before it may still be reading.
#include <cstdio>
#include <numeric>
__global__ void add(const int *chunk, int n, int *sum) { for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(sum, chunk[i]); }
int main()
{
    const int n = 256, chunks = 4;
    int *stage, *chunk, *sum, result;
    cudaHostAlloc((void **)&stage, n * sizeof(int), cudaHostAllocDefault);
    cudaMalloc(&chunk, n * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (int c = 0; c < chunks; ++c) {
        std::iota(stage, stage + n, c * n); //~ ERROR[R0510] the host writes memory that `cudaMemcpyAsync` reads
        cudaMemcpyAsync(chunk, stage, n * sizeof(int), cudaMemcpyHostToDevice, stream);
        add<<<1, 64, 0, stream>>>(chunk, n, sum);
    }
    cudaStreamSynchronize(stream);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaStreamDestroy(stream);
    cudaFreeHost(stage);
    cudaFree(chunk);
    cudaFree(sum);
}
