// A stream is captured, the graph launched again and again: kernels, copies, fills, host functions; parameters are copied.
#include <cstdio>
#include <vector>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
__global__ void scale(float *x, float a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= a; }
__global__ void add(float *x, const float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += y[i]; }
static int calls = 0;
void count(void *data) { ++*(int *)data; }
int main() {
    const int n = 1000;
    float *x, *y, *h;
    CHECK(cudaMalloc(&x, n * sizeof(float)));
    CHECK(cudaMalloc(&y, n * sizeof(float)));
    CHECK(cudaMallocHost(&h, n * sizeof(float)));
    for (int i = 0; i < n; ++i) h[i] = i;
    CHECK(cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice));
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamIsCapturing(s, &status));
    printf("capturing before: %d\n", status);
    float a = 2;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(y, 0, n * sizeof(float), s));
    scale<<<(n + 255) / 256, 256, 0, s>>>(x, a, n);
    a = 100;
    add<<<(n + 255) / 256, 256, 0, s>>>(y, x, n);
    CHECK(cudaMemcpyAsync(h, y, n * sizeof(float), cudaMemcpyDeviceToHost, s));
    CHECK(cudaLaunchHostFunc(s, count, &calls));
    CHECK(cudaStreamIsCapturing(s, &status));
    printf("capturing: %d\n", status);
    cudaGraph_t inside = nullptr;
    unsigned long long id = 0;
    const cudaGraphNode_t *deps = nullptr;
    size_t num = 0;
    CHECK(cudaStreamGetCaptureInfo(s, &status, &id, &inside, &deps, nullptr, &num));
    printf("info: status %d, id %s, graph %s, %zu dependencies\n", status, id ? "set" : "0", inside ? "set" : "null", num);
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(deps[0], &type));
    printf("the last node has type %d\n", type);
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(s, &graph));
    printf("the same graph: %d\n", graph == inside);
    printf("nothing ran: h[3] = %g, calls = %d\n", h[3], calls);
    size_t nodes = 0, edges = 0, roots = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    printf("%zu nodes, %zu edges, %zu roots\n", nodes, edges, roots);
    std::vector<cudaGraphNode_t> list(nodes);
    CHECK(cudaGraphGetNodes(graph, list.data(), &nodes));
    for (cudaGraphNode_t node : list) { CHECK(cudaGraphNodeGetType(node, &type)); printf(" type %d\n", type); }
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphUpload(exec, s));
    for (int i = 0; i < 3; ++i) CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaStreamSynchronize(s));
    printf("h[3] = %g, calls = %d\n", h[3], calls);
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaDeviceSynchronize());
    printf("h[3] = %g, h[999] = %g, calls = %d\n", h[3], h[999], calls);
    cudaEvent_t e0, e1;
    CHECK(cudaEventCreate(&e0)); CHECK(cudaEventCreate(&e1));
    CHECK(cudaEventRecord(e0, s));
    CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaEventRecord(e1, s));
    CHECK(cudaEventSynchronize(e1));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, e0, e1));
    printf("takes time: %d\n", ms > 0);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaStreamDestroy(s));
    CHECK(cudaFree(x)); CHECK(cudaFree(y)); CHECK(cudaFreeHost(h));
    printf("done\n");
}
