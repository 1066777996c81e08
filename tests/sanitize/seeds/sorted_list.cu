// The same list, sorted before it is shown: the order of threads does not matter.
//@ args: --seeds 0..8 --require-same-result
//@ exit: 0
#include <algorithm>
#include <cstdio>
__global__ void collect(int *count, int *list) {
    if (threadIdx.x % 2 == 0) list[atomicAdd(count, 1)] = blockIdx.x * blockDim.x + threadIdx.x;
}
int main() {
    int *count, *list, host[64];
    cudaMalloc(&count, sizeof(int));
    cudaMalloc(&list, sizeof host);
    cudaMemset(count, 0, sizeof(int));
    collect<<<2, 64>>>(count, list);
    cudaMemcpy(host, list, sizeof host, cudaMemcpyDeviceToHost);
    std::sort(host, host + 64);
    printf("first %d\n", host[0]);
    cudaFree(count);
    cudaFree(list);
}
