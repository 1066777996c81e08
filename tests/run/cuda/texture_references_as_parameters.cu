// Texture references that device functions take by value: nvcc before 12 expands such functions in place.
#include <cstdio>
texture<int2, 1> doubles; //~ WARNING[K0616] texture references were dropped by CUDA 12.0
texture<float, 2, cudaReadModeElementType> image;
static __inline__ __device__ double fetch_double(texture<int2, 1> t, int i)
{
    int2 v = tex1Dfetch(t, i);
    return __hiloint2double(v.y, v.x);
}
template <class T, enum cudaTextureReadMode mode> __device__ T around(const texture<T, 2, mode> t, float x, float y)
{
    return tex2D(t, x - 1, y) + tex2D(t, x + 1, y);
}
template <class Texture> __device__ float twice(Texture t, float x, float y) { return 2 * tex2D(t, x, y); }
__global__ void reversed(double *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = fetch_double(doubles, n - 1 - i);
}
__global__ void blur(float *out, int w)
{
    float x = threadIdx.x + 0.5f, y = blockIdx.x + 0.5f;
    out[blockIdx.x * w + threadIdx.x] = around(image, x, y) + twice(image, x, y);
}
int main()
{
    double values[8], *from, *to;
    for (int i = 0; i < 8; i++) values[i] = 1.0 / (i + 1);
    cudaMalloc(&from, sizeof values);
    cudaMalloc(&to, sizeof values);
    cudaMemcpy(from, values, sizeof values, cudaMemcpyHostToDevice);
    cudaBindTexture(NULL, doubles, from, sizeof values);
    reversed<<<1, 8>>>(to, 8);
    cudaMemcpy(values, to, sizeof values, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", values[0], values[6], values[7]);
    float rows[3][8], *device, *sums;
    size_t pitch;
    for (int i = 0; i < 24; i++) rows[i / 8][i % 8] = i;
    cudaMallocPitch(&device, &pitch, 32, 3);
    cudaMalloc(&sums, sizeof rows);
    cudaMemcpy2D(device, pitch, rows, 32, 32, 3, cudaMemcpyHostToDevice);
    image.addressMode[0] = cudaAddressModeClamp;
    cudaBindTexture2D(0, image, device, cudaCreateChannelDesc<float>(), 8, 3, pitch);
    blur<<<3, 8>>>(sums, 8);
    cudaMemcpy(rows, sums, sizeof rows, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", rows[0][0], rows[1][3], rows[2][7]);
    cudaUnbindTexture(image);
    cudaFree(from), cudaFree(to), cudaFree(device), cudaFree(sums);
}
