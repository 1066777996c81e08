// A list in device memory: the last node's `next` is never set, and the walk follows it.
#include <cstdio>
struct Node { int value; int next; };
__global__ void build(Node *n, int count) {
    int i = threadIdx.x;
    n[i].value = i;
    if (i < count - 1) n[i].next = i + 1;
}
__global__ void walk(const Node *n, int *sum) {
    int at = 0, s = 0, steps = 0;
    while (at >= 0 && at < 32 && steps++ < 100) s += n[at].value, at = n[at].next; //~ ERROR[R0601] to which nothing was written
    *sum = s;
}
int main() {
    Node *n;
    int *sum, h;
    cudaMalloc(&n, 32 * sizeof(Node)), cudaMalloc(&sum, 4);
    build<<<1, 32>>>(n, 32);
    walk<<<1, 1>>>(n, sum);
    cudaMemcpy(&h, sum, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(n), cudaFree(sum);
}
