// The size of a copy is in bytes.
__global__ void twice(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * 2; //~ ERROR[R0601] `sizeof`
}
int main() {
    const int n = 256;
    static float h[n];
    float *x;
    cudaMalloc(&x, n * sizeof(float));
    cudaMemcpy(x, h, n, cudaMemcpyHostToDevice);
    twice<<<1, 256>>>(x, n);
    cudaDeviceSynchronize();
}
