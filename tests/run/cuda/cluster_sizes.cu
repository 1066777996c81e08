// Sizes of clusters that launches may have, and what kernels say of theirs.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void sized(int *out)
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    cluster.sync();
    if (threadIdx.x == 0 && blockIdx.y == 0) out[blockIdx.x] = (int)cluster.num_blocks();
}
__global__ void __cluster_dims__(2, 1, 1) two(int *out)
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    cluster.sync();
    if (threadIdx.x == 0 && blockIdx.y == 0) out[blockIdx.x] = (int)cluster.num_blocks();
}
__global__ void __maxnreg__(32) few(const __grid_constant__ int2 value, int *out) { *out = value.x + value.y; }

void go(void (*kernel)(int *), dim3 grid, dim3 cluster, int *out)
{
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster.x;
    attribute.val.clusterDim.y = cluster.y;
    attribute.val.clusterDim.z = cluster.z;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = 64;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaError_t launched = cudaLaunchKernelEx(&config, kernel, out), last = cudaGetLastError();
    printf("%d %d %d\n", launched, last, cudaDeviceSynchronize());
}

int main()
{
    int *out, host[4];
    cudaMalloc(&out, 256);
    go(sized, 4, 2, out);
    go(sized, 5, 2, out);
    go(sized, 16, 16, out);
    go(sized, 4, dim3(0, 1, 1), out);
    go(sized, 6, 3, out);
    go(sized, 4, 3, out);
    go(sized, dim3(4, 4), dim3(2, 2), out);
    go(sized, dim3(4, 4), dim3(4, 4), out);
    go(two, 4, 4, out);
    go(two, 4, 2, out);
    two<<<3, 64>>>(out);
    printf("%d\n", cudaGetLastError());
    two<<<4, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    cudaFuncSetAttribute(sized, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    go(sized, 16, 16, out);
    go(sized, 32, 32, out);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, two);
    printf("%d %d %d %d\n", attributes.clusterDimMustBeSet, attributes.requiredClusterWidth, attributes.requiredClusterHeight,
           attributes.requiredClusterDepth);
    few<<<1, 1>>>(make_int2(3, 4), out);
    cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
}
