// When the host sees what kernels print: where it waits, not at launches, queries and allocations, and not at the end.
#include <cstdio>
__global__ void k(int i)
{
    printf("kernel %d\n", i);
}
__device__ int variable;
void function(void *)
{
    puts("function");
}
int main()
{
    int h = 0, *d, *e, *managed, *pinned;
    cudaMalloc(&d, 4);
    cudaMallocManaged(&managed, 4);
    cudaMallocHost(&pinned, 4);
    cudaStream_t blocking, independent;
    cudaStreamCreate(&blocking);
    cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking);
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaDeviceSynchronize();

    k<<<1, 1>>>(1);
    puts("not at a launch");
    k<<<1, 1>>>(2);
    cudaStreamQuery(0);
    puts("not at a query");
    cudaMalloc(&e, 4);
    puts("not at an allocation");
    cudaMemset(d, 0, 4);
    puts("not at a fill");
    cudaMemcpyAsync(pinned, d, 4, cudaMemcpyDeviceToHost);
    puts("not at an asynchronous copy to pinned memory");
    cudaMemcpyAsync(d, &h, 4, cudaMemcpyHostToDevice);
    puts("not at an asynchronous copy from pageable memory");
    cudaGetLastError();
    cudaEventRecord(event);
    puts("not when an event is recorded");
    cudaMemcpyAsync(&h, d, 4, cudaMemcpyDeviceToHost);
    puts("not at an asynchronous copy to pageable memory");

    k<<<1, 1>>>(3);
    puts("-");
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    puts("at a copy to the host");
    k<<<1, 1>>>(4);
    puts("-");
    cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);
    puts("at a copy to the device");
    k<<<1, 1>>>(5);
    puts("-");
    cudaStreamSynchronize(0);
    puts("at the synchronisation of a stream");
    k<<<1, 1>>>(6);
    puts("-");
    cudaStreamSynchronize(blocking);
    puts("not at the synchronisation of another stream");
    k<<<1, 1, 0, independent>>>(7);
    puts("-");
    cudaStreamSynchronize(independent);
    puts("at the synchronisation of an independent stream");
    k<<<1, 1>>>(8);
    puts("-");
    cudaEventRecord(event);
    cudaEventSynchronize(event);
    puts("at the synchronisation of an event");
    k<<<1, 1>>>(9);
    puts("-");
    cudaMemcpyToSymbol(variable, &h, 4);
    puts("at a copy to a variable");
    k<<<1, 1>>>(10);
    puts("-");
    cudaMemset(managed, 0, 4);
    puts("at a fill of managed memory");
    k<<<1, 1>>>(11);
    puts("-");
    cudaFree(e);
    puts("when memory is freed");
    k<<<1, 1>>>(12);
    puts("-");
    cudaFreeHost(pinned);
    puts("when pinned memory is freed");
    k<<<1, 1>>>(13);
    puts("-");
    cudaLaunchHostFunc(0, function, nullptr);
    cudaDeviceSynchronize();
    puts("before a host function");
    printf("%d %d\n", cudaStreamQuery(0), cudaStreamQuery(independent));
    cudaDeviceReset();
    puts("the end");
}
