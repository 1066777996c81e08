// Constants are changed while a kernel of another stream may read them.
__constant__ float factor[64];
__global__ void scale(float *x) { x[threadIdx.x] *= factor[threadIdx.x]; }
int main() {
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    float h[64] = {}, *x;
    cudaMalloc(&x, sizeof h);
    cudaMemcpyToSymbolAsync(factor, h, sizeof h, 0, cudaMemcpyHostToDevice, a);
    cudaMemcpyAsync(x, h, sizeof h, cudaMemcpyHostToDevice, a);
    cudaStreamSynchronize(a);
    scale<<<1, 64, 0, a>>>(x);
    cudaMemcpyToSymbolAsync(factor, h, sizeof h, 0, cudaMemcpyHostToDevice, b); //~ ERROR[R0303] `cudaMemcpyToSymbolAsync` writes bytes 0 to 255 of 256 bytes that `scale<<<1, 64>>>` reads
    cudaDeviceSynchronize();
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
