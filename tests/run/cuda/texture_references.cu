// Texture and surface references, which CUDA 12 dropped: bound to an array, to memory, and a surface.
#include <cstdio>
texture<float, 2, cudaReadModeElementType> image; //~ WARNING[K0616] texture references were dropped by CUDA 12.0
texture<unsigned char, 1, cudaReadModeNormalizedFloat> bytes;
surface<void, 2> target;
__global__ void shift(float *out, int w, int h, float dx)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * w + x] = tex2D(image, x + 0.5f + dx, y + 0.5f) + tex1Dfetch(bytes, x);
    surf2Dwrite((float)(x + y), target, x * 4, y);
}
int main()
{
    const int w = 8, h = 4;
    float host[w * h], back[w * h];
    unsigned char b[w];
    for (int i = 0; i < w * h; i++) host[i] = i;
    for (int i = 0; i < w; i++) b[i] = i * 30;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaArray *a, *s;
    cudaMallocArray(&a, &f, w, h);
    cudaMallocArray(&s, &f, w, h, cudaArraySurfaceLoadStore);
    cudaMemcpyToArray(a, 0, 0, host, sizeof(host), cudaMemcpyHostToDevice);
    image.filterMode = cudaFilterModeLinear;
    image.addressMode[0] = cudaAddressModeClamp;
    unsigned char *db;
    cudaMalloc(&db, w);
    cudaMemcpy(db, b, w, cudaMemcpyHostToDevice);
    cudaBindTexture(NULL, bytes, db, w);
    cudaBindTextureToArray(image, a, f);
    cudaBindSurfaceToArray(target, s);
    float *out;
    cudaMalloc(&out, sizeof(back));
    shift<<<h, w>>>(out, w, h, 0.25f);
    cudaMemcpy(back, out, sizeof(back), cudaMemcpyDeviceToHost);
    for (int i = 0; i < w * h; i++) printf("%g%c", back[i], i % w == w - 1 ? '\n' : ' ');
    cudaMemcpyFromArray(back, s, 0, 0, sizeof(back), cudaMemcpyDeviceToHost);
    for (int i = 0; i < w * h; i++) printf("%g%c", back[i], i % w == w - 1 ? '\n' : ' ');
    cudaUnbindTexture(image);
    cudaUnbindTexture(bytes);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFreeArray(a);
    return 0;
}
