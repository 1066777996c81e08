// Press Profile: which line moves more memory than it needs to?
#include <cstdio>

const int n = 256;

// Rows become columns: every thread moves one number.
__global__ void transpose(const float *in, float *out)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}

// Every block takes 1024 numbers into shared memory; then each of its 32 threads adds 32 of them.
__global__ void sums(const float *in, float *out)
{
    __shared__ float part[1024];
    for (int i = threadIdx.x; i < 1024; i += 32)
        part[i] = in[blockIdx.x * 1024 + i];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 32; i++)
        sum += part[threadIdx.x * 32 + i];
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}

int main()
{
    static float host[n * n], back[n * n];
    for (int i = 0; i < n * n; i++) host[i] = i % 100;
    float *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    transpose<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out);
    cudaMemcpy(back, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) wrong += back[x * n + y] != host[y * n + x];
    // Of the first 32 times 1024 numbers.
    sums<<<32, 32>>>(in, out);
    cudaMemcpy(back, out, sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) back[0] -= host[i];
    wrong += back[0] != 0;
    printf("%s\n", wrong ? "wrong" : "ok");
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
