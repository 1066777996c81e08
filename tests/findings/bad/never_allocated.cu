// one of two buffers was never allocated
#include <cstdio>
__global__ void add(const float *a, const float *b, float *c) { int i = threadIdx.x; c[i] = a[i] + b[i]; }  //~ ERROR[R0105] parameter `b` is null | through parameter `b`, the 2nd argument of `add`
int main()
{
    float *a = nullptr, *b = nullptr, *c = nullptr;
    cudaMalloc(&a, 128); cudaMalloc(&c, 128); cudaMemset(a, 0, 128);
    add<<<1, 32>>>(a, b, c);  //~ NOTE `add<<<1, 32>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a); cudaFree(c);
}
