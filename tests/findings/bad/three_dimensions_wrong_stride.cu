// the stride of z is that of y
#include <cstdio>
__global__ void k(int *v, int nx, int ny, int nz)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    v[z * nx * nx + y * nx + x] = 1;  //~ ERROR[R0101] element 128 of 128 ints, just past the end | through parameter `v`, the 1st argument of `k`
}
int main()
{
    int nx = 8, ny = 4, nz = 4, *v;
    cudaMalloc(&v, nx * ny * nz * sizeof(int));
    k<<<1, dim3(nx, ny, nz)>>>(v, nx, ny, nz);  //~ NOTE `k<<<1, (8, 4, 4)>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(v);
}
