// the tile has half as many rows as the block
#include <cstdio>
#include <cstdlib>
#define T 16
__global__ void transpose(const float *in, float *out, int w, int h)
{
    __shared__ float tile[T / 2][T];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * w + x]; //~ ERROR[R0102] element 128 of array `tile` of 128 floats | the block has 256 threads, and `tile` 128 elements
    __syncthreads();
    int tx = blockIdx.y * T + threadIdx.x, ty = blockIdx.x * T + threadIdx.y;
    out[ty * h + tx] = tile[threadIdx.x][threadIdx.y]; //~ ERROR[R0102] element 128 of array `tile` of 128 floats | declare it as large as the block
}
int main()
{
    int w = 64, h = 32;
    size_t bytes = w * h * sizeof(float);
    float *host = (float *)malloc(bytes), *a, *b;
    for (int i = 0; i < w * h; i++) host[i] = i;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);
    transpose<<<dim3(w / T, h / T), dim3(T, T)>>>(a, b, w, h);
    cudaMemcpy(host, b, bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", host[1]);
    cudaFree(a), cudaFree(b), free(host);
}
