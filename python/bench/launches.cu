// Microseconds of a launch of a saxpy over 1,024 floats, from a program that kern runs.
#include <chrono>
#include <cstdio>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 1024, launches = 10000;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    auto begun = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; i++) saxpy<<<4, 256>>>(n, 2.0f, x, y);
    cudaDeviceSynchronize();
    std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begun;
    printf("%.2f\n", taken.count() / launches);
    cudaFree(x);
    cudaFree(y);
}
