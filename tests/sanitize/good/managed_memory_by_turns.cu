// Managed memory: some parts are written by the host, some by kernels, some by memset, and some not at all, which nobody reads.
#include <cstdio>
#include <cstring>
#include <vector>
__global__ void fill(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }
__global__ void half(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i + n] = p[i] * 2; }
struct Node { int value; Node *next; };
__global__ void sum(const Node *n, int *out) { int s = 0; for (; n; n = n->next) s += n->value; *out = s; }
int main()
{
    const int n = 500;
    int *p, *q, *total;
    cudaMallocManaged(&p, 4 * n * sizeof(int));
    cudaMallocManaged(&q, n * sizeof(int));
    cudaMallocManaged(&total, sizeof(int));
    for (int i = 0; i < n; ++i) p[i] = i;
    half<<<4, 128>>>(p, n);
    cudaDeviceSynchronize();
    int s = 0;
    for (int i = 0; i < 2 * n; ++i) s += p[i];
    cudaMemset(p + 2 * n, 0, n * sizeof(int));
    cudaDeviceSynchronize();
    for (int i = 2 * n; i < 3 * n; ++i) s += p[i];
    std::memcpy(q, p, n * sizeof(int));
    half<<<2, 125>>>(q, n / 2);
    cudaDeviceSynchronize();
    printf("%d %d\n", s, q[n - 1]);
    Node *list = nullptr;
    for (int i = 1; i <= 5; ++i) {
        Node *node;
        cudaMallocManaged(&node, sizeof(Node));
        *node = Node{i, list};
        list = node;
    }
    sum<<<1, 1>>>(list, total);
    cudaDeviceSynchronize();
    printf("%d\n", *total);
    while (list) { Node *next = list->next; cudaFree(list); list = next; }
    int *r;
    cudaMallocManaged(&r, n * sizeof(int));
    fill<<<2, 256>>>(r, n);
    cudaDeviceSynchronize();
    // What a kernel wrote is copied before anything is done with it.
    std::vector<int> all(r, r + n);
    int some[8], one[2];
    std::memcpy(some, r, sizeof some);
    for (int i = 0; i < 2; ++i) one[i] = r[i + 100];
    printf("%d %d %d\n", all[n - 1], some[7], one[1]);
    cudaFree(r);
    int copy[4];
    cudaMemcpy(copy, p + n, sizeof copy, cudaMemcpyDefault);
    printf("%d\n", copy[3]);
    cudaFree(p); cudaFree(q); cudaFree(total);
}
