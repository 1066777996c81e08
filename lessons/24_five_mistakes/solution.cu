// The sum of squares of n numbers.
#include <cstdio>
#include <cstdlib>

__global__ void squares(const int *in, int *sum, int n)
{
//[ edit
    __shared__ int part[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    part[t] = i < n ? in[i] * in[i] : 0;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) atomicAdd(sum, part[0]);
//] edit
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, right = 0, result = 0;
    int *host = new int[n], *in, *sum;
    for (int i = 0; i < n; i++) {
        host[i] = i % 13;
        right += host[i] * host[i];
    }
//[ edit
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, sizeof(int));
//] edit
    squares<<<(n + 127) / 128, 128>>>(in, sum, n);
    cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf(result == right ? "ok\n" : "wrong\n");
    cudaFree(in);
    cudaFree(sum);
    delete[] host;
}
