// Rows of `s` are read by lanes of one warp only, columns of `t` by several warps: one barrier of the block serves both.
__global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float s[16][16], t[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int m = 0; m < n / 16; m++) {
        s[threadIdx.y][threadIdx.x] = a[row * n + m * 16 + threadIdx.x]; //~ ERROR[R0301] `s[0][0]` | add `__syncthreads();` at the end of the body of the loop at line 6 | the same goes for `t[0][0]`, lines 8 and 10
        t[threadIdx.y][threadIdx.x] = b[(m * 16 + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += s[threadIdx.y][k] * t[k][threadIdx.x];
    }
    c[row * n + column] = sum;
}
int main() {
    int n = 64;
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMemset(a, 0, n * n * sizeof(float));
    cudaMemset(b, 0, n * n * sizeof(float));
    multiply<<<dim3(4, 4), dim3(16, 16)>>>(a, b, c, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
