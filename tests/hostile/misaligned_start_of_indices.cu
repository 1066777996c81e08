// Loaded indices from a start that lies before its array and between two elements: compiled code took the last of them for right.
//@ runs: 12
#include <cstdio>
#include <cstdlib>
__global__ void of_shared(const int *index, int *out, int shift)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    s[threadIdx.x + 32] = 7;
    __syncthreads();
    const int *start = (const int *)((const char *)s + shift);
    out[threadIdx.x] = start[index[threadIdx.x]];
}
__global__ void of_global(const int *index, int *out, int *in, int shift)
{
    int *start = (int *)((char *)in + shift);
    start[index[threadIdx.x]] = threadIdx.x;
    out[threadIdx.x] = start[index[threadIdx.x]];
}
__global__ void of_doubles(const int *index, int *out, double *in, int shift)
{
    const double *start = (const double *)((const char *)in + shift);
    out[threadIdx.x] = start[index[threadIdx.x]];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]), h[32], indices[32];
    int shifts[4] = {-5, -8, -1, -7};
    int *index, *out, *in;
    cudaMalloc(&index, sizeof indices);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&in, 256);
    cudaMemset(in, 0, 256);
    cudaMemset(out, 0, sizeof h);
    for (int i = 0; i < 32; i++) indices[i] = run / 4 == 2 ? 2 + i : 34 + (i * 13) % 32;
    cudaMemcpy(index, indices, sizeof indices, cudaMemcpyHostToDevice);
    if (run / 4 == 0) of_shared<<<1, 32>>>(index, out, shifts[run % 4]);
    if (run / 4 == 1) of_global<<<1, 32>>>(index, out, in, shifts[run % 4]);
    if (run / 4 == 2) of_doubles<<<1, 32>>>(index, out, (double *)in, shifts[run % 4]);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) printf("%d ", h[i]);
    printf("\n");
}
