// <nv/target>: code for one side, or for some devices.
#include <nv/target>
#include <cstdio>

__host__ __device__ int where()
{
    NV_IF_ELSE_TARGET(NV_IS_HOST, (return 1;), (return 2;))
}
__host__ __device__ int which()
{
    int result = 0;
    NV_IF_TARGET(NV_PROVIDES_SM_80, (result += 80;));
    NV_IF_TARGET(NV_IS_DEVICE, (int a = 1, b = 2; result += a + b + (int)threadIdx.x;), (result += 7;));
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_100, (result += 1000;), NV_PROVIDES_SM_70, (result += 500;), NV_IS_HOST, (result += 100;))
    NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_35, (result = -1;), NV_ANY_TARGET, (result *= 2;))
    return result;
}

__global__ void k() { printf("device %d %d\n", where(), which()); }

int main()
{
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("host %d %d\n", where(), which());
}
