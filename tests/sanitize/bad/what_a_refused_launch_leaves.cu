// A launch that the device refuses writes nothing: that the host then reads what it left is the same mistake.
#include <cstdio>
__global__ void fill(float *x) { x[threadIdx.x] = 1; }
int main()
{
    static float h[2048];
    float *x;
    cudaMalloc(&x, sizeof h);
    fill<<<1, 2048>>>(x); //~ ERROR[R0504] a kernel did not run
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[1]);
    cudaFree(x);
}
