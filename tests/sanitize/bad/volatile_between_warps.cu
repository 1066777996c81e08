// The tail of a reduction without barriers, by two warps: `volatile` does not order them.
__device__ void tail(volatile int *s, int t) {
    s[t] += s[t + 32]; //~ ERROR[R0301] nothing orders the two | which of two warps comes first it does not say
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}
__global__ void sum(const int *in, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 64) tail(s, t);
    if (t == 0) *out = s[0];
}
// What a flag announces needs fences as well.
__global__ void message(int *out) {
    __shared__ volatile int data[64];
    __shared__ volatile int ready;
    int t = threadIdx.x;
    if (t == 0) ready = 0;
    __syncthreads();
    if (t < 32) {
        data[t] = t * 3;
        if (t == 31) ready = 1;
    } else {
        while (ready == 0) {}
        out[t - 32] = data[t - 32]; //~ REMARK[R0301] nothing orders the two | __threadfence_block();
    }
}
int main() {
    int *in, *out, h[32];
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 128);
    cudaMemset(in, 0, 128 * sizeof(int));
    sum<<<1, 128>>>(in, out);
    message<<<1, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
}
