// Constant memory is written through a cast: nvcc only warns.
__constant__ float table[9];
__global__ void fill(const float *w) { *const_cast<float *>(&table[threadIdx.x]) = w[threadIdx.x]; } //~ ERROR[R0110] write to constant memory
//~^ WARNING[K0625] `table` is read, and nothing ever sets it
int main() {
    float *w;
    cudaMallocManaged(&w, 9 * sizeof(float));
    fill<<<1, 9>>>(w);
    cudaDeviceSynchronize();
    cudaFree(w);
}
