// A number that is read, used and written back in three statements; a barrier at the end of a round that what comes behind the loop needs, too.
#include <cstdio>

__global__ void append(const int *in, int *out, int *count)
{
    int v = in[threadIdx.x];
    if (v % 3 == 0) {
        int at = *count;
        out[at] = v;
        *count = at + 1; //~ ERROR[R0302] | use `atomicAdd`, which gives the old value
    }
}

__global__ void split(unsigned *x, int n)
{
    __shared__ unsigned scan[128];
    int t = threadIdx.x;
    unsigned v = x[t], bit = v & 1;
    scan[t] = !bit;
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        unsigned left = t >= d ? scan[t - d] : 0; //~ ERROR[R0301] | at the end of the body of the loop | the same goes for lines
        __syncthreads();
        scan[t] += left;
    }
    unsigned zeros = scan[n - 1];
    unsigned to = bit ? zeros + t - scan[t] : scan[t] - 1;
    __syncthreads();
    x[to] = v;
}

int main()
{
    const int n = 128;
    static int h[n];
    for (int i = 0; i < n; i++) h[i] = i;
    int *in, *out, *count;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    cudaMemset(out, 0, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    append<<<1, 32>>>(in, out, count);
    split<<<1, n>>>((unsigned *)in, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, in, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
    return 0;
}
