// Copies that kernels ask for and that are refused; nobody looks at what they return.
__global__ void wrong_direction(int *x, int *y)
{
    cudaMemcpyAsync(y, x, 64, cudaMemcpyHostToDevice, 0); //~ ERROR[R0505] `cudaMemcpyAsync` failed: invalid copy direction for memcpy | kernels copy from device to device only
}
__device__ void copy(int *to, const int *from, cudaMemcpyKind kind)
{
    (void)cudaMemcpyAsync(to, from, 64, kind, 0); //~ ERROR[R0505] `cudaMemcpyAsync` failed
}
__global__ void result_dropped(int *x, int *y) { copy(y, x, cudaMemcpyDeviceToHost); }
__global__ void returned(int *x, int *y)
{
    if (cudaMemcpyAsync(y, x, 64, cudaMemcpyHostToDevice, 0) != cudaSuccess)
        return;
    y[0] = 1;
}
__global__ void asked_later(int *x, int *y)
{
    cudaMemcpyAsync(y, x, 64, cudaMemcpyHostToDevice, 0);
    if (cudaGetLastError() == cudaSuccess)
        y[0] = 1;
}
int main()
{
    int *x, *y;
    cudaMalloc(&x, 64), cudaMalloc(&y, 64);
    cudaMemset(x, 0, 64);
    wrong_direction<<<1, 1>>>(x, y);
    result_dropped<<<1, 1>>>(x, y);
    returned<<<1, 1>>>(x, y);
    asked_later<<<1, 1>>>(x, y);
    cudaDeviceSynchronize();
    cudaFree(x), cudaFree(y);
}
