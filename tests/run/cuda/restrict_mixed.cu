// Addresses of `__restrict__` parameters that are mixed: what is written through the mixture is seen.
#include <cstdio>

__global__ void mixed(float *__restrict__ p, float *__restrict__ q, int which)
{
    int i = threadIdx.x;
    float before = p[i] + q[i];
    float *r = which ? p : q;
    r[i] = 100;
    float after = p[i] + q[i];
    q[i + 32] = before;
    p[i + 32] = after;
}

__global__ void swapped(float *__restrict__ p, float *__restrict__ q, int rounds)
{
    int i = threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        q[i] = p[i] * 2 + p[(i + 1) % 32];
        float *t = p;
        p = q;
        q = t;
        __syncthreads();
    }
}

int main()
{
    float h[64], *p, *q;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&p, sizeof h);
    cudaMalloc(&q, sizeof h);
    for (int which = 0; which < 2; which++) {
        cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
        cudaMemcpy(q, h, sizeof h, cudaMemcpyHostToDevice);
        mixed<<<1, 32>>>(p, q, which);
        float a[64], b[64];
        cudaMemcpy(a, p, sizeof a, cudaMemcpyDeviceToHost);
        cudaMemcpy(b, q, sizeof b, cudaMemcpyDeviceToHost);
        printf("%g %g %g %g\n", a[3], b[3], a[35], b[35]);
    }
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    swapped<<<1, 32>>>(p, q, 3);
    float a[64];
    cudaMemcpy(a, q, sizeof a, cudaMemcpyDeviceToHost);
    printf("%g %g\n", a[3], a[31]);
    return 0;
}
