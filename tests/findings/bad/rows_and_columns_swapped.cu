// width and height are mixed up in the index of a 2-D image
#include <cstdio>
__global__ void invert(unsigned char *img, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        img[x * width + y] = 255 - img[x * width + y];  //~ ERROR[R0101] element 3072 of 3072 unsigned chars, just past the end | through parameter `img`, the 1st argument of `invert`
}
int main()
{
    int width = 64, height = 48;
    unsigned char *img;
    cudaMalloc(&img, width * height);
    cudaMemset(img, 7, width * height);
    dim3 block(16, 16), grid(4, 3);
    invert<<<grid, block>>>(img, width, height);  //~ NOTE `invert<<<(4, 3), (16, 16)>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(img);
}
