// Memory of graphs: allocation and free nodes, made by hand and by capture; what is left is freed later, or at the next launch.
#include <cstdio>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void fill(int *p, int v) { p[threadIdx.x] = v + threadIdx.x; }
__global__ void twice(int *to, const int *from) { to[threadIdx.x] = 2 * from[threadIdx.x]; }
int main() {
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    int *out, h[32] = {0};
    CHECK(cudaMalloc(&out, sizeof h));
    // By hand.
    cudaGraph_t g;
    CHECK(cudaGraphCreate(&g, 0));
    cudaMemAllocNodeParams ap = {};
    ap.poolProps.allocType = cudaMemAllocationTypePinned;
    ap.poolProps.location.type = cudaMemLocationTypeDevice;
    ap.poolProps.location.id = 0;
    ap.bytesize = sizeof h;
    cudaGraphNode_t alloc, k1, k2, freed;
    CHECK(cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &ap));
    printf("an address: %d\n", ap.dptr != nullptr);
    int *t = (int *)ap.dptr, v = 5;
    void *args1[] = {&t, &v}, *args2[] = {&out, &t};
    cudaKernelNodeParams k = {0};
    k.func = (void *)fill; k.gridDim = dim3(1); k.blockDim = dim3(32); k.kernelParams = args1;
    CHECK(cudaGraphAddKernelNode(&k1, g, &alloc, 1, &k));
    k.func = (void *)twice; k.kernelParams = args2;
    CHECK(cudaGraphAddKernelNode(&k2, g, &k1, 1, &k));
    CHECK(cudaGraphAddMemFreeNode(&freed, g, &k2, 1, t));
    SHOW(cudaGraphAddMemFreeNode(&freed, g, &k2, 1, t));
    void *which = nullptr;
    CHECK(cudaGraphMemFreeNodeGetParams(freed, &which));
    cudaMemAllocNodeParams got = {};
    CHECK(cudaGraphMemAllocNodeGetParams(alloc, &got));
    printf("freed: %d, bytes: %zu, the same: %d\n", which == t, got.bytesize, got.dptr == t);
    cudaGraph_t clone;
    SHOW(cudaGraphClone(&clone, g));
    SHOW(cudaGraphDestroyNode(freed));
    cudaGraphExec_t x, y;
    CHECK(cudaGraphInstantiate(&x, g, 0));
    SHOW(cudaGraphInstantiate(&y, g, 0));
    for (int i = 0; i < 2; i++) {
        CHECK(cudaGraphLaunch(x, s));
        CHECK(cudaMemcpyAsync(h, out, sizeof h, cudaMemcpyDeviceToHost, s));
        CHECK(cudaStreamSynchronize(s));
        printf("%d %d\n", h[0], h[31]);
        cudaMemset(out, 0, sizeof h);
    }
    CHECK(cudaGraphExecDestroy(x));
    CHECK(cudaGraphDestroy(g));
    // By capture, freed outside.
    int *q = nullptr;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK(cudaMallocAsync(&q, sizeof h, s));
    fill<<<1, 32, 0, s>>>(q, 100);
    CHECK(cudaStreamEndCapture(s, &g));
    CHECK(cudaGraphInstantiate(&x, g, 0));
    SHOW(cudaMemcpy(h, q, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(cudaGraphLaunch(x, s));
    twice<<<1, 32, 0, s>>>(out, q);
    CHECK(cudaMemcpyAsync(h, out, sizeof h, cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamSynchronize(s));
    printf("%d %d\n", h[0], h[31]);
    SHOW(cudaGraphLaunch(x, s));
    CHECK(cudaFreeAsync(q, s));
    SHOW(cudaFreeAsync(q, s));
    SHOW(cudaGraphLaunch(x, s));
    CHECK(cudaStreamSynchronize(s));
    SHOW(cudaFree(q));
    CHECK(cudaGraphExecDestroy(x));
    CHECK(cudaGraphInstantiate(&x, g, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    for (int i = 0; i < 3; i++) SHOW(cudaGraphLaunch(x, s));
    twice<<<1, 32, 0, s>>>(out, q);
    CHECK(cudaMemcpyAsync(h, out, sizeof h, cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamSynchronize(s));
    printf("%d %d\n", h[0], h[31]);
    unsigned long long used = 9, high = 9, reserved = 9;
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved));
    printf("used %llu, high %llu, reserved %llu\n", used, high, reserved);
    CHECK(cudaFreeAsync(q, s));
    CHECK(cudaStreamSynchronize(s));
    CHECK(cudaGraphExecDestroy(x));
    CHECK(cudaGraphDestroy(g));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    printf("used %llu\n", used);
    CHECK(cudaDeviceGraphMemTrim(0));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved));
    printf("reserved %llu\n", reserved);
    high = 0;
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
    high = 1;
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
    SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &high));
    SHOW(cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)9, &high));
    SHOW(cudaDeviceGetGraphMemAttribute(7, cudaGraphMemAttrUsedMemHigh, &high));
    // Wrong parameters.
    CHECK(cudaGraphCreate(&g, 0));
    ap.bytesize = 0;
    SHOW(cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &ap));
    ap.bytesize = 64; ap.poolProps.location.id = 9;
    SHOW(cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &ap));
    ap.poolProps.location.id = 0; ap.poolProps.allocType = cudaMemAllocationTypeInvalid;
    SHOW(cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &ap));
    SHOW(cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, nullptr));
    SHOW(cudaGraphAddMemFreeNode(&freed, g, nullptr, 0, nullptr));
    SHOW(cudaGraphAddMemFreeNode(&freed, g, nullptr, 0, out));
    printf("done\n");
}
