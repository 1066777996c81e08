// A kernel that a kernel launches runs beside it, and nobody can wait for it there.
__global__ void count_up(int *x) { x[threadIdx.x] = threadIdx.x + 1; } //~ ERROR[R0303] `count_up<<<1, 32>>>` writes bytes 0 to 127 of 128 bytes that `reads_the_result<<<1, 32>>>`, which launches it, reads | cudaStreamTailLaunch
__global__ void twice(const int *x, int *y) { y[threadIdx.x] = x[threadIdx.x] * 2; } //~ ERROR[R0303] `twice<<<1, 32>>>` reads bytes 0 to 127 of 128 bytes that `takes_back_the_input<<<1, 32>>>`, which launches it, writes
__global__ void thrice(const int *x, int *y) { y[threadIdx.x] = x[threadIdx.x] * 3; } //~ ERROR[R0303] `thrice<<<1, 64>>>` reads bytes 4 to 255 of 256 bytes that `launches_too_early<<<1, 64>>>`, which launches it, writes | put `__syncthreads();` between the writes and the launch
__global__ void reads_the_result(int *x, int *y) {
    if (threadIdx.x == 0) count_up<<<1, 32>>>(x);
    __syncthreads();
    y[threadIdx.x] = x[threadIdx.x];
}
__global__ void takes_back_the_input(int *x, int *y) {
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) twice<<<1, 32>>>(x, y);
    x[threadIdx.x] = 0;
}
__global__ void launches_too_early(int *x, int *y) {
    x[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) thrice<<<1, 64>>>(x, y);
}
int main() {
    int *x, *y, *z, *w, h[64];
    cudaMalloc(&x, 128);
    cudaMalloc(&y, 128);
    cudaMalloc(&z, 256);
    cudaMalloc(&w, 256);
    cudaMemset(x, 0, 128);
    reads_the_result<<<1, 32>>>(x, y);
    takes_back_the_input<<<1, 32>>>(x, y);
    launches_too_early<<<1, 64>>>(z, w);
    cudaMemcpy(h, y, 128, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, w, 256, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    cudaFree(w);
}
