// The last block to arrive adds what the others left, with no fence, one, or that of a block, where it takes two of the device.
__device__ unsigned arrived[4];
__device__ int partial[4][8];
__global__ void without(int *out) {
    partial[0][blockIdx.x] = blockIdx.x + 1;
    if (atomicAdd(&arrived[0], 1) == gridDim.x - 1) {
        int all = 0;
        for (int b = 0; b < gridDim.x; b++) all += partial[0][b]; //~ ERROR[R0307] between the writes and the atomic operation in line 6 that counts the blocks, and between that and the reads: one alone does not do
        *out = all;
    }
}
__global__ void none_before(int *out) {
    partial[1][blockIdx.x] = blockIdx.x + 1;
    if (atomicInc(&arrived[1], gridDim.x) == gridDim.x - 1) {
        __threadfence();
        int all = 0;
        for (int b = 0; b < gridDim.x; b++) all += partial[1][b]; //~ ERROR[R0307] between the writes and the atomic operation in line 14 that counts the blocks: the fence behind that does not do alone
        *out = all;
    }
}
__global__ void none_behind(int *out) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        partial[2][blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        is_last = atomicAdd(&arrived[2], 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int all = 0;
        for (int b = 0; b < gridDim.x; b++) all += partial[2][b]; //~ ERROR[R0307] between the atomic operation in line 26 that counts the blocks and the reads: the fence before that does not do alone
        *out = all;
    }
}
__global__ void of_the_block(int *out) {
    partial[3][blockIdx.x] = blockIdx.x + 1;
    __threadfence_block();
    if (atomicAdd(&arrived[3], 1) == gridDim.x - 1) {
        __threadfence();
        int all = 0;
        for (int b = 0; b < gridDim.x; b++) all += partial[3][b]; //~ ERROR[R0307] the fence behind that does not do alone
        *out = all;
    }
}
int main() {
    int *out, h;
    cudaMalloc(&out, sizeof(int));
    without<<<8, 1>>>(out);
    none_before<<<8, 1>>>(out);
    none_behind<<<8, 32>>>(out);
    of_the_block<<<8, 1>>>(out);
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(out);
}
