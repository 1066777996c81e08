// What must not be called while a stream is captured.
#include <cstdio>
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
#define BEGIN(mode) cudaStreamBeginCapture(s, mode)
#define END() do { cudaStreamCaptureStatus st_; cudaStreamIsCapturing(s, &st_); graph = nullptr; cudaError_t e_ = cudaStreamEndCapture(s, &graph); \
    printf("  status %d, end: %s, graph %s\n", st_, cudaGetErrorName(e_), graph ? "set" : "null"); if (graph) cudaGraphDestroy(graph); cudaGetLastError(); } while (0)
__global__ void put(int *p, int v) { *p = v; }
int main() {
    int *d, *q, h[4] = {0};
    cudaMalloc(&d, 64);
    cudaStream_t s, t, n;
    cudaStreamCreate(&s); cudaStreamCreate(&t); cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking);
    cudaEvent_t e, f;
    cudaEventCreate(&e); cudaEventCreate(&f);
    cudaGraph_t graph;
    cudaStreamCaptureStatus status;
    SHOW(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamBeginCapture(s, (cudaStreamCaptureMode)7));
    SHOW(cudaStreamEndCapture(s, &graph));
    SHOW(cudaStreamEndCapture(0, &graph));
    SHOW(cudaStreamIsCapturing(0, &status));
    SHOW(cudaStreamIsCapturing(s, nullptr));
    printf("twice\n"); BEGIN(cudaStreamCaptureModeGlobal); SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); END();
    printf("null graph\n"); BEGIN(cudaStreamCaptureModeGlobal); SHOW(cudaStreamEndCapture(s, nullptr)); END();
    for (int mode = 0; mode < 3; mode++) {
        printf("mode %d\n", mode);
        cudaStreamCaptureMode m = (cudaStreamCaptureMode)mode;
        BEGIN(m); SHOW(cudaMalloc(&q, 64)); END();
        BEGIN(m); SHOW(cudaFree(nullptr)); END();
        BEGIN(m); SHOW(cudaDeviceSynchronize()); END();
        BEGIN(m); SHOW(cudaStreamSynchronize(s)); END();
        BEGIN(m); SHOW(cudaStreamSynchronize(t)); END();
        BEGIN(m); SHOW(cudaStreamQuery(s)); END();
        BEGIN(m); SHOW(cudaStreamQuery(t)); END();
        BEGIN(m); SHOW(cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice)); END();
        BEGIN(m); SHOW(cudaMemset(d, 0, 16)); END();
        BEGIN(m); put<<<1, 1>>>(d, 1); SHOW(cudaGetLastError()); END();
        BEGIN(m); put<<<1, 1, 0, t>>>(d, 1); SHOW(cudaGetLastError()); END();
        BEGIN(m); SHOW(cudaMemcpyAsync(d, h, 16, cudaMemcpyHostToDevice, t)); END();
        BEGIN(m); SHOW(cudaStreamSynchronize(0)); END();
        BEGIN(m); SHOW(cudaEventRecord(e, s)); SHOW(cudaEventQuery(e)); END();
        BEGIN(m); cudaEventRecord(e, s); SHOW(cudaEventSynchronize(e)); END();
        BEGIN(m); SHOW(cudaEventRecord(f, 0)); END();
        BEGIN(m); SHOW(cudaEventRecord(f, t)); SHOW(cudaEventQuery(f)); SHOW(cudaEventSynchronize(f)); END();
        BEGIN(m); SHOW(cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t, void *) {}, nullptr, 0)); END();
        BEGIN(m); SHOW(cudaMallocHost(&q, 64)); END();
        BEGIN(m); SHOW(cudaStreamCreate(&t)); END();
        BEGIN(m); SHOW(cudaEventCreate(&f)); END();
        BEGIN(m); SHOW(cudaMallocManaged(&q, 64)); END();
        size_t a, b;
        BEGIN(m); SHOW(cudaMemGetInfo(&a, &b)); END();
        BEGIN(m); int value; SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0)); END();
        BEGIN(m); SHOW(cudaStreamDestroy(t)); cudaStreamCreate(&t); END();
        BEGIN(m); SHOW(cudaMallocAsync(&q, 64, t)); END();
        BEGIN(m); SHOW(cudaMemcpyAsync(d, h, 16, cudaMemcpyHostToDevice, s)); SHOW(cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, s)); END();
    }
    printf("not blocking\n");
    cudaStreamBeginCapture(n, cudaStreamCaptureModeGlobal);
    SHOW(cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice));
    put<<<1, 1>>>(d, 1);
    SHOW(cudaGetLastError());
    SHOW(cudaEventRecord(f, 0));
    SHOW(cudaStreamEndCapture(n, &graph));
    cudaStreamBeginCapture(n, cudaStreamCaptureModeRelaxed);
    SHOW(cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice));
    SHOW(cudaStreamEndCapture(n, &graph));
    printf("mode exchange\n");
    cudaStreamCaptureMode m = cudaStreamCaptureModeRelaxed;
    SHOW(cudaThreadExchangeStreamCaptureMode(&m));
    printf("was %d\n", m);
    BEGIN(cudaStreamCaptureModeGlobal); SHOW(cudaMalloc(&q, 64)); END();
    SHOW(cudaThreadExchangeStreamCaptureMode(&m));
    printf("was %d\n", m);
    printf("destroyed while captured\n");
    BEGIN(cudaStreamCaptureModeRelaxed);
    SHOW(cudaStreamDestroy(s));
    SHOW(cudaDeviceSynchronize());
}
