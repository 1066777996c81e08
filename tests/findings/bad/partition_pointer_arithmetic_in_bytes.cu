// an offset in bytes added to a pointer to int
#include <cstdio>
__global__ void fill(int *part, int n) { int i = threadIdx.x; if (i < n) part[i] = i; }  //~ ERROR[R0101] element 256 of 256 ints, just past the end | through parameter `part`, the 1st argument of `fill`
int main()
{
    int n = 256, *v;
    cudaMalloc(&v, n * sizeof(int));
    for (int part = 0; part < 4; part++) fill<<<1, 64>>>(v + part * 64 * sizeof(int), 64);  //~ NOTE `fill<<<1, 64>>>` launched here, the 2nd of 2 launches
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(v);
}
