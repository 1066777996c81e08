// C = A B with A of m x k: the row length of B is taken for A's
#include <cstdio>
__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * n + i] * b[i * n + column];  //~ ERROR[R0101] element 512 of 512 floats, just past the end | through parameter `a`, the 1st argument of `multiply`
    c[row * n + column] = sum;
}
int main()
{
    int m = 32, n = 64, k = 16;
    float *a, *b, *c;
    cudaMalloc(&a, m * k * sizeof(float)); cudaMalloc(&b, k * n * sizeof(float)); cudaMalloc(&c, m * n * sizeof(float));
    cudaMemset(a, 0, m * k * sizeof(float)); cudaMemset(b, 0, k * n * sizeof(float));
    multiply<<<dim3(4, 2), dim3(16, 16)>>>(a, b, c, m, n, k);  //~ NOTE `multiply<<<(4, 2), (16, 16)>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a); cudaFree(b); cudaFree(c);
}
