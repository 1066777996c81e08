// Counting by many blocks without an atomic operation: threads of one block lose additions, and so do those of two, by one mistake.
__global__ void count(const unsigned char *data, int *counts, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) counts[data[i]]++; //~ ERROR[R0307] `counts[3]` | use an atomic operation, such as `atomicAdd` | threads of one block race there, too
}
int main() {
    unsigned char *data;
    int *counts;
    cudaMalloc(&data, 1024);
    cudaMalloc(&counts, 256 * sizeof(int));
    cudaMemset(data, 3, 1024);
    cudaMemset(counts, 0, 256 * sizeof(int));
    count<<<4, 256>>>(data, counts, 1024);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(counts);
}
