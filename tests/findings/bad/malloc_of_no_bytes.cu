// A size of zero gives null.
__global__ void fill(int *a) { a[threadIdx.x] = 1; } //~ ERROR[R0105]
int main()
{
    int n = 0, *d;
    cudaMalloc(&d, n * sizeof(int)); //~ NOTE this `cudaMalloc` of 0 bytes gave a null pointer
    fill<<<1, 32>>>(d);
    cudaDeviceSynchronize();
}
