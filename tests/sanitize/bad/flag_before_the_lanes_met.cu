// The flag is set before the other lanes of the warp are known to have written.
__global__ void hand_on(int *out) {
    __shared__ int values[32];
    __shared__ volatile int is_there;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) is_there = 0;
    __syncthreads();
    if (warp == 0) {
        values[lane] = lane;
        __threadfence_block();
        if (lane == 0) is_there = 1;
    } else {
        if (lane == 0) while (is_there == 0);
        __syncwarp();
        __threadfence_block();
        out[lane] = values[31 - lane]; //~ ERROR[R0301] values
    }
}
int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    hand_on<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
