// More blocks than there are rows of counters, one launch of blocks that do nothing, and one that fails.
__global__ void half(int *x) { if (blockIdx.x % 2 == 0) x[blockIdx.x] = 1; }
__global__ void nothing() {}
__global__ void wrong(int *x) { if (blockIdx.x == 3) __trap(); x[blockIdx.x] = 2; }

int main()
{
    int *x;
    cudaMalloc(&x, 10000 * sizeof(int));
    half<<<10000, 32>>>(x);
    nothing<<<100, 64>>>();
    wrong<<<8, 32>>>(x);
}
