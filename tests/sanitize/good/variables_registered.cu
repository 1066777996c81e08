// A variable of the stack that is registered: the host reads it after the stream, and writes another one meanwhile.
#include <cstdio>
__global__ void square(float *d, int n) { int i = threadIdx.x; if (i < n) d[i] *= d[i]; }
int main()
{
    float in[64], out[64], other = 0, *d;
    for (int i = 0; i < 64; i++) in[i] = i;
    cudaHostRegister(out, sizeof out, cudaHostRegisterDefault);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, sizeof in);
    cudaMemcpyAsync(d, in, sizeof in, cudaMemcpyHostToDevice, s);
    for (int i = 0; i < 64; i++) in[i] = -1;     // pageable: the copy has read it already
    square<<<1, 64, 0, s>>>(d, 64);
    cudaMemcpyAsync(out, d, sizeof out, cudaMemcpyDeviceToHost, s);
    for (int i = 0; i < 64; i++) other += in[i];
    cudaStreamSynchronize(s);
    float sum = 0;
    for (float v : out) sum += v;
    printf("%g %g\n", sum, other);
    cudaHostUnregister(out);
    cudaStreamDestroy(s);
    cudaFree(d);
}
