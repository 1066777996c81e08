// CUDA 13's `__block_size__`: a kernel whose launches count clusters.
__block_size__((64, 1, 1)) __global__ void k(int *a) { a[threadIdx.x] = 1; } //~ ERROR[K0501] `__block_size__`
__global__ void __block_size__((8, 8, 1), (2, 1, 1)) l(int *a) { a[threadIdx.x] = 1; } //~ ERROR[K0501] `__block_size__`
int main() {}
