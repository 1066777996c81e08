// Locals are aligned as their declarations say, also in functions that other functions call, and in kernels.
#include <cstdint>
#include <cstdio>

struct alignas(64) Line {
    int words[16];
};

__host__ __device__ int rest(const void *p, int by) { return (int)((uintptr_t)p % by); }

__host__ __device__ __attribute__((noinline)) int deeper(int n)
{
    alignas(32) float row[8];
    Line line;
    alignas(128) char byte;
    char odd = (char)n;
    row[0] = n;
    line.words[0] = n;
    byte = odd;
    int wrong = rest(row, 32) + rest(&line, 64) + rest(&byte, 128);
    return n > 0 ? wrong + deeper(n - 1) + (int)row[0] - line.words[0] + byte - odd : wrong;
}

__global__ void kernel() { printf("on the device %d\n", deeper(5)); }

int main()
{
    char odd[3] = {1, 2, 3};
    printf("on the host %d\n", deeper(odd[2]));
    kernel<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
