// expect: a copy to a pointer that was never set, and its use, are one mistake
//@ exit: 139
#include <cstdio>
__global__ void k(float *a) { a[threadIdx.x] = threadIdx.x; }
int main()
{
    float *d, *h;
    cudaMalloc(&d, 128);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
    printf("%f\n", h[3]); //~ ERROR[R0106] through a pointer that was never set | this `cudaMemcpy` failed too
}
