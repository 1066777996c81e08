// A texture object where a surface object is wanted.
//@ stdout: 700
#include <cstdio>
#include <cstring>
__global__ void other(cudaSurfaceObject_t s)
{
    surf2Dwrite(1.0f, s, 0, 0); //~ ERROR[R0106] is no surface object
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
    cudaTextureDesc d;
    memset(&d, 0, sizeof(d));
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    cudaDestroySurfaceObject(s);
    other<<<1, 1>>>(t);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
