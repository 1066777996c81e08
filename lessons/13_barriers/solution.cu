// Each block adds up 128 numbers.
#include <cstdio>
#include <cstdlib>

__global__ void sums(const int *in, int *out)
{
    __shared__ int part[128];
    part[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
//[ edit
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
//] edit
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main(int argc, char **argv)
{
    int blocks = argc > 1 ? atoi(argv[1]) : 4, wrong = 0;
    int *in, *out;
    cudaMallocManaged(&in, blocks * 128 * sizeof(int));
    cudaMallocManaged(&out, blocks * sizeof(int));
    for (int i = 0; i < blocks * 128; i++) in[i] = i % 37;
    sums<<<blocks, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; b++) {
        int sum = 0;
        for (int i = 0; i < 128; i++) sum += in[b * 128 + i];
        wrong += out[b] != sum;
    }
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
}
