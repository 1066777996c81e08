// The host sets a flag while the kernel runs, which reads it plainly: it may stay in a register, or in the first-level cache.
__global__ void wait(int *flag, int *out)
{
    while (*flag == 0) {} //~ ERROR[R0701] a kernel waits in a loop for what others write while it runs | pointer to `volatile`
    *out = 1;
}
__global__ void wait_rightly(volatile int *flag, int *out)
{
    while (*flag == 1) {}
    *out = 2;
}
int main()
{
    int *flag, *out;
    cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
    cudaHostAlloc(&out, sizeof(int), cudaHostAllocMapped);
    *flag = 0;
    wait<<<1, 1>>>(flag, out);
    *(volatile int *)flag = 1;
    cudaDeviceSynchronize();
    wait_rightly<<<1, 1>>>(flag, out);
    *(volatile int *)flag = 2;
    cudaDeviceSynchronize();
    int n = *out;
    cudaFreeHost(flag), cudaFreeHost(out);
    return n - 2;
}
