#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
__global__ void k(int *out, const int *in, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    __shared__ int buf[64];
    int t = threadIdx.x;
    if (t == 0) { init(&full, 64); init(&empty, 64); }
    __syncthreads();
    int sum = 0;
    for (int c = 0; c < 2; c++) {
        empty.wait_parity(c % 2 == 0);
        buf[t] = in[c * 64 + t];
        (void)full.arrive();
        full.wait_parity(c % 2);
        sum += buf[63 - t];
        (void)empty.arrive();
    }
    out[t] = sum;
}
int main() {
    int *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 1024);
    int h[1024]; for (int i = 0; i < 1024; i++) h[i] = i;
    cudaMemcpy(a, h, 4096, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(b, a, 1024);
    cudaMemcpy(h, b, 256, cudaMemcpyDeviceToHost);
    printf("%d %s\n", h[5], cudaGetErrorString(cudaGetLastError()));
    cudaFree(a); cudaFree(b);
}
