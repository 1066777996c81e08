// Steps of Gaussian elimination.
#include <cstdio>
#include <cstdlib>
__global__ void Fan1(float *m_cuda, float *a_cuda, int Size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t) return;
    *(m_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) = *(a_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) / *(a_cuda + Size * t + t);
}
__global__ void Fan2(float *m_cuda, float *a_cuda, float *b_cuda, int Size, int j1, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t) return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= Size - t) return;
    int xidx = blockIdx.x * blockDim.x + threadIdx.x, yidx = blockIdx.y * blockDim.y + threadIdx.y;
    a_cuda[Size * (xidx + 1 + t) + (yidx + t)] -= m_cuda[Size * (xidx + 1 + t) + t] * a_cuda[Size * t + (yidx + t)];
    if (yidx == 0) b_cuda[xidx + 1 + t] -= m_cuda[Size * (xidx + 1 + t) + (yidx + t)] * b_cuda[t];
}
int main()
{
    int n = 40; float *h = (float *)malloc(n * n * 4), *a, *m, *b, v[40];
    for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) h[i * n + j] = 10.0f / (1 + abs(i - j)); v[i] = 1; }
    cudaMalloc(&a, n * n * 4); cudaMalloc(&m, n * n * 4); cudaMalloc(&b, n * 4);
    cudaMemcpy(a, h, n * n * 4, cudaMemcpyHostToDevice); cudaMemset(m, 0, n * n * 4); cudaMemcpy(b, v, n * 4, cudaMemcpyHostToDevice);
    for (int t = 0; t < 5; t++) { Fan1<<<1, 512>>>(m, a, n, t); Fan2<<<dim3(10, 10), dim3(4, 4)>>>(m, a, b, n, n - t, t); }
    cudaMemcpy(v, b, n * 4, cudaMemcpyDeviceToHost); for (int i = 0; i < 8; i++) printf("%.5f ", v[i]); printf("\n");
}
