// The unrolled tail of the classic reduction: volatile shared memory, no barrier inside the warp.
//@ stdout: 8128
#include <cstdio>
__global__ void reduce(const int *in, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        volatile int *v = s;
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
        v[t] += v[t + 4];
        v[t] += v[t + 2];
        v[t] += v[t + 1];
    }
    if (t == 0) *out = s[0];
}
int main() {
    int h[128], *in, *out, r;
    for (int i = 0; i < 128; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    reduce<<<1, 128>>>(in, out);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(in);
    cudaFree(out);
}
