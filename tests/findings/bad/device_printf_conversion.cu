// The device's printf prints what it does not know as it stands (so does an H200).
#include <cstdio>
__global__ void k()
{
    printf("%zu|%lld [%*d] [%.*f]\n", 4ll, 6, 42, 2, 2.5);  //~ WARNING[R0502] the device's `printf` has no conversion `%zu`
}
int main()
{
    k<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
