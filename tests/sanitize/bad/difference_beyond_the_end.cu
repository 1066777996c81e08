// As in `good/computed_and_thrown_away`, but one too many uses its difference; in the second kernel only in the last block.
#include <cstdio>
__global__ void differences(const int *x, int n, int *out) {
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    int d = (s[t + 1] - s[t]) * 2; //~ ERROR[R0601] `s[64]`, to which nothing was written
    if (t < n) out[t] = d;
}
__global__ void in_blocks(const int *x, int last, int *out) {
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    int d = (s[t + 1] - s[t]) * 2; //~ ERROR[R0601] `s[64]`, to which nothing was written
    if (t < 63 || blockIdx.x == last) out[blockIdx.x * 64 + t] = d;
}
int main() {
    int h[256] = {}, *x, *out;
    cudaMalloc(&x, 64 * sizeof(int)), cudaMalloc(&out, sizeof h);
    cudaMemcpy(x, h, 64 * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    differences<<<1, 64>>>(x, 64, out);
    in_blocks<<<4, 64>>>(x, 3, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(x), cudaFree(out);
}
