// c = a * b, of n x n, n a multiple of 16.
#include <cstdio>
#include <cstdlib>

__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
//[ edit
    // Tiles: `__shared__ float of_a[16][16], of_b[16][16];`
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
//] edit
    c[row * n + column] = sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64, wrong = 0;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * n * sizeof(float));
    cudaMallocManaged(&b, n * n * sizeof(float));
    cudaMallocManaged(&c, n * n * sizeof(float));
    for (int i = 0; i < n * n; i++) a[i] = i % 7, b[i] = i % 5 - i % 3;
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    cudaDeviceSynchronize();
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
            wrong += c[y * n + x] != sum;
        }
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
