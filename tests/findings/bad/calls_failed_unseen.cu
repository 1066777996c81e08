// Calls that fail and whose result the program drops: each is reported once, where it stands.
__constant__ float coefficients[4];
__global__ void __launch_bounds__(64) bounded() {}

cudaError_t choose(int device) { return cudaSetDevice(device); } //~ ERROR[R0505] there is no device 3

int main()
{
    float h[32] = {0}, *d, *far;
    cudaMalloc(&d, 64);
    cudaMalloc(&far, (size_t)1 << 50); //~ ERROR[R0505] `cudaMalloc` failed: out of memory | 1125899906842624 bytes
    cudaMemset(far, 0, 64); // follows from it: `far` is null
    cudaSetDevice(7); //~ ERROR[R0505] there is no device 7
    choose(3);
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice); //~ ERROR[R0506] `cudaMemcpy` writes 128 bytes to an allocation of 64 bytes | 64 bytes too many
    cudaMemcpy(d, h, 64, cudaMemcpyDeviceToHost); //~ ERROR[R0503] the source is host memory | write `cudaMemcpyHostToDevice`
    cudaMemcpy(coefficients, h, 16, cudaMemcpyHostToDevice); //~ ERROR[R0503] `coefficients` is no pointer | cudaMemcpyToSymbol
    cudaMemcpyToSymbol(coefficients, h, 32); //~ ERROR[R0506] 32 bytes do not fit `coefficients`, which has 16
    cudaMemcpyToSymbol("coefficients", h, 16); //~ ERROR[R0505] without quotes
    cudaMemset(h, 0, 64); //~ ERROR[R0503] set host memory with `memset`
    cudaMemset2D(d, 16, 0, 32, 2); //~ ERROR[R0505] a row has 32 bytes | only 16 bytes apart
    cudaMemcpyAsync(d, h, 68, cudaMemcpyHostToDevice); //~ ERROR[R0506] 4 bytes too many
    cudaFree(h); //~ ERROR[R0501] a variable on the stack
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    cudaStreamSynchronize(stream); //~ ERROR[R0505] the stream was destroyed before
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    float ms;
    cudaEventElapsedTime(&ms, start, stop); //~ ERROR[R0505] the end event was never recorded
    cudaError_t stored = cudaSetDevice(5); //~ ERROR[R0505] there is no device 5
    stored = cudaSetDevice(0);
    (void)cudaFree(d + 4); //~ ERROR[R0501] middle
    bounded<<<1, 128>>>(); //~ ERROR[R0504] 128 threads a block, `__launch_bounds__` allows 64
    for (int i = 0; i < 3; i++) cudaSetDevice(9); //~ ERROR[R0505] there is no device 9 | this happened 3 times
    cudaFree(d);
    return stored != cudaSuccess;
}
