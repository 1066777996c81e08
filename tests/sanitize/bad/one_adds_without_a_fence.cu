// Two blocks add to a sum, of which one has no fence behind that; a third one waits for the other.
__device__ int sum, flag;
__global__ void add(int *out) {
    if (blockIdx.x == 0) atomicAdd(&sum, 1);
    if (blockIdx.x == 1) {
        atomicAdd(&sum, 1);
        __threadfence();
        atomicExch(&flag, 1);
    }
    if (blockIdx.x == 2) {
        while (!atomicAdd(&flag, 0)) {}
        __threadfence();
        *out = sum; //~ ERROR[R0307] atomic
    }
}
int main() {
    int *out, h;
    cudaMalloc(&out, sizeof(int));
    add<<<3, 1>>>(out);
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
}
