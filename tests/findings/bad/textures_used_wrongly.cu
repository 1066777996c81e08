// Objects that were destroyed or never made, and texels outside of memory.
//@ stdout: 700
#include <cstdio>
#include <cstring>
__global__ void read(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x); //~ ERROR[R0107] is used after it was destroyed
}
__global__ void read_nothing(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2D<float>(t, 0, 0); //~ ERROR[R0105] a texture object that was never made
}
__global__ void read_beyond(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x + 2); //~ ERROR[R0101]
}
static cudaTextureObject_t linear(float *p, size_t bytes)
{
    cudaResourceDesc r;
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = p;
    r.res.linear.desc = cudaCreateChannelDesc<float>();
    r.res.linear.sizeInBytes = bytes;
    cudaTextureDesc d;
    memset(&d, 0, sizeof(d));
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    return t;
}
int main()
{
    float *p, *out;
    cudaMalloc(&p, 16);
    cudaMalloc(&out, 128);
    cudaTextureObject_t t = linear(p, 16), beyond = linear(p, 32);
    cudaDestroyTextureObject(t);
    read<<<1, 4>>>(t, out);
    read_nothing<<<1, 1>>>(0, out);
    read_beyond<<<1, 4>>>(beyond, out);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
