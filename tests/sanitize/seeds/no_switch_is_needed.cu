// A race that is found in the usual order needs no other.
//@ args: --minimize
//@ exit: 1
__global__ void neighbour(int *out) {
    __shared__ int row[64];
    row[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = row[63 - threadIdx.x]; //~ ERROR[R0301] it needs no particular order of threads
}
int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    neighbour<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
