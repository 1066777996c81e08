// All the ways in which the host may wait for what it is going to use.
#include <cstdio>
#include <cstring>
__global__ void set(int *x, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = n;
}
__global__ void raise(volatile int *flag)
{
    *flag = 1;
}
int main()
{
    int *x, *pinned, *d;
    cudaMallocManaged(&x, 64 * sizeof(int));
    cudaMallocHost(&pinned, 64 * sizeof(int));
    cudaMalloc(&d, 64 * sizeof(int));
    cudaStream_t one, two;
    cudaStreamCreate(&one);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaEvent_t event;
    cudaEventCreate(&event);

    set<<<1, 32>>>(x, 64);
    cudaDeviceSynchronize();
    x[0] = 1;
    set<<<1, 32, 0, one>>>(x, 64);
    cudaStreamSynchronize(one);
    x[0] = 1;
    set<<<1, 32, 0, two>>>(x, 64);
    cudaEventRecord(event, two);
    cudaEventSynchronize(event);
    x[0] = 1;
    // A stream that waits for an event of another has it behind itself too.
    set<<<1, 32, 0, two>>>(x, 64);
    cudaEventRecord(event, two);
    cudaStreamWaitEvent(one, event, 0);
    cudaStreamSynchronize(one);
    x[0] = 1;
    // The default stream waits for the blocking ones, and a copy of it for the host.
    set<<<1, 32, 0, one>>>(x, 64);
    cudaMemcpy(pinned, d, 64, cudaMemcpyDeviceToHost);
    x[0] = 1;
    // Asking until it is done.
    set<<<1, 32, 0, one>>>(x, 64);
    while (cudaStreamQuery(one) == cudaErrorNotReady) {}
    x[0] = 1;
    // The halves of an array: the second one is still being worked on.
    set<<<1, 32, 0, one>>>(x, 32);
    set<<<1, 32, 0, two>>>(x + 32, 32);
    cudaStreamSynchronize(one);
    x[31] = 1;
    cudaStreamSynchronize(two);
    // A flag that both sides look at is volatile.
    int *flag;
    cudaMallocHost(&flag, sizeof(int));
    *flag = 0;
    raise<<<1, 1>>>(flag);
    while (*(volatile int *)flag == 0) {}
    // What is copied from pageable memory may be used again at once, and what is copied to it is there.
    int local[16] = {1};
    cudaMemcpyAsync(d, local, sizeof local, cudaMemcpyHostToDevice, one);
    local[0] = 2;
    cudaMemcpyAsync(local, d, sizeof local, cudaMemcpyDeviceToHost, one);
    printf("%d\n", local[0]);
    // Freeing waits.
    set<<<1, 32>>>(x, 64);
    cudaFree(d);
    x[0] = 1;
    cudaFree(x);
    cudaFreeHost(pinned);
    cudaFreeHost(flag);
}
