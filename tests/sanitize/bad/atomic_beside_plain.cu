// One part of the program adds atomically, another reads as if nobody did.
__global__ void count(int *total, int *seen) {
    atomicAdd(total, 1);
    seen[threadIdx.x] = *total; //~ ERROR[R0302] atomic
}
int main() {
    int *total, *seen;
    cudaMalloc(&total, sizeof(int)), cudaMalloc(&seen, 64 * sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    count<<<1, 64>>>(total, seen);
    cudaDeviceSynchronize();
}
