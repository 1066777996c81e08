// A pointer to what is no longer registered.
__global__ void fill(int *p) { p[threadIdx.x] = 1; } //~ ERROR[R0108]
int main()
{
    int v[32] = {0}, *d;
    cudaHostRegister(v, sizeof(v), cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&d, v, 0);
    fill<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    cudaHostUnregister(v);
    fill<<<1, 32>>>(d);
    cudaDeviceSynchronize();
}
