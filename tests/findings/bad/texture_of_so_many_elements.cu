// `sizeInBytes` of a texture is given elements: fetches beyond it give 0.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void gather(cudaTextureObject_t t, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = tex1Dfetch<float>(t, n - 1 - i); //~ ERROR[R0101] texel 255 of a texture that has 64 | `sizeInBytes` counts bytes
}
int main() {
    const int n = 256;
    float hx[n], hy[n];
    for (int i = 0; i < n; i++) hx[i] = i + 1;
    float *x, *y;
    cudaMalloc(&x, sizeof hx); cudaMalloc(&y, sizeof hy);
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = x;
    res.res.linear.desc = cudaCreateChannelDesc<float>();
    res.res.linear.sizeInBytes = n;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &res, &desc, nullptr);
    gather<<<2, 128>>>(t, y, n);
    cudaMemcpy(hy, y, sizeof hy, cudaMemcpyDeviceToHost);
    printf("%g %g\n", hy[0], hy[255]);
    cudaDestroyTextureObject(t);
    cudaFree(x); cudaFree(y);
}
