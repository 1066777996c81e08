// A copy that a kernel asks for is made when the kernel has run, and then its source is gone.
__global__ void last(int *o)
{
    int *p = (int *)malloc(64);
    for (int i = 0; i < 16; i++) p[i] = i;
    cudaMemcpyAsync(o, p, 64, cudaMemcpyDeviceToDevice); //~ ERROR[R0107]
    free(p);
}
int main()
{
    int *o;
    cudaMalloc(&o, 64);
    last<<<1, 1>>>(o);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(o);
    return error == cudaErrorIllegalAddress;
}
