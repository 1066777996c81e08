// In the order of their numbers block 1 never reads; in others block 0 comes second and does.
//@ args: --seeds 0..8
//@ exit: 1
__global__ void hand_over(int *turn, int *data, int *out) {
    if (atomicAdd(turn, 1) == 0)
        data[blockIdx.x] = 7; //~ NOTE writes it here
    else if (blockIdx.x == 0)
        out[0] = data[1]; //~ ERROR[R0307] race between blocks | found with `--seed
}
int main() {
    int *turn, *data, *out;
    cudaMalloc(&turn, sizeof(int));
    cudaMalloc(&data, 2 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(turn, 0, sizeof(int));
    cudaMemset(data, 0, 2 * sizeof(int));
    hand_over<<<2, 1>>>(turn, data, out);
    cudaDeviceSynchronize();
    cudaFree(turn);
    cudaFree(data);
    cudaFree(out);
}
