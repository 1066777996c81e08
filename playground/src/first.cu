// Press Profile: which line moves more memory than it needs to?
#include <cstdio>

const int n = 256;

// Every thread moves one element.
__global__ void transpose(const float *in, float *out)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}

// Every block moves a square of 32 x 32 elements through shared memory.
__global__ void transposeTile(const float *in, float *out)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
    for (int row = threadIdx.y; row < 32; row += 8)
        tile[row][threadIdx.x] = in[(y + row) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32;
    for (int row = threadIdx.y; row < 32; row += 8)
        out[(y + row) * n + x] = tile[threadIdx.x][row];
}

int main()
{
    static float host[n * n], back[n * n];
    for (int i = 0; i < n * n; i++) host[i] = i;
    float *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    transpose<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out);
    transposeTile<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out);
    cudaMemcpy(back, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) wrong += back[x * n + y] != host[y * n + x];
    printf("%s\n", wrong ? "wrong" : "ok");
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
