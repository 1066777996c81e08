#include "device.h"
#include <cstdio>

__global__ void run(int *out) { *out = twice(20) + bias; }

int main()
{
    int *out, host = 2;
    cudaMalloc(&out, sizeof(int));
    cudaMemcpyToSymbol(bias, &host, sizeof(int));
    run<<<1, 1>>>(out);
    cudaMemcpy(&host, out, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %s\n", host, help());
    cudaFree(out);
}
