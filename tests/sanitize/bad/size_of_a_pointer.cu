// `sizeof` of a pointer is 8, however long the array is.
#include <cstdlib>
__global__ void advance(float *x, const float *v) { x[threadIdx.x] += v[threadIdx.x]; } //~ ERROR[R0601] `v[2]` | the first 8 were written, which is the size of a pointer
int main()
{
    int n = 64;
    float *v = (float *)malloc(n * sizeof(float)), *dx, *dv;
    for (int i = 0; i < n; i++) v[i] = 1;
    cudaMalloc(&dx, n * sizeof(float)), cudaMalloc(&dv, n * sizeof(float));
    cudaMemset(dx, 0, n * sizeof(float));
    cudaMemcpy(dv, v, sizeof(v), cudaMemcpyHostToDevice);
    advance<<<1, 64>>>(dx, dv);
    cudaDeviceSynchronize();
    cudaFree(dx), cudaFree(dv);
    free(v);
}
