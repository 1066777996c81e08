// Which space an address lies in, and addresses within one.
#include <cstdio>

__constant__ int in_constant = 5;
__device__ int in_global = 6;

__device__ int spaces(const void *p) { return __isGlobal(p) * 1000 + __isShared(p) * 100 + __isLocal(p) * 10 + __isConstant(p); }

__global__ void k(int *heap)
{
    __shared__ int in_shared[8];
    int in_local[4] = {1, 2, 3, (int)threadIdx.x};
    printf("%d %d %d %d %d\n", spaces(heap), spaces(&in_global), spaces(in_shared + 2), spaces(in_local), spaces(&in_constant));
    size_t window = __cvta_generic_to_shared(&in_shared[3]);
    in_shared[3] = 77;
    int *back = (int *)__cvta_shared_to_generic(window);
    printf("%d %d %d\n", *back, back == &in_shared[3], (int)(window - __cvta_generic_to_shared(in_shared)));
    int value;
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(value) : "r"((unsigned)window));
    *(int *)__cvta_global_to_generic(__cvta_generic_to_global(heap)) = value + in_local[3] + in_local[2];
}

int main()
{
    int *heap, h;
    cudaMalloc(&heap, sizeof(int));
    k<<<1, 1>>>(heap);
    cudaMemcpy(&h, heap, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %s\n", h, cudaGetErrorString(cudaGetLastError()));
}
