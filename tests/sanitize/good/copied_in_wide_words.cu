// A kernel that copies byte arrays as 16-byte words, rounded up; only the bytes that were written are used.
#include <cstdio>
__global__ void copy(uint4 *to, const uint4 *from, int words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < words) to[i] = from[i];
}
__global__ void count(const char *text, int n, int *spaces) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] == ' ') atomicAdd(spaces, 1);
}
int main() {
    const char text[] = "a text of which the length is no multiple of sixteen bytes";
    const int n = sizeof text - 1, words = (n + 15) / 16;
    char *a, *b;
    int *spaces, h;
    cudaMalloc(&a, words * 16), cudaMalloc(&b, words * 16), cudaMalloc(&spaces, 4);
    cudaMemcpy(a, text, n, cudaMemcpyHostToDevice);
    cudaMemset(spaces, 0, 4);
    copy<<<1, 32>>>((uint4 *)b, (const uint4 *)a, words);
    count<<<1, 64>>>(b, n, spaces);
    cudaMemcpy(&h, spaces, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(a), cudaFree(b), cudaFree(spaces);
}
