// The last warp of the block has 16 lanes, and the sum reads from those that do not exist.
__global__ void sum(const int *in, int *out)
{
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d); //~ NOTE here it reads from a lane
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v; //~ WARNING[R0604] thread (32,0,0) of block (0,0,0) | 48 threads: its last warp has 16 lanes only
}
int main()
{
    int *in, *out, h[2];
    cudaMalloc(&in, 48 * sizeof(int)), cudaMalloc(&out, sizeof h);
    cudaMemset(in, 0, 48 * sizeof(int));
    sum<<<1, 48>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(in), cudaFree(out);
}
