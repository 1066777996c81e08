// Each thread has 1024 bytes of stack for calls of functions that call themselves: enough for the left, not for the right.
#include <cstdio>
__device__ int depth(const int *next, int node)
{
    if (node < 0) return 0;
    int left = depth(next, next[2 * node]); //~ ERROR[R0403] device stack overflow in `depth` | cudaDeviceSetLimit(cudaLimitStackSize, bytes) | a stack of 1024 bytes
    int right = depth(next, next[2 * node + 1]);
    return 1 + (left > right ? left : right);
}
__global__ void measure(const int *next, int *out) { *out = depth(next, 0); }
int main()
{
    int h[400], *next, *out;
    cudaMalloc(&next, sizeof h);
    cudaMalloc(&out, sizeof(int));
    for (int nodes : {20, 200}) {
        for (int i = 0; i < nodes; i++) {
            h[2 * i] = i + 1 < nodes ? i + 1 : -1;
            h[2 * i + 1] = -1;
        }
        cudaMemcpy(next, h, sizeof h, cudaMemcpyHostToDevice);
        measure<<<1, 1>>>(next, out);
        printf("%d nodes: %s\n", nodes, cudaGetErrorString(cudaDeviceSynchronize()));
    }
}
