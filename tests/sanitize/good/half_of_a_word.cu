// Atomic operations of half a word touch nothing of the other half: neither what was never written there, nor what others write, nor
// what lies behind the end of an array of an odd number of them.
//@ stdout: 64 32 7 3
//@ stdout: 80 9 0.5 0.5 0.5
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
__global__ void sum(__half *h, __nv_bfloat16 *b)
{
    atomicAdd(&h[1], __float2half(1.0f));
    atomicAdd(&b[0], __float2bfloat16(0.5f));
}
__global__ void swap(unsigned short *u) { atomicCAS(&u[1], (unsigned short)0, (unsigned short)7); }
__global__ void beside(__half *h)
{
    if (threadIdx.x == 0) h[0] = __float2half(3.f);
    if (threadIdx.x >= 32) atomicAdd(&h[1], __float2half(0.f));
}
__global__ void in_shared(float *out)
{
    __shared__ __half s[3];
    if (threadIdx.x < 3 && threadIdx.x != 1) s[threadIdx.x] = __float2half(0.f);
    __syncthreads();
    atomicAdd(&s[threadIdx.x % 2 * 2], __float2half(0.25f));
    __syncthreads();
    if (threadIdx.x < 3) out[threadIdx.x] = threadIdx.x == 1 ? 0.5f : __half2float(s[threadIdx.x]) / 8;
}
__global__ void only_one(__half *h, unsigned short *u)
{
    atomicAdd(h, __float2half(1.f));
    atomicCAS(u, (unsigned short)3, (unsigned short)9);
}
int main()
{
    __half *h, *one, rh[2];
    __nv_bfloat16 *b, rb;
    unsigned short *u, *last, c[2], three = 3;
    float *f, rf[3];
    cudaMalloc(&h, 4), cudaMalloc(&b, 4), cudaMalloc(&u, 4), cudaMalloc(&f, 12), cudaMalloc(&one, 2), cudaMalloc(&last, 2);
    cudaMemset(h + 1, 0, 2), cudaMemset(b, 0, 2), cudaMemset(u + 1, 0, 2), cudaMemset(one, 0, 2);
    cudaMemcpy(last, &three, 2, cudaMemcpyHostToDevice);
    sum<<<2, 32>>>(h, b);
    swap<<<1, 1>>>(u);
    beside<<<1, 64>>>(h);
    in_shared<<<1, 32>>>(f);
    only_one<<<2, 40>>>(one, last);
    cudaMemcpy(rh, h, 4, cudaMemcpyDeviceToHost), cudaMemcpy(&rb, b, 2, cudaMemcpyDeviceToHost);
    cudaMemcpy(c + 1, u + 1, 2, cudaMemcpyDeviceToHost);
    printf("%g %g %d %g\n", __half2float(rh[1]), __bfloat162float(rb), c[1], __half2float(rh[0]));
    cudaMemcpy(rh, one, 2, cudaMemcpyDeviceToHost), cudaMemcpy(c, last, 2, cudaMemcpyDeviceToHost);
    cudaMemcpy(rf, f, 12, cudaMemcpyDeviceToHost);
    printf("%g %d %g %g %g\n", __half2float(rh[0]), c[0], rf[0], rf[1], rf[2]);
    cudaFree(h), cudaFree(b), cudaFree(u), cudaFree(f), cudaFree(one), cudaFree(last);
}
