// the kernel is told twice the number of elements
#include <cstdio>
__global__ void zero(int *v, size_t count) { size_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i < count) v[i] = 0; }  //~ ERROR[R0101] element 1000 of 1000 ints, just past the end | `count` is 4000, which is the size of the allocation in bytes | through parameter `v`, the 1st argument of `zero`
int main()
{
    int n = 1000, *v;
    cudaMalloc(&v, n * sizeof(int));
    zero<<<16, 256>>>(v, n * sizeof(int));  //~ NOTE `zero<<<16, 256>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(v);
}
