// As `second_reads`: it is found where blocks begin in another order, and nothing else is needed.
//@ args: --seeds 0..8 --minimize
//@ exit: 1
__global__ void hand_over(int *turn, int *data, int *out) {
    if (atomicAdd(turn, 1) == 0)
        data[blockIdx.x] = 7;
    else
        out[0] = data[1]; //~ ERROR[R0307] one switch of | blocks begin in another order than that of their numbers
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
