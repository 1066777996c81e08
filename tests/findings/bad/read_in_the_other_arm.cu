// expect: out-of-bounds global read of 4 bytes
// One arm reads where it may, the other one too far: the line of the other one is told, at every level.
#include <cstdio>
__global__ void k(const float *a, float *o, int n)
{
    int i = threadIdx.x;
    float x;
    if (i & 1)
        x = a[i];
    else
        x = a[i * n];  //~ ERROR[R0101] out-of-bounds global read of 4 bytes | thread (2,0,0) | element 64 of 32 floats
    if (i < 4)
        o[i] = x;
    else
        o[i] = x * a[i + 1];  //~ ERROR[R0101] out-of-bounds global read of 4 bytes | thread (31,0,0) | just past the end
}
int main()
{
    float *a, *o;
    cudaMalloc(&a, 128);  //~ NOTE allocated
    cudaMalloc(&o, 128);
    cudaMemset(a, 0, 128);
    k<<<1, 32>>>(a, o, 32);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
