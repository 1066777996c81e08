// `malloc` and `new` in kernels: nothing is cleared, and what several threads use is shared.
__global__ void one_short(int *out) {
    int *mine = (int *)malloc(8 * sizeof(int));
    for (int i = 0; i < 7; i++) mine[i] = threadIdx.x + i;
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += mine[i]; //~ ERROR[R0601] byte 28 of an allocation of 32 bytes, to which nothing was written | `malloc` and `new` in a kernel clear nothing
    out[threadIdx.x] = sum;
    free(mine);
}
__global__ void of_all(int *out) {
    __shared__ int *list;
    if (threadIdx.x == 0) list = new int[64];
    __syncthreads();
    list[threadIdx.x] = threadIdx.x; //~ NOTE writes it here
    out[threadIdx.x] = list[63 - threadIdx.x]; //~ ERROR[R0302] nothing orders the two
    __syncthreads();
    if (threadIdx.x == 0) delete[] list;
}
int main() {
    int h[64], *out;
    cudaMalloc(&out, sizeof h);
    one_short<<<1, 32>>>(out);
    of_all<<<1, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(out);
}
