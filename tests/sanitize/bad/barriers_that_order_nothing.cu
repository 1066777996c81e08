// Barriers for nothing: behind the last access, two in a row, between accesses of each thread's own elements; the others are needed.
#include <cstdio>
__global__ void reverse(float *v) {
    __shared__ float s[64];
    s[threadIdx.x] = v[threadIdx.x];
    __syncthreads();
    v[threadIdx.x] = 2 * s[63 - threadIdx.x];
    __syncthreads(); //~ REMARK[R0803] this barrier orders nothing
}
__global__ void own(const float *in, float *out, int n) {
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads(); //~ REMARK[R0803] this barrier orders nothing
    if (i < n) out[i] = 2 * s[threadIdx.x];
}
__global__ void tiles(const float *in, float *out) {
    __shared__ float s[64];
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        s[threadIdx.x] = in[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++) sum += s[j];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
// Needed in one launch of two.
__global__ void neighbours(float *v, int distance) {
    float mine = v[threadIdx.x];
    __syncthreads();
    v[(threadIdx.x + distance) % 64] = mine;
}
// What is atomic is not looked at.
__global__ void counted(int *out) {
    __shared__ int n;
    if (threadIdx.x == 0) n = 0;
    __syncthreads();
    atomicAdd(&n, 1);
    __syncthreads();
    if (threadIdx.x == 0) *out = n;
    __syncthreads();
}
int main() {
    float h[256], *v, *out;
    int *n;
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&v, sizeof h), cudaMalloc(&out, sizeof h), cudaMalloc(&n, 4);
    cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(v);
    own<<<4, 64>>>(v, out, 200);
    tiles<<<1, 64>>>(v, out);
    neighbours<<<1, 64>>>(v, 0);
    neighbours<<<1, 64>>>(v, 5);
    counted<<<1, 64>>>(n);
    cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int m;
    cudaMemcpy(&m, n, 4, cudaMemcpyDeviceToHost);
    printf("%g %d\n", h[0], m);
    cudaFree(v), cudaFree(out), cudaFree(n);
}
