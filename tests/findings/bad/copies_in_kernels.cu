// Copies and fills that kernels ask for and that go wrong.
__device__ int table[8];
__global__ void ones(int *o) { cudaMemsetAsync(o, 1, 32); } //~ WARNING[R0507] sets every byte to 0, not to 1 | device runtime of CUDA 13.0
__global__ void from_local(int *o)
{
    int own[4] = {1, 2, 3, 4};
    cudaMemcpyAsync(o, own, 16, cudaMemcpyDeviceToDevice); //~ ERROR[R0106] `cudaMemcpyAsync` is given a pointer to a local variable of the kernel that calls it
}
__global__ void asks(int *o, cudaError_t *error)
{
    cudaMemcpyAsync(o, table, 16, cudaMemcpyDeviceToHost);
    *error = cudaGetLastError();
}
__global__ void too_far(int *o)
{
    cudaMemcpyAsync(table, o, 36, cudaMemcpyDeviceToDevice); //~ ERROR[R0101]
}
int main()
{
    int *o;
    cudaError_t *error;
    cudaMalloc(&o, 64);
    cudaMallocManaged(&error, sizeof *error);
    ones<<<1, 1>>>(o);
    from_local<<<1, 1>>>(o);
    asks<<<1, 1>>>(o, error);
    cudaDeviceSynchronize();
    if (*error != cudaErrorInvalidMemcpyDirection) return 2;
    too_far<<<1, 1>>>(o);
    bool is_lost = cudaDeviceSynchronize() == cudaErrorIllegalAddress;
    cudaFree(error);
    cudaFree(o);
    return is_lost ? 1 : 3;
}
