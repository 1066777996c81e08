// `cudaMemset` sets bytes.
int main()
{
    int *d;
    cudaMalloc(&d, 128);
    cudaMemset(d, 1000, 128); //~ WARNING[R0507] sets every byte to 232
    cudaMemset(d, -1, 128);
    cudaMemset(d, 255, 128);
    cudaFree(d);
}
