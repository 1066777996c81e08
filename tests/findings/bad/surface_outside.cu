// A surface is written behind the end of its rows; x counts bytes.
//@ stdout: 700
#include <cstdio>
#include <cstring>
__global__ void outside(cudaSurfaceObject_t s)
{
    surf2Dwrite(1.0f, s, (threadIdx.x + 1) * 4, 0); //~ ERROR[R0101] lies outside of the surface
}
int main()
{
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaArray_t a;
    cudaMallocArray(&a, &f, 4, 2, cudaArraySurfaceLoadStore);
    cudaResourceDesc r;
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &r);
    outside<<<1, 4>>>(s);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
