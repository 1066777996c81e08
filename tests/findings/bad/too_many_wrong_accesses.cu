// expect: a launch that makes too many mistakes is ended, and says that it no longer counts
__global__ void k(int *a, int n)
{
    for (int i = 0; i < n; i++) a[blockIdx.x * blockDim.x + threadIdx.x + i] = i; //~ ERROR[R0101] and was then no longer counted: the launch was ended
}
int main()
{
    int *d;
    cudaMalloc(&d, 128);
    k<<<8, 256>>>(d, 4096);
    cudaDeviceSynchronize();
}
