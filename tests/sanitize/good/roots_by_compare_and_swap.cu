// Union-find by compare and swap: roots are looked for with atomic reads.
#include <cstdio>
__device__ int find(int *parent, int v) {
    int p;
    while ((p = atomicAdd(&parent[v], 0)) != v) v = p;
    return v;
}
__global__ void join(int *parent, const int2 *edges, int m) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m) return;
    int a = edges[e].x, b = edges[e].y;
    while (true) {
        a = find(parent, a);
        b = find(parent, b);
        if (a == b) return;
        int low = min(a, b), high = max(a, b);
        if (atomicCAS(&parent[high], high, low) == high) return;
    }
}
__global__ void roots(int *parent, int n, int *count) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && parent[v] == v) atomicAdd(count, 1);
}
int main() {
    const int n = 200, m = 150;
    int hp[n];
    int2 he[m];
    for (int v = 0; v < n; v++) hp[v] = v;
    for (int e = 0; e < m; e++) he[e] = make_int2(e * 7 % n, (e * 13 + 5) % n);
    int *p, *c, count;
    int2 *e;
    cudaMalloc(&p, sizeof hp);
    cudaMalloc(&e, sizeof he);
    cudaMalloc(&c, sizeof(int));
    cudaMemcpy(p, hp, sizeof hp, cudaMemcpyHostToDevice);
    cudaMemcpy(e, he, sizeof he, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, sizeof(int));
    join<<<3, 64>>>(p, e, m);
    roots<<<4, 64>>>(p, n, c);
    cudaMemcpy(&count, c, sizeof count, cudaMemcpyDeviceToHost);
    printf("%d\n", count);
    cudaFree(p); cudaFree(e); cudaFree(c);
}
