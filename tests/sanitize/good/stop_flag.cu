// A flag on which only a branch depends, and a word that holds value and flag.
#include <cstdio>
__global__ void search(const int *x, int n, int want, int *where)
{
    __shared__ volatile int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        if (found) break;
        if (x[i] == want) { atomicMin(where, i); found = 1; }
    }
}
__global__ void value_with_flag(const int *in, int *out)
{
    __shared__ volatile unsigned long long cell[32];
    int t = threadIdx.x;
    if (t < 32) cell[t] = 0;
    __syncthreads();
    if (t < 32) cell[t] = 1ull << 32 | (unsigned)in[t];
    else {
        unsigned long long seen;
        do seen = cell[t - 32];
        while (seen >> 32 == 0);
        out[t - 32] = (int)seen + 1;
    }
}
int main()
{
    static int h[1024]; int *x, *w, big = 1 << 30, r;
    for (int i = 0; i < 1024; i++) h[i] = i * 7 % 1024;
    cudaMalloc(&x, sizeof h); cudaMalloc(&w, 4);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(w, &big, 4, cudaMemcpyHostToDevice);
    search<<<1, 128>>>(x, 1024, 70, w);
    cudaMemcpy(&r, w, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    int *out;
    cudaMalloc(&out, 128);
    value_with_flag<<<1, 64>>>(x, out);
    cudaMemcpy(h, out, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[1]);
    cudaFree(x); cudaFree(w); cudaFree(out);
}
