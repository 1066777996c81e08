// Allocations and copies of sizes that no machine has.
//@ runs: 5
#include <cstdio>
#include <cstdlib>
__global__ void k(char *x, size_t n) { memset(x, 1, n); memcpy(x + 1, x, n); x[0] = (char)n; }
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    char *x, *y;
    printf("%s\n", cudaGetErrorName(cudaMalloc(&y, ~(size_t)0)));
    printf("%s\n", cudaGetErrorName(cudaMalloc(&y, (size_t)1 << 50)));
    cudaGetLastError();
    cudaMalloc(&x, 64);
    cudaMemset(x, 0, 64);
    if (run == 0) k<<<1, 1>>>(x, 8);
    size_t nList[] = {(size_t)65, (size_t)1 << 40, (size_t)1 << 63, ~(size_t)0};
    if (run >= 1 && run < 5) { size_t n = nList[run - 1]; k<<<1, 1>>>(x, n); }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
