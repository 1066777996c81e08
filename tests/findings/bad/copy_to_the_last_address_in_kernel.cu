// A copy in a kernel to the last address there is: its range has no end.
__global__ void last(int *o) { cudaMemcpyAsync((void *)~0ull, o, 16, cudaMemcpyDeviceToDevice); } //~ ERROR[R0106]
int main()
{
    int *o;
    cudaMalloc(&o, 64);
    cudaMemset(o, 0, 64);
    last<<<1, 1>>>(o);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(o);
    return error == cudaErrorIllegalAddress;
}
