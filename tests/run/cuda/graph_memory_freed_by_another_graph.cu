// What one graph allocates, another frees: launched in turn, again and again.
#include <cstdio>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void fill(int *p, int v) { p[threadIdx.x] = v + threadIdx.x; }
int main() {
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    cudaGraph_t makes, frees, frees_too;
    cudaGraphExec_t make, free_it;
    cudaGraphNode_t alloc, kernel, freed;
    CHECK(cudaGraphCreate(&makes, 0));
    cudaMemAllocNodeParams ap = {};
    ap.poolProps.allocType = cudaMemAllocationTypePinned;
    ap.poolProps.location.type = cudaMemLocationTypeDevice;
    ap.bytesize = 32 * sizeof(int);
    CHECK(cudaGraphAddMemAllocNode(&alloc, makes, nullptr, 0, &ap));
    int *t = (int *)ap.dptr, v = 5, h[32];
    void *args[] = {&t, &v};
    cudaKernelNodeParams k = {0};
    k.func = (void *)fill; k.gridDim = dim3(1); k.blockDim = dim3(32); k.kernelParams = args;
    CHECK(cudaGraphAddKernelNode(&kernel, makes, &alloc, 1, &k));
    CHECK(cudaGraphCreate(&frees, 0));
    CHECK(cudaGraphAddMemFreeNode(&freed, frees, nullptr, 0, t));
    SHOW(cudaGraphAddMemFreeNode(&freed, frees, nullptr, 0, t));
    CHECK(cudaGraphInstantiate(&make, makes, 0));
    CHECK(cudaGraphInstantiate(&free_it, frees, 0));
    CHECK(cudaGraphDestroy(makes));
    CHECK(cudaGraphDestroy(frees));
    for (int i = 0; i < 3; i++) {
        CHECK(cudaGraphLaunch(make, s));
        CHECK(cudaMemcpyAsync(h, t, sizeof h, cudaMemcpyDeviceToHost, s));
        CHECK(cudaStreamSynchronize(s));
        printf("%d %d\n", h[0], h[31]);
        SHOW(cudaGraphLaunch(make, s));
        CHECK(cudaGraphLaunch(free_it, s));
    }
    CHECK(cudaStreamSynchronize(s));
    CHECK(cudaGraphExecDestroy(make));
    CHECK(cudaGraphExecDestroy(free_it));
    CHECK(cudaGraphCreate(&frees_too, 0));
    SHOW(cudaGraphAddMemFreeNode(&freed, frees_too, nullptr, 0, t));
}
