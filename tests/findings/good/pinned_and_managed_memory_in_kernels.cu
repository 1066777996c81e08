// Host memory that a kernel may touch: pinned, mapped and managed.
//@ stdout: 3 6
#include <cstdio>
__managed__ int total;
__global__ void k(int *pinned, int *managed) {
    pinned[0] = 3;
    managed[1] = pinned[0] * 2;
    total = managed[1];
}
int main() {
    int *pinned, *managed;
    cudaMallocHost(&pinned, 4);
    cudaMallocManaged(&managed, 8);
    k<<<1, 1>>>(pinned, managed);
    cudaDeviceSynchronize();
    printf("%d %d\n", pinned[0], total);
    cudaFreeHost(pinned);
    cudaFree(managed);
}
