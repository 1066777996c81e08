// All threads of the block come to the barrier, but half of them only arrive: what they do then is not behind what comes before it.
__global__ void k(int *out) {
    __shared__ int buf[32];
    int t = threadIdx.x;
    if (t < 32) buf[t] = t;
    __syncthreads();
    if (t < 32) asm volatile("bar.sync 2, 64;" ::: "memory");
    else asm volatile("bar.arrive 2, 64;" ::: "memory");
    if (t < 32) buf[t] = t + 100; else out[t - 32] = buf[63 - t]; //~ ERROR[R0301] nothing orders the two
}
int main() {
    int *out, h[32];
    cudaMalloc(&out, 32 * sizeof(int));
    k<<<1, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(out);
}
