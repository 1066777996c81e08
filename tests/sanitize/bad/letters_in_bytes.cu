// The same of bytes, for which there are no atomic operations.
#include <cstdio>
#include <cstring>
__global__ void letters(const char *text, int n, int *total) {
    __shared__ unsigned char count[26];
    if (threadIdx.x < 26) count[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z') count[text[i] - 'a']++; //~ ERROR[R0301] reads `count[ | use an atomic operation, such as `atomicAdd` or `atomicOr`; there is none for elements of fewer than 4 bytes
    __syncthreads();
    if (threadIdx.x < 26) atomicAdd(&total[threadIdx.x], count[threadIdx.x]);
}
int main() {
    const char text[] = "the quick brown fox jumps over the lazy dog and then it sleeps for a long long time";
    char *d;
    int *t, h[26];
    cudaMalloc(&d, sizeof text);
    cudaMalloc(&t, sizeof h);
    cudaMemcpy(d, text, sizeof text, cudaMemcpyHostToDevice);
    cudaMemset(t, 0, sizeof h);
    letters<<<2, 64>>>(d, (int)strlen(text), t);
    cudaMemcpy(h, t, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 26; i++) printf("%c%d ", 'a' + i, h[i]);
    printf("\n");
    cudaFree(d); cudaFree(t);
}
