// the tile has room for one halo, two are loaded
#include <cstdio>
#define R 2
#define B 64
__global__ void stencil(const int *in, int *out, int n)
{
    __shared__ int tile[B + R];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + R;
    tile[l] = in[g];
    if (threadIdx.x < R) {
        tile[threadIdx.x] = g >= R ? in[g - R] : 0;
        tile[l + B] = g + B < n ? in[g + B] : 0;  //~ ERROR[R0102] element 66 of array `tile` of 66 ints, just past the end
    }
    __syncthreads();
    out[g] = tile[l - R] + tile[l] + tile[l + R];  //~ ERROR[R0102] element 66 of array `tile` of 66 ints, just past the end
}
int main()
{
    const int n = 256;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    stencil<<<n / B, B>>>(in, out, n);  //~ NOTE `stencil<<<4, 64>>>` launched here
//~^ NOTE `stencil<<<4, 64>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in); cudaFree(out);
}
