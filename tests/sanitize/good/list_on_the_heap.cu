// Lists on the heap of the device, put together by `atomicCAS` of a head that is read as a first guess.
#include <cstdio>
struct Node { int value; Node *next; };
__device__ Node *heads[16];
__global__ void build(int n)
{
    int b = blockIdx.x;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        Node *node = new Node{b * 1000 + i, nullptr};
        Node *old = heads[b];
        do { node->next = old; __threadfence(); Node *seen = (Node *)atomicCAS((unsigned long long *)&heads[b], (unsigned long long)old, (unsigned long long)node); if (seen == old) break; old = seen; } while (true);
    }
}
__global__ void sum(int *out)
{
    int total = 0;
    for (Node *n = heads[threadIdx.x]; n;) { total += n->value % 1000; Node *next = n->next; delete n; n = next; }
    out[threadIdx.x] = total;
}
int main()
{
    int h[16], *out; cudaMalloc(&out, sizeof h);
    build<<<4, 32>>>(20);
    sum<<<1, 4>>>(out);
    cudaMemcpy(h, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(out);
}
