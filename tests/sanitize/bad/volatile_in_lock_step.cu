// The last steps of a reduction, right before Volta: volatile keeps the compiler out, and nothing keeps lanes together.
//@ exit: 0
__global__ void last_steps(int *out) {
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = t; //~ NOTE thread (8,0,0), warp 0, lane 8, writes it here
    s[t + 32] = 0;
    s[t] += s[t + 8]; //~ REMARK[R0305] `s[8]` | `__syncwarp();` | other pairs
    s[t] += s[t + 4];
    out[t] = s[t];
}
int main() {
    int *out;
    int host[32];
    cudaMalloc(&out, sizeof(host));
    last_steps<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(out);
}
