// Add up the columns of a matrix.
#include <cstdio>
#include <cstdlib>

__global__ void sums(const int *matrix, int *result, int width, int height)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
//[ edit
    // Each warp does 32 columns, one after the other.
    for (int column = thread / 32 * 32, last = column + 32; column < last; column++) {
        sum = 0;
        for (int row = threadIdx.x % 32; row < height; row += 32) sum += matrix[row * width + column];
        for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
        if (threadIdx.x % 32 == 0) result[column] = sum;
    }
//] edit
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 64, height = argc > 2 ? atoi(argv[2]) : 40, wrong = 0;
    int *matrix, *result;
    cudaMallocManaged(&matrix, width * height * sizeof(int));
    cudaMallocManaged(&result, width * sizeof(int));
    for (int i = 0; i < width * height; i++) matrix[i] = i % 101;
    sums<<<width / 32, 32>>>(matrix, result, width, height);
    cudaDeviceSynchronize();
    for (int x = 0; x < width; x++) {
        int sum = 0;
        for (int y = 0; y < height; y++) sum += matrix[y * width + x];
        wrong += result[x] != sum;
    }
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(matrix);
    cudaFree(result);
}
