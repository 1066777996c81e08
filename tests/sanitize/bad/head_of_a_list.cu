// Who reads the head of a list and then writes it does so in two steps: `atomicExch` does it in one.
#include <cstdio>
__global__ void insert(const float *x, int *head, int *next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int cell = (int)x[i];
    next[i] = head[cell]; //~ ERROR[R0307] `head[ | reading a place and writing it are two steps
    head[cell] = i;
}
__global__ void count(const int *head, const int *next, int *size, int cells) {
    int c = threadIdx.x;
    if (c >= cells) return;
    int k = 0;
    for (int i = head[c]; i >= 0; i = next[i]) k++;
    size[c] = k;
}
int main() {
    const int n = 200, cells = 10;
    float hx[n];
    int hs[cells];
    for (int i = 0; i < n; i++) hx[i] = (i * 37 % 100) / 10.0f;
    float *x;
    int *head, *next, *size;
    cudaMalloc(&x, sizeof hx);
    cudaMalloc(&head, cells * sizeof(int));
    cudaMalloc(&next, n * sizeof(int));
    cudaMalloc(&size, cells * sizeof(int));
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    cudaMemset(head, -1, cells * sizeof(int));
    insert<<<2, 128>>>(x, head, next, n);
    count<<<1, 32>>>(head, next, size, cells);
    cudaMemcpy(hs, size, sizeof hs, cudaMemcpyDeviceToHost);
    for (int c = 0; c < cells; c++) printf("%d ", hs[c]);
    printf("\n");
    cudaFree(x); cudaFree(head); cudaFree(next); cudaFree(size);
}
