// Nor take its format from there.
#include <cstdio>
__global__ void say(const char *format) { printf(format, threadIdx.x); } //~ ERROR[R0108] the format of `printf` is in host memory | literal in the kernel
int main()
{
    const char *format = "%d\n";
    say<<<1, 1>>>(format);
    cudaDeviceSynchronize();
}
