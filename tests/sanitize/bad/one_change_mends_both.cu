// What is read unwritten, or too early, because of another mistake is told of with that one, and not beside it.
#include <cstdio>

__global__ void shifted(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t + 1] = t; //~ ERROR[R0102] element 32 of array `s` of 32 ints
    __syncthreads();
    out[t] = s[t];
}

__global__ void sum(const int *in, int *out, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t >= n) return;
    s[t] = in[t];
    __syncthreads(); //~ ERROR[R0201] 100 of 128 wait | have no thread return ahead of the barrier
    for (int d = 64; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}

__global__ void turned(const int *in, int *out, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < n) {
        s[t] = in[t];
        __syncthreads(); //~ ERROR[R0201] 100 of 128 wait | move the barrier
                         //~^ WARNING[K0601]
    }
    out[t] = s[127 - t];
}

int main()
{
    int h[128];
    for (int i = 0; i < 128; i++) h[i] = i;
    int *in, *out;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 128>>>(in, out, 100);
    turned<<<1, 128>>>(in, out, 100);
    shifted<<<1, 32>>>(out);
    cudaDeviceReset();
    return 0;
}
