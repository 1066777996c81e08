// A stream waits for one producer and not for the other: the wait that is there is not blamed, nor one of a stream that has nothing to do
// with it.
#include <cstdio>
__global__ void fill(float *x, float v) { x[threadIdx.x] = v; }
__global__ void add(const float *x, const float *y, float *z) { z[threadIdx.x] = x[threadIdx.x] + y[threadIdx.x]; } //~ ERROR[R0303] nothing orders the two
int main()
{
    float *x, *y, *z, *other, h;
    cudaMalloc(&x, 256), cudaMalloc(&y, 256), cudaMalloc(&z, 256), cudaMalloc(&other, 256);
    cudaStream_t s[4];
    for (auto &one : s) cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaEvent_t made, more;
    cudaEventCreate(&made), cudaEventCreate(&more);
    fill<<<1, 64, 0, s[0]>>>(x, 1);
    cudaEventRecord(made, s[0]);
    fill<<<1, 64, 0, s[1]>>>(y, 2);
    cudaStreamWaitEvent(s[2], made, 0);
    cudaStreamWaitEvent(s[3], made, 0);
    fill<<<1, 64, 0, s[3]>>>(other, 2);
    add<<<1, 64, 0, s[2]>>>(x, y, z);
    cudaDeviceSynchronize();
    cudaMemcpy(&h, z, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h);
    for (auto one : s) cudaStreamDestroy(one);
    cudaEventDestroy(made), cudaEventDestroy(more);
    cudaFree(x), cudaFree(y), cudaFree(z), cudaFree(other);
}
