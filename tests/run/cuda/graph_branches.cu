// Branches of a graph run at the same time, and events in it are recorded and waited for; variables are copied.
#include <cstdio>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
__device__ int table[4] = {1, 2, 3, 4};
__global__ void busy(int *p, int n) { int x = *p; for (int i = 0; i < n; i++) x = x * 3 + i; *p = x; }
__global__ void twice() { table[threadIdx.x] *= 2; }
int main() {
    int *d, h[4];
    CHECK(cudaMalloc(&d, 16));
    CHECK(cudaMemset(d, 0, 16));
    cudaStream_t s, t;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaStreamCreate(&t));
    float ms[2];
    for (int is_chain = 0; is_chain < 2; is_chain++) {
        cudaGraph_t g;
        CHECK(cudaGraphCreate(&g, 0));
        cudaGraphNode_t nodes[4], first, last;
        cudaEvent_t start, end;
        CHECK(cudaEventCreate(&start)); CHECK(cudaEventCreate(&end));
        CHECK(cudaGraphAddEventRecordNode(&first, g, nullptr, 0, start));
        for (int i = 0; i < 4; i++) {
            int *p = d + i, n = 200000;
            void *args[] = {&p, &n};
            cudaKernelNodeParams k = {0};
            k.func = (void *)busy; k.gridDim = dim3(1); k.blockDim = dim3(1); k.kernelParams = args;
            CHECK(cudaGraphAddKernelNode(&nodes[i], g, is_chain && i ? &nodes[i - 1] : &first, 1, &k));
        }
        CHECK(cudaGraphAddEventRecordNode(&last, g, nodes, 4, end));
        cudaEvent_t got;
        CHECK(cudaGraphEventRecordNodeGetEvent(last, &got));
        printf("the same event: %d\n", got == end);
        cudaGraphExec_t x;
        CHECK(cudaGraphInstantiate(&x, g, 0));
        for (int i = 0; i < 2; i++) { CHECK(cudaGraphLaunch(x, s)); CHECK(cudaStreamSynchronize(s)); }
        CHECK(cudaEventElapsedTime(&ms[is_chain], start, end));
    }
    printf("branches take less than half of a chain: %d\n", ms[0] < ms[1] / 2);
    cudaGraph_t g;
    cudaGraphNode_t to, kernel, from, waits;
    cudaEvent_t go;
    CHECK(cudaEventCreate(&go));
    CHECK(cudaEventRecord(go, t));
    CHECK(cudaGraphCreate(&g, 0));
    CHECK(cudaGraphAddEventWaitNode(&waits, g, nullptr, 0, go));
    int two[2] = {10, 20};
    CHECK(cudaGraphAddMemcpyNodeToSymbol(&to, g, &waits, 1, table, two, sizeof two, 4, cudaMemcpyHostToDevice));
    cudaKernelNodeParams k = {0};
    k.func = (void *)twice; k.gridDim = dim3(1); k.blockDim = dim3(4);
    CHECK(cudaGraphAddKernelNode(&kernel, g, &to, 1, &k));
    CHECK(cudaGraphAddMemcpyNodeFromSymbol(&from, g, &kernel, 1, h, table, sizeof h, 0, cudaMemcpyDeviceToHost));
    cudaGraphExec_t x;
    CHECK(cudaGraphInstantiate(&x, g, 0));
    CHECK(cudaGraphLaunch(x, s));
    CHECK(cudaStreamSynchronize(s));
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    int three[2] = {7, 8};
    CHECK(cudaGraphExecMemcpyNodeSetParamsToSymbol(x, to, table, three, sizeof three, 8, cudaMemcpyHostToDevice));
    CHECK(cudaGraphLaunch(x, s));
    CHECK(cudaStreamSynchronize(s));
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
}
