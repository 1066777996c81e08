// A kernel writes rows of pitched memory as if they lay one behind the other.
#include <cstdio>
__global__ void grey(unsigned char *img, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) img[y * w + x] = x + y;
}
int main()
{
    const int w = 100, h = 40;
    unsigned char *d, host[h][w];
    size_t pitch;
    cudaMallocPitch(&d, &pitch, w, h);
    grey<<<dim3(7, 5), dim3(16, 8)>>>(d, w, h);
    cudaMemcpy2D(host, w, d, pitch, w, h, cudaMemcpyDeviceToHost); //~ ERROR[R0602] begin 512 bytes behind one another | by the pitch, which counts bytes
    printf("%d %d\n", host[0][1], host[39][99]); //~ NOTE so the host reads `host[3999]`
    cudaFree(d);
}
