// Blocks take tasks in turn and wait for the result of the one before.
#include <cstdio>
// persistent blocks take tasks from a counter, and hand on results by flags with fences
__device__ int next_task; __device__ int done[32];
__global__ void tasks(int *results, int n)
{
    __shared__ int task;
    while (true) {
        if (threadIdx.x == 0) task = atomicAdd(&next_task, 1);
        __syncthreads();
        int mine = task;
        __syncthreads();
        if (mine >= n) return;
        if (threadIdx.x == 0) {
            int before = 0;
            if (mine > 0) {
                while (atomicAdd(&done[mine - 1], 0) == 0) { }
                __threadfence();
                before = results[mine - 1];
            }
            results[mine] = before + mine;
            __threadfence();
            atomicExch(&done[mine], 1);
        }
    }
}
int main()
{
    int h[32], *r; cudaMalloc(&r, sizeof h);
    tasks<<<4, 64>>>(r, 32);
    cudaMemcpy(h, r, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaFree(r);
}
