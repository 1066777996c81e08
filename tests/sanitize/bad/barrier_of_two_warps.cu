// Two warps have a barrier of their own; the third reads what they write and does not wait there.
__global__ void three(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = t;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t] = s[63 - t];
    } else {
        out[t] = s[t - 64]; //~ ERROR[R0301] race in shared memory
    }
}
int main() {
    int *out;
    cudaMalloc(&out, 96 * sizeof(int));
    three<<<1, 96>>>(out);
    cudaDeviceSynchronize();
}
