// Shade a picture.
#include <cstdio>
#include <cstdlib>

__global__ void shade(int *picture, int width, int height)
{
//[ edit
    // Which pixel is this thread's?
//] edit
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 64, height = argc > 2 ? atoi(argv[2]) : 48, wrong = 0;
    int *picture;
    cudaMallocManaged(&picture, width * height * sizeof(int));
    for (int i = 0; i < width * height; i++) picture[i] = -1;
    // Enough blocks of 8 x 8 threads for the longer side, in both directions.
    int blocks = ((width > height ? width : height) + 7) / 8;
    shade<<<dim3(blocks, blocks), dim3(8, 8)>>>(picture, width, height);
    cudaDeviceSynchronize();
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) wrong += picture[y * width + x] != 3 * x + 5 * y;
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(picture);
}
