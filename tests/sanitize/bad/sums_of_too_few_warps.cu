// Block sum by shuffles: 32 sums are read, four were written.
#include <cstdio>
__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}
__global__ void block_sum(const float *in, float *out) {
    __shared__ float sums[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    float v = warp_sum(in[blockIdx.x * blockDim.x + t]);
    if (lane == 0) sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = warp_sum(sums[lane]); //~ ERROR[R0601] reads `sums[4]`, to which nothing was written
        if (lane == 0) out[blockIdx.x] = v;
    }
}
int main() {
    static float h[512];
    for (int i = 0; i < 512; i++) h[i] = 1;
    float *in, *out;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, 16);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    block_sum<<<4, 128>>>(in, out);
    cudaMemcpy(h, out, 16, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
    cudaFree(in), cudaFree(out);
}
