// a launch in a loop, wrong from the third on
#include <cstdio>
__device__ float table[64];
__global__ void put(int first) { table[first + threadIdx.x] = first; }  //~ ERROR[R0101] element 64 of array `table` of 64 floats, just past the end
int main()
{
    for (int i = 0; i < 5; i++) put<<<1, 32>>>(i * 32);  //~ NOTE `put<<<1, 32>>>` launched here, the 3rd of 3 launches
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
