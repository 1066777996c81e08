// The last elements have no thread.
__global__ void fill(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}
int main() {
    const int n = 1000;
    static int h[n];
    int *x;
    cudaMalloc(&x, n * sizeof(int));
    fill<<<n / 256, 256>>>(x, n);
    cudaMemcpy(h, x, n * sizeof(int), cudaMemcpyDeviceToHost); //~ WARNING[R0602] 3 blocks of 256 threads | to 4 here: `(n + 255) / 256`
}
