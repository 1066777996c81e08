// One switch loses an update: a warp that stops between its read and its write.
//@ args: --checks race --seeds 0..16 --minimize
//@ exit: 0
#include <cstdio>
__global__ void count(int *sum) {
    if (threadIdx.x % 32 == 0) {
        int before = atomicAdd(sum, 0);
        atomicExch(sum, before + 1);
    }
}
int main() {
    int *sum, host;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    count<<<8, 128>>>(sum);
    cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost); //~ REMARK[R0308] one switch of | stops before its access at | fewest_switches.cu:8
    printf("%d\n", host);
    cudaFree(sum);
}
