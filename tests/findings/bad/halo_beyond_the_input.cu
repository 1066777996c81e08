// the halo on the right is loaded without a check
#include <cstdio>
#define R 3
#define B 128
__global__ void stencil(const float *in, float *out, int n)
{
    __shared__ float tile[B + 2 * R];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + R;
    tile[l] = in[g];
    if (threadIdx.x < R) {
        tile[l - R] = g >= R ? in[g - R] : 0;
        tile[l + B] = in[g + B];  //~ ERROR[R0101] element 512 of 512 floats, just past the end | through parameter `in`, the 1st argument of `stencil`
    }
    __syncthreads();
    float sum = 0;
    for (int k = -R; k <= R; k++) sum += tile[l + k];
    out[g] = sum;
}
int main()
{
    const int n = 512;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    stencil<<<n / B, B>>>(in, out, n);  //~ NOTE `stencil<<<4, 128>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in); cudaFree(out);
}
