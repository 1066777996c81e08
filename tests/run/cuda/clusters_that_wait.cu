// A cluster that waits for one that begins later, and sizes of clusters that nothing has.
#include <cstdio>
__device__ unsigned flag, rounds;
__global__ void __cluster_dims__(2, 1, 1) wait_for_another(unsigned *out)
{
    if (blockIdx.x < 2) {
        while (atomicAdd(&flag, 0u) == 0u) atomicAdd(&rounds, 1u);
    } else if (blockIdx.x == 2) {
        atomicExch(&flag, 1u);
    }
    out[blockIdx.x] = 1;
}
__global__ void nothing() {}

int main()
{
    unsigned *out, host[8], sum = 0;
    cudaMalloc(&out, sizeof host);
    wait_for_another<<<8, 1>>>(out);
    printf("%d\n", (int)cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (unsigned one : host) sum += one;
    printf("%u\n", sum);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 1u << 22;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1u << 21;
    cudaLaunchConfig_t config = {};
    config.gridDim = 16;
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    int count;
    printf("%d\n", cudaOccupancyMaxActiveClusters(&count, nothing, &config) != cudaSuccess);
    printf("%d\n", cudaLaunchKernelEx(&config, nothing) != cudaSuccess);
    cudaGetLastError();
    cudaFree(out);
}
