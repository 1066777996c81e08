// Each number becomes the weighted sum of its neighbours.
#include <cstdio>
#include <cstdlib>

//[ edit
__constant__ float table[9];
//] edit

__global__ void stencil(const float *in, float *out, const float *weights)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
//[ edit
    for (int k = 0; k < 9; k++) sum += weights[k] * in[i + k];
//] edit
    out[i] = sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4096, wrong = 0;
    float *in, *out, *weights;
    cudaMallocManaged(&in, (n + 8) * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    cudaMallocManaged(&weights, 9 * sizeof(float));
    for (int i = 0; i < n + 8; i++) in[i] = i % 17;
    for (int k = 0; k < 9; k++) weights[k] = k % 5 + 1;
//[ edit
    cudaMemcpyToSymbol(table, weights, sizeof(table));
//] edit
    stencil<<<n / 128, 128>>>(in, out, weights);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < 9; k++) sum += weights[k] * in[i + k];
        wrong += out[i] != sum;
    }
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(in);
    cudaFree(out);
    cudaFree(weights);
}
