// Memory of the host that the device may use ends where its registration does.
__global__ void fill(int *p, int n) { p[n] = 1; } //~ ERROR[R0101]
int main()
{
    int v[64] = {0}, *d;
    cudaHostRegister(v, 32 * sizeof(int), cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&d, v, 0);
    fill<<<1, 1>>>(d, 31);
    fill<<<1, 1>>>(d, 32);
    cudaDeviceSynchronize();
}
