// half as many bytes as the kernel's type needs
#include <cstdio>
__global__ void scale(double *v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) v[i] *= 0.5; }  //~ ERROR[R0101] element 500 of 500 doubles, just past the end | through parameter `v`, the 1st argument of `scale`
int main()
{
    int n = 1000, *v;
    cudaMalloc(&v, n * sizeof(int)); cudaMemset(v, 0, n * sizeof(int));
    scale<<<4, 256>>>((double *)v, n);  //~ NOTE `scale<<<4, 256>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(v);
}
