// Memory and events of another process.
#include <cstdio>
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
int main() {
    void *d, *q;
    cudaMalloc(&d, 1024);
    int v;
    cudaDeviceGetAttribute(&v, cudaDevAttrIpcEventSupport, 0);
    printf("%d\n", v);
    cudaIpcMemHandle_t m;
    cudaIpcEventHandle_t e;
    cudaEvent_t event, other;
    SHOW(cudaIpcGetMemHandle(&m, d));
    SHOW(cudaIpcGetMemHandle(nullptr, d));
    SHOW(cudaIpcGetMemHandle(&m, nullptr));
    SHOW(cudaIpcOpenMemHandle(&q, m, cudaIpcMemLazyEnablePeerAccess));
    SHOW(cudaIpcOpenMemHandle(&q, m, 0));
    SHOW(cudaIpcCloseMemHandle(d));
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess);
    SHOW(cudaIpcGetEventHandle(&e, event));
    SHOW(cudaIpcOpenEventHandle(&other, e));
    cudaEventCreate(&event);
    SHOW(cudaIpcGetEventHandle(&e, event));
}
