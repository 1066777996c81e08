// A thread's own read of what it writes is not the one that races: that of its neighbour is.
__global__ void heat(float *u, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        u[i] = u[i] //~ ERROR[R0302] thread (1,0,0) writes it | read from one array and write to another
            + 0.1f * (u[i - 1] //~ NOTE thread (2,0,0), one of several, warp 0, lane 2, reads it here
            - 2 * u[i]
            + u[i + 1]);
}
int main()
{
    float *u;
    cudaMalloc(&u, 32 * sizeof(float));
    cudaMemset(u, 0, 32 * sizeof(float));
    heat<<<1, 32>>>(u, 32);
    cudaDeviceSynchronize();
    cudaFree(u);
}
