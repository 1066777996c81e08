#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <omp.h>
#include <vector>
// The host's results with OpenMP, compared with those of kernels; the threads of the last region launch them.
__global__ void product(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum = fmaf(a[row * n + k], b[k * n + column], sum);
    c[row * n + column] = sum;
}
__global__ void square(int *x, int n, int base)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = (base + i) * (base + i);
}
int main()
{
    const int n = 48;
    std::vector<float> a(n * n), b(n * n), c(n * n), d(n * n);
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            a[i * n + j] = (float)((i * 7 + j * 3) % 11) - 5;
            b[i * n + j] = (float)((i + j * 5) % 13) * 0.25f;
        }
    }
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum = fmaf(a[i * n + k], b[k * n + j], sum);
            c[i * n + j] = sum;
        }
    }
    float *x, *y, *z;
    cudaMalloc(&x, n * n * 4);
    cudaMalloc(&y, n * n * 4);
    cudaMalloc(&z, n * n * 4);
    cudaMemcpy(x, a.data(), n * n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(y, b.data(), n * n * 4, cudaMemcpyHostToDevice);
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, y, z, n);
    cudaMemcpy(d.data(), z, n * n * 4, cudaMemcpyDeviceToHost);
    int wrong = 0;
    double norm = 0;
    float largest = 0;
#pragma omp parallel for reduction(+ : wrong, norm) reduction(max : largest)
    for (int i = 0; i < n * n; i++) {
        if (c[i] != d[i]) wrong++;
        norm += (double)c[i] * c[i];
        if (fabsf(c[i]) > largest) largest = fabsf(c[i]);
    }
    printf("wrong %d, norm %.3f, largest %.2f\n", wrong, norm, largest);

    const int parts = 4, each = 1000;
    std::vector<int> squares(parts * each);
    int launches = 0;
#pragma omp parallel num_threads(parts)
    {
        int part = omp_get_thread_num();
        int *own;
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        cudaMalloc(&own, each * sizeof(int));
        square<<<(each + 255) / 256, 256, 0, stream>>>(own, each, part * each);
        cudaMemcpyAsync(&squares[part * each], own, each * sizeof(int), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
#pragma omp atomic
        launches++;
#pragma omp barrier
#pragma omp single
        printf("%d launches\n", launches);
        cudaFree(own);
        cudaStreamDestroy(stream);
    }
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < parts * each; i++) sum += squares[i] - (long)i * i;
    printf("difference %ld\n", sum);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
}
