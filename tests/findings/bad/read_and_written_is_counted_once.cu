// expect: a statement that reads and writes an element outside counts once a thread
__global__ void add(int *a, int off)
{
    a[off + threadIdx.x] += 1; //~ ERROR[R0101] element 96 of 96 ints | happened 32 times
}
int main()
{
    int *d;
    cudaMalloc(&d, 96 * sizeof(int));
    cudaMemset(d, 0, 96 * sizeof(int));
    for (int i = 0; i < 4; i++) add<<<1, 32>>>(d, i * 32);
    cudaDeviceSynchronize();
}
