// the pointer was never set
#include <cstdio>
__global__ void k(int *v) { v[threadIdx.x] = 1; }  //~ ERROR[R0106] through a pointer that was never set: parameter `v` | through parameter `v`, the 1st argument of `k`
int main()
{
    int *v;
    k<<<1, 32>>>(v);  //~ NOTE `k<<<1, 32>>>` launched here
    //~^ WARNING[K0609] `v` is used before it has a value
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
