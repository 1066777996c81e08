// Elements of a surface are aligned to their size.
//@ stdout: 716
#include <cstdio>
#include <cstring>
__global__ void odd(cudaSurfaceObject_t s)
{
    surf2Dwrite(1.0f, s, threadIdx.x + 1, 0); //~ ERROR[R0111] for an access of 4 bytes
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
    odd<<<1, 1>>>(s);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
