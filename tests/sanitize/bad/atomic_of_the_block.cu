// `atomicAdd_block` is atomic for the threads of one block.
__global__ void count(int *total) {
    atomicAdd_block(total, 1); //~ ERROR[R0307] atomicAdd_block
}
int main() {
    int *total;
    cudaMalloc(&total, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    count<<<2, 32>>>(total);
    cudaDeviceSynchronize();
}
