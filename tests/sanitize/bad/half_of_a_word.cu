// The half of a word that an atomic operation changes was never written, or others read it plainly.
#include <cuda_fp16.h>
__global__ void sum(__half *h) { atomicAdd(&h[1], __float2half(1.0f)); } //~ ERROR[R0601] thread (0,0,0) of block (0,0,0) reads `h[1]`, to which nothing was written
__global__ void swap(unsigned short *u) { atomicCAS(&u[0], (unsigned short)0, (unsigned short)7); } //~ ERROR[R0601] reads `u[0]`, to which nothing was written
__global__ void others(__half *h, float *out)
{
    if (threadIdx.x < 32) atomicAdd(&h[0], __float2half(1.f)); //~ NOTE atomically changes it here
    else out[threadIdx.x - 32] = __half2float(h[0]); //~ ERROR[R0302] `h[0]`
}
int main()
{
    __half *h;
    unsigned short *u;
    float *out;
    cudaMalloc(&h, 4), cudaMalloc(&u, 4), cudaMalloc(&out, 128);
    cudaMemset(h, 0, 2), cudaMemset(u + 1, 0, 2);
    sum<<<1, 32>>>(h);
    swap<<<1, 1>>>(u);
    others<<<1, 64>>>(h, out);
    cudaDeviceSynchronize();
    cudaFree(h), cudaFree(u), cudaFree(out);
}
