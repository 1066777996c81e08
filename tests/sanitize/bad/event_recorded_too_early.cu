// Producer in one stream, consumer in another; the event is recorded before the producer is launched.
#include <cstdio>
#include <cstdlib>
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void produce(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i * i; }
__global__ void consume(const int *p, int *q, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) q[i] = p[n - 1 - i] + 1; } //~ ERROR[R0303] nothing orders the two | at line 20 orders nothing here | recorded before `produce
int main()
{
    const int n = 4096;
    int *p, *q;
    CHECK(cudaMalloc(&p, n * sizeof *p));
    CHECK(cudaMalloc(&q, n * sizeof *q));
    cudaStream_t front, back;
    cudaEvent_t ready;
    CHECK(cudaStreamCreate(&front));
    CHECK(cudaStreamCreate(&back));
    CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    CHECK(cudaEventRecord(ready, front));
    produce<<<n / 256, 256, 0, front>>>(p, n);
    CHECK(cudaStreamWaitEvent(back, ready, 0));
    consume<<<n / 256, 256, 0, back>>>(p, q, n);
    CHECK(cudaDeviceSynchronize());
    int first;
    CHECK(cudaMemcpy(&first, q, sizeof first, cudaMemcpyDeviceToHost));
    printf("%d\n", first);
    cudaEventDestroy(ready);
    cudaStreamDestroy(front);
    cudaStreamDestroy(back);
    cudaFree(p);
    cudaFree(q);
}
