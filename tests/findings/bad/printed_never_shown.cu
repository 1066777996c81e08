// What a kernel prints appears when the host waits: at the end nothing does.
//@ stdout: first 0
//@ stdout: the end
#include <cstdio>
__global__ void first()
{
    printf("first %d\n", threadIdx.x);
}
__global__ void last()
{
    printf("last %d\n", threadIdx.x);
}
int main()
{
    first<<<1, 1>>>();
    cudaDeviceSynchronize();
    last<<<1, 4>>>(); //~ WARNING[R0508] what the kernel `last` prints is never shown | 4 calls of `printf` in all
    printf("the end\n");
}
