// Who gets which place of the list follows from the order; what it prints too.
//@ args: --seeds 0..8
//@ exit: 0
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
    cudaMemcpy(host, list, sizeof host, cudaMemcpyDeviceToHost); //~ REMARK[R0308] depends on the order | `first 0` | `list[0]`
    printf("first %d\n", host[0]);
    cudaFree(count);
    cudaFree(list);
}
