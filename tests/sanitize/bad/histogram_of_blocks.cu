// Threads of several blocks count in one place: one mistake, told once.
__global__ void letters(const char *text, int n, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[text[i] % 8]++; //~ ERROR[R0307] race between blocks | threads of one block race there, too | `atomicAdd`
}
int main()
{
    char text[] = "the quick brown fox jumps over the lazy dog and runs away from the bear", *d;
    int *bins;
    cudaMalloc(&d, sizeof text), cudaMalloc(&bins, 32);
    cudaMemcpy(d, text, sizeof text, cudaMemcpyHostToDevice), cudaMemset(bins, 0, 32);
    letters<<<3, 32>>>(d, sizeof text - 1, bins);
    cudaDeviceSynchronize();
    cudaFree(d), cudaFree(bins);
}
