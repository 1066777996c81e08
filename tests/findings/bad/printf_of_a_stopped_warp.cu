// A warp that did what ends its launch prints no more, as measured on an H200: kern goes on with it to find more mistakes, and says nothing.
//@ stdout: before 0
//@ stdout: before 1
//@ stdout: before 2
//@ stdout: before 40
//@ stdout: after 40
//@ stdout: cudaErrorIllegalAddress
#include <cstdio>
__global__ void prints(int *p) {
    int t = threadIdx.x;
    if (t < 3 || t == 40) printf("before %d\n", t);
    if (t == 1) p[1000] = t; //~ ERROR[R0101] out-of-bounds global write
    if (t < 3 || t == 40) printf("after %d\n", t);
}
int main() {
    int *p;
    cudaMalloc(&p, 4);
    prints<<<1, 64>>>(p);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
