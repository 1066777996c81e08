// Instantiated graphs are changed: parameters of a node, a whole graph; nodes switched off; what an update refuses.
#include <cstdio>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void mul(int *p, int v) { p[threadIdx.x] *= v; }
__global__ void one(int *p) { p[threadIdx.x]++; }
static int *d, *d2, h[8];
static cudaStream_t s;
static void show(const char *what, cudaGraphExec_t exec) {
    cudaMemset(d, 0, sizeof h);
    cudaMemset(d2, 0, sizeof h);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s: %d %d", what, h[0], h[7]);
    cudaMemcpy(h, d2, sizeof h, cudaMemcpyDeviceToHost);
    printf(", %d %d\n", h[0], h[7]);
}
static void update(const char *what, cudaGraphExec_t exec, cudaGraph_t graph) {
    cudaGraphExecUpdateResultInfo info = {};
    cudaError_t e = cudaGraphExecUpdate(exec, graph, &info);
    printf("%s: %s, result %d, node %s, from %s\n", what, cudaGetErrorName(e), info.result, info.errorNode ? "set" : "null", info.errorFromNode ? "set" : "null");
    cudaGetLastError();
}
int main() {
    CHECK(cudaMalloc(&d, sizeof h)); CHECK(cudaMalloc(&d2, sizeof h));
    CHECK(cudaStreamCreate(&s));
    int src[8] = {10, 20, 30, 40, 50, 60, 70, 80};
    cudaGraph_t g;
    CHECK(cudaGraphCreate(&g, 0));
    cudaGraphNode_t set, k1, k2, copy;
    cudaMemsetParams m = {0};
    m.dst = d; m.value = 1; m.elementSize = 4; m.width = 8; m.height = 1;
    CHECK(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m));
    int v = 5;
    void *args[] = {&d, &v};
    cudaKernelNodeParams k = {0};
    k.func = (void *)add; k.gridDim = dim3(1); k.blockDim = dim3(8); k.kernelParams = args;
    CHECK(cudaGraphAddKernelNode(&k1, g, &set, 1, &k));
    v = 3;
    k.func = (void *)mul;
    CHECK(cudaGraphAddKernelNode(&k2, g, &k1, 1, &k));
    CHECK(cudaGraphAddMemcpyNode1D(&copy, g, &k2, 1, d2, src, sizeof src, cudaMemcpyHostToDevice));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, g, 0));
    show("first", exec);
    v = 100;
    k.func = (void *)add; k.blockDim = dim3(4);
    CHECK(cudaGraphExecKernelNodeSetParams(exec, k1, &k));
    show("add 100 to four", exec);
    k.func = (void *)mul;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, k1, &k));
    show("another function", exec);
    m.value = 7;
    CHECK(cudaGraphExecMemsetNodeSetParams(exec, set, &m));
    show("set to 7", exec);
    m.width = 4;
    SHOW(cudaGraphExecMemsetNodeSetParams(exec, set, &m));
    m.width = 8;
    m.elementSize = 2;
    SHOW(cudaGraphExecMemsetNodeSetParams(exec, set, &m));
    m.elementSize = 4;
    CHECK(cudaGraphExecMemsetNodeSetParams(exec, set, &m));
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, d2, src + 4, 16, cudaMemcpyHostToDevice));
    show("half a copy", exec);
    SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, d2, d, 32, cudaMemcpyDeviceToDevice));
    CHECK(cudaGraphNodeSetEnabled(exec, k2, 0));
    unsigned on = 9;
    CHECK(cudaGraphNodeGetEnabled(exec, k2, &on));
    printf("enabled: %u\n", on);
    show("without mul", exec);
    CHECK(cudaGraphNodeSetEnabled(exec, k2, 1));
    // The graph's own node is as it was.
    cudaKernelNodeParams kk;
    CHECK(cudaGraphKernelNodeGetParams(k1, &kk));
    printf("the graph: %u threads, adds %d\n", kk.blockDim.x, *(int *)kk.kernelParams[1]);
    update("the graph again", exec, g);
    show("as at first", exec);
    v = 2; k.func = (void *)add; k.blockDim = dim3(8);
    CHECK(cudaGraphKernelNodeSetParams(k1, &k));
    update("changed parameters", exec, g);
    show("add 2", exec);
    k.func = (void *)mul;
    CHECK(cudaGraphKernelNodeSetParams(k1, &k));
    update("changed function", exec, g);
    show("mul 2", exec);
    void *single[] = {&d};
    k.func = (void *)one; k.kernelParams = single;
    CHECK(cudaGraphKernelNodeSetParams(k1, &k));
    update("function with other parameters", exec, g);
    show("one", exec);
    cudaGraphNode_t extra;
    CHECK(cudaGraphAddEmptyNode(&extra, g, nullptr, 0));
    update("one node more", exec, g);
    CHECK(cudaGraphDestroyNode(extra));
    update("as before", exec, g);
    CHECK(cudaGraphRemoveDependencies(g, &k1, &k2, nullptr, 1));
    update("an edge less", exec, g);
    CHECK(cudaGraphAddDependencies(g, &k1, &k2, nullptr, 1));
    cudaGraph_t other;
    CHECK(cudaGraphCreate(&other, 0));
    cudaGraphNode_t a, b, c, e;
    CHECK(cudaGraphAddEmptyNode(&a, other, nullptr, 0));
    CHECK(cudaGraphAddEmptyNode(&b, other, &a, 1));
    CHECK(cudaGraphAddEmptyNode(&c, other, &b, 1));
    CHECK(cudaGraphAddEmptyNode(&e, other, &c, 1));
    update("other types", exec, other);
    // Capture again and update: how an application changes a graph that it captures.
    cudaGraph_t c1, c2;
    cudaGraphExec_t ce;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<1, 8, 0, s>>>(d, 1); mul<<<1, 8, 0, s>>>(d2, 3); add<<<1, 8, 0, s>>>(d2, 1);
    CHECK(cudaStreamEndCapture(s, &c1));
    CHECK(cudaGraphInstantiate(&ce, c1, 0));
    show("captured", ce);
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<1, 8, 0, s>>>(d, 9); mul<<<1, 8, 0, s>>>(d2, 3); add<<<1, 4, 0, s>>>(d2, 4);
    CHECK(cudaStreamEndCapture(s, &c2));
    update("captured again", ce, c2);
    show("captured again", ce);
    SHOW(cudaGraphExecUpdate(nullptr, c2, nullptr));
    SHOW(cudaGraphExecKernelNodeSetParams(ce, k1, &k));
    SHOW(cudaGraphNodeSetEnabled(exec, a, 0));
    printf("done\n");
}
