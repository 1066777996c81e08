// The buffer of the host is a variable of a function that returns before the copy is done.
#include <cstdio>
__global__ void square(float *d, int n) { int i = threadIdx.x; if (i < n) d[i] *= d[i]; }
static void fetch(const float *device, float *sum, cudaStream_t stream)
{
    float local[64];
    cudaHostRegister(local, sizeof local, cudaHostRegisterDefault);
    cudaMemcpyAsync(local, device, sizeof local, cudaMemcpyDeviceToHost, stream);
    *sum = 0;
    for (float v : local) //~ ERROR[R0510] has not waited for it
        *sum += v;
    cudaStreamSynchronize(stream);
    cudaHostUnregister(local);
}
int main()
{
    float h[64], *d, sum;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    square<<<1, 64, 0, s>>>(d, 64);
    fetch(d, &sum, s);
    printf("%g\n", sum);
    cudaFree(d);
    cudaStreamDestroy(s);
}
