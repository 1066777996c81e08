#include <cstdio>
#include <cstdlib>

__global__ void scale(int *x) { x[threadIdx.x] *= SCALE; }

int main(int argc, char **argv)
{
    int *x;
    cudaMallocManaged(&x, 4 * sizeof(int));
    for (int i = 0; i < 4; i++) x[i] = i + std::atoi(argv[1]);
    scale<<<1, 4>>>(x);
    cudaDeviceSynchronize();
    char line[32] = "";
    std::fgets(line, sizeof line, stdin);
    std::printf("%d %d %d %d, %d arguments, input %s", x[0], x[1], x[2], x[3], argc, line);
    cudaFree(x);
    return 7;
}
