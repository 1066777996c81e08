// A read and a write of a strong place with others' in between: no rule is broken, for both are atomic, and updates are lost.
//@ args: --seeds 0..16
//@ exit: 0
#include <cstdio>
__global__ void count(int *sum) {
    if (threadIdx.x % 32 == 0) atomicExch(sum, atomicAdd(sum, 0) + 1);
}
int main() {
    int *sum, host;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    count<<<8, 128>>>(sum);
    cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost); //~ REMARK[R0308] `32`
    printf("%d\n", host);
    cudaFree(sum);
}
