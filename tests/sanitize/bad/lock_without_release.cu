// A lock is taken with a fence and given back without one.
__device__ int lock, total;
__global__ void add(const int *in) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence();
        total += in[blockIdx.x]; //~ ERROR[R0702] block (1,0,0) takes the lock, but perhaps does not see yet what was done under it: `total`
        atomicExch(&lock, 0);
    }
}
int main() {
    int *in;
    cudaMallocManaged(&in, 4 * sizeof(int));
    for (int i = 0; i < 4; i++) in[i] = i;
    add<<<4, 32>>>(in);
    cudaDeviceSynchronize();
}
