#include <stdio.h>
#include <stdlib.h>
#define N_STREAMS 4
#define CHUNK 1000
static cudaError_t lastError = cudaSuccess;
#define CALL(f, ...) do { if ((lastError = f(__VA_ARGS__)) != cudaSuccess) { fprintf(stderr, #f " failed: %s\n", cudaGetErrorString(lastError)); exit(2); } } while (0)
__global__ void stage(int *a, int n, int mul, int add) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = a[i] * mul + add; }
void CUDART_CB done(cudaStream_t s, cudaError_t status, void *data) { *(int *)data += status == cudaSuccess ? 1 : 100; }
static void CUDART_CB hostfn(void *data) { *(int *)data *= 2; }
int main(int argc, char **argv)
{
    cudaStream_t streams[N_STREAMS];
    cudaEvent_t ready, start, stop;
    int *h, *d, calls = 0, doubled = 21, lo, hi;
    cudaDeviceProp prop;
    CALL(cudaGetDeviceProperties, &prop, 0);
    if (prop.major < 3) return 0;
    CALL(cudaDeviceGetStreamPriorityRange, &lo, &hi);
    CALL(cudaHostAlloc, (void **)&h, N_STREAMS * CHUNK * sizeof(int), cudaHostAllocPortable);
    CALL(cudaMalloc, (void **)&d, N_STREAMS * CHUNK * sizeof(int));
    CALL(cudaEventCreateWithFlags, &ready, cudaEventDisableTiming);
    CALL(cudaEventCreate, &start); CALL(cudaEventCreate, &stop);
    for (int s = 0; s < N_STREAMS; s++) { if (s % 2) CALL(cudaStreamCreateWithFlags, &streams[s], cudaStreamNonBlocking); else CALL(cudaStreamCreateWithPriority, &streams[s], cudaStreamDefault, hi); }
    for (int i = 0; i < N_STREAMS * CHUNK; i++) h[i] = i;
    CALL(cudaEventRecord, start);
    for (int s = 0; s < N_STREAMS; s++) {
        int off = s * CHUNK;
        CALL(cudaMemcpyAsync, d + off, h + off, CHUNK * sizeof(int), cudaMemcpyHostToDevice, streams[s]);
        stage<<<4, 64, 0, streams[s]>>>(d + off, CHUNK, 3, s);
    }
    CALL(cudaEventRecord, ready, streams[0]);
    for (int s = 1; s < N_STREAMS; s++) CALL(cudaStreamWaitEvent, streams[s], ready, 0);
    for (int s = 0; s < N_STREAMS; s++) {
        stage<<<2, 32, 0, streams[s]>>>(d + s * CHUNK, CHUNK, 1, 1000 * s);
        CALL(cudaMemcpyAsync, h + s * CHUNK, d + s * CHUNK, CHUNK * sizeof(int), cudaMemcpyDeviceToHost, streams[s]);
    }
    CALL(cudaStreamAddCallback, streams[0], done, &calls, 0);
    CALL(cudaLaunchHostFunc, streams[2], hostfn, &doubled);
    CALL(cudaEventRecord, stop);
    for (int s = 0; s < N_STREAMS; s++) CALL(cudaStreamSynchronize, streams[s]);
    CALL(cudaEventSynchronize, stop);
    unsigned long spins = 0;
    while (cudaEventQuery(stop) == cudaErrorNotReady) spins++;
    float ms = -1;
    CALL(cudaEventElapsedTime, &ms, start, stop);
    int bad = 0;
    long long sum = 0;
    for (int i = 0; i < N_STREAMS * CHUNK; i++) { bad += h[i] != i * 3 + i / CHUNK + 1000 * (i / CHUNK); sum += h[i]; }
    printf("bad %d sum %lld callbacks %d host function %d query %s time %s\n", bad, sum, calls, doubled, cudaGetErrorName(cudaStreamQuery(streams[1])), ms >= 0 ? "ok" : "negative");
    for (int s = 0; s < N_STREAMS; s++) CALL(cudaStreamDestroy, streams[s]);
    CALL(cudaEventDestroy, ready); CALL(cudaEventDestroy, start); CALL(cudaEventDestroy, stop);
    CALL(cudaFreeHost, h); CALL(cudaFree, d);
    printf("%s\n", bad == 0 && calls == 1 && doubled == 42 ? "PASS" : "FAIL");
    return 0;
}
