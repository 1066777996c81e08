// A square tile is written by rows and read by columns: each element is another thread's.
__global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x]; //~ NOTE
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y]; //~ ERROR[R0301] nothing orders the two
}
__global__ void edge(const int *in, int *out)
{
    __shared__ int s[16];
    int x = threadIdx.x, y = threadIdx.y;
    if (x == 0) s[y] = 0;
    __syncthreads();
    if (y == 0) s[x] = in[x]; //~ NOTE
    if (x == 0) out[y] = s[y] * 2; //~ ERROR[R0301] nothing orders the two
}
int main()
{
    float h[1024] = {}, *a, *b;
    cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    transpose<<<dim3(2, 2), dim3(16, 16)>>>(b, a, 32);
    edge<<<1, dim3(16, 16)>>>((int *)a, (int *)b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(a), cudaFree(b);
    return h[0] != h[1];
}
