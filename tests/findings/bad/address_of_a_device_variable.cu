// expect: a kernel is given the address that host code has for a device variable
__device__ int counter;
__global__ void k(int *p)
{
    atomicAdd(p, 1); //~ ERROR[R0106] through the address that host code has for a device variable | cudaGetSymbolAddress
}
int main()
{
    k<<<1, 32>>>(&counter);
    cudaDeviceSynchronize();
}
