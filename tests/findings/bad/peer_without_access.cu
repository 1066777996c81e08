// A kernel uses memory of another device, and nobody enabled peer access.
//@ devices: 2
__global__ void set(int *p) { *p = 1; } //~ ERROR[R0106] in memory of another device | cudaDeviceEnablePeerAccess
int main()
{
    int *p;
    cudaSetDevice(1);
    cudaMalloc(&p, sizeof(int));
    cudaSetDevice(0);
    set<<<1, 1>>>(p);
    return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 2;
}
