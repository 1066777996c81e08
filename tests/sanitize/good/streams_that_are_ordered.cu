// What orders operations of two streams: an event, also over a third stream; the host, which waits; the default stream; memory that is
// freed and given out again; a counter that only atomic operations change.
#include <cstdio>
__global__ void produce(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void consume(const int *a, int *b) { b[threadIdx.x] = 2 * a[threadIdx.x]; }
__global__ void count(int *counter) { atomicAdd(counter, 1); }
int main() {
    int *a, *b, *counter, host[32];
    cudaMalloc(&a, 32 * sizeof(int));
    cudaMalloc(&b, 32 * sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t s[3];
    cudaEvent_t events[2];
    for (auto &stream : s) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (auto &event : events) cudaEventCreate(&event);

    produce<<<1, 32, 0, s[0]>>>(a);
    cudaEventRecord(events[0], s[0]);
    cudaStreamWaitEvent(s[1], events[0], 0);
    cudaEventRecord(events[1], s[1]);
    cudaStreamWaitEvent(s[2], events[1], 0);
    consume<<<1, 32, 0, s[2]>>>(a, b);
    cudaStreamSynchronize(s[2]);
    cudaMemcpy(host, b, sizeof(host), cudaMemcpyDeviceToHost);
    printf("%d\n", host[5]);

    cudaStream_t tied;
    cudaStreamCreate(&tied);
    produce<<<1, 32, 0, tied>>>(a);
    consume<<<1, 32>>>(a, b);
    cudaMemcpyAsync(host, b, sizeof(host), cudaMemcpyDeviceToHost, tied);
    cudaStreamSynchronize(tied);

    for (auto stream : s) count<<<1, 32, 0, stream>>>(counter);
    consume<<<1, 32, 0, s[0]>>>(a, b);
    cudaFree(b);
    cudaMalloc(&b, 32 * sizeof(int));
    produce<<<1, 32, 0, s[1]>>>(b);
    cudaDeviceSynchronize();
    cudaMemcpy(host, counter, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    for (auto stream : s) cudaStreamDestroy(stream);
    for (auto event : events) cudaEventDestroy(event);
    cudaStreamDestroy(tied);
    cudaFree(a);
    cudaFree(b);
    cudaFree(counter);
}
