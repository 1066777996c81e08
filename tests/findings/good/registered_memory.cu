// Memory of every kind that the host has can be registered, whole or in part, and kernels then use it.
#include <cstdio>
#include <cstdlib>
#include <vector>
static int table[64];
__global__ void fill(int *p, int value) { p[threadIdx.x] = value + threadIdx.x; }
static int last_of(int *p, int n)
{
    int *d = nullptr;
    if (cudaHostRegister(p, n * sizeof(int), cudaHostRegisterMapped) != cudaSuccess) return -1;
    if (cudaHostGetDevicePointer(&d, p, 0) != cudaSuccess) return -2;
    fill<<<1, n>>>(d, 100);
    cudaDeviceSynchronize();
    int last = p[n - 1];
    return cudaHostUnregister(p) == cudaSuccess ? last : -3;
}
int main()
{
    int local[32];
    int *heap = (int *)malloc(256 * sizeof(int));
    std::vector<int> list(40);
    int last = last_of(local, 32);
    printf("%d %d\n", last, local[0]);
    last = last_of(table, 64);
    printf("%d %d\n", last, table[1]);
    last = last_of(heap + 100, 50);
    printf("%d %d\n", last, heap[100]);
    last = last_of(list.data(), 40);
    printf("%d %d\n", last, list[2]);
    cudaPointerAttributes attributes;
    cudaHostRegister(local, sizeof(local), cudaHostRegisterDefault);
    cudaPointerGetAttributes(&attributes, local);
    printf("%d\n", attributes.type == cudaMemoryTypeHost);
    printf("%s\n", cudaGetErrorName(cudaHostRegister(local + 4, 16, 0)));
    fill<<<1, 16>>>(local + 16, 7);
    cudaDeviceSynchronize();
    printf("%d\n", local[16]);
    cudaHostUnregister(local);
    free(heap);
}
