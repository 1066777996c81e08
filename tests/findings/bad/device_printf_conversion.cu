// The device's printf prints what it does not know as it stands, and loses arguments where the length is `hh` (so does an H200).
#include <cstdio>
__global__ void k()
{
    printf("%zu|%lld [%*d] [%.*f]\n", 4ll, 6, 42, 2, 2.5);  //~ WARNING[R0502] the device's `printf` has no conversion `%zu`
    //~^ WARNING[R0502] the device's `printf` has no conversion `%.*f`
    printf("%hhd|%d\n", 'a', 5);  //~ WARNING[R0502] the device's `printf` has no length `hh`, as in `%hhd`
    printf("%5%|%d\n", 5);  //~ WARNING[R0502] the device's `printf` has no conversion `%5%`
}
int main()
{
    k<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
