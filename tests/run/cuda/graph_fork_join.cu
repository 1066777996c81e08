// Capture across streams: events fork and join; what the graph's edges are; captures that are not joined.
#include <cstdio>
#include <vector>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void put(int *p, int v) { *p = v; }
__global__ void sum(int *to, const int *a, const int *b) { *to = *a * 10 + *b; }
static void edges_of(cudaGraph_t graph) {
    size_t n = 0, m = 0;
    cudaGraphGetNodes(graph, nullptr, &n);
    std::vector<cudaGraphNode_t> nodes(n);
    cudaGraphGetNodes(graph, nodes.data(), &n);
    cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &m);
    std::vector<cudaGraphNode_t> from(m), to(m);
    std::vector<cudaGraphEdgeData> data(m);
    cudaGraphGetEdges(graph, from.data(), to.data(), data.data(), &m);
    auto index = [&](cudaGraphNode_t x) { for (size_t i = 0; i < n; ++i) if (nodes[i] == x) return (int)i; return -1; };
    printf("%zu nodes, edges:", n);
    for (size_t i = 0; i < m; ++i) printf(" %d-%d", index(from[i]), index(to[i]));
    printf("\n");
}
int main() {
    int *d, h[4] = {0};
    CHECK(cudaMalloc(&d, sizeof h));
    CHECK(cudaMemset(d, 0, sizeof h));
    cudaStream_t a, b, c;
    CHECK(cudaStreamCreate(&a)); CHECK(cudaStreamCreate(&b));
    CHECK(cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking));
    cudaEvent_t fork, join, other;
    CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&other, cudaEventDisableTiming));
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    put<<<1, 1, 0, a>>>(d, 1);
    CHECK(cudaEventRecord(fork, a));
    CHECK(cudaStreamWaitEvent(b, fork, 0));
    CHECK(cudaStreamWaitEvent(c, fork, 0));
    put<<<1, 1, 0, a>>>(d, 9);
    put<<<1, 1, 0, b>>>(d + 1, 2);
    put<<<1, 1, 0, c>>>(d + 2, 3);
    cudaStreamCaptureStatus status;
    unsigned long long id_a, id_b;
    CHECK(cudaStreamGetCaptureInfo(a, &status, &id_a));
    CHECK(cudaStreamGetCaptureInfo(b, &status, &id_b));
    printf("b captures: %d, into the same: %d\n", status, id_a == id_b);
    CHECK(cudaEventRecord(join, b));
    CHECK(cudaEventRecord(other, c));
    CHECK(cudaStreamWaitEvent(a, join, 0));
    CHECK(cudaStreamWaitEvent(a, other, 0));
    sum<<<1, 1, 0, a>>>(d + 3, d + 1, d + 2);
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(a, &graph));
    edges_of(graph);
    CHECK(cudaStreamIsCapturing(b, &status));
    printf("b captures: %d\n", status);
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, a));
    CHECK(cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, a));
    CHECK(cudaStreamSynchronize(a));
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    // Without a join.
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    put<<<1, 1, 0, a>>>(d, 4);
    CHECK(cudaEventRecord(fork, a));
    CHECK(cudaStreamWaitEvent(b, fork, 0));
    put<<<1, 1, 0, b>>>(d, 5);
    SHOW(cudaStreamEndCapture(a, &graph));
    printf("graph: %s\n", graph ? "set" : "null");
    CHECK(cudaStreamIsCapturing(a, &status)); printf("a captures: %d\n", status);
    CHECK(cudaStreamIsCapturing(b, &status)); printf("b captures: %d\n", status);
    // A fork without work of its own needs no join.
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    CHECK(cudaEventRecord(fork, a));
    CHECK(cudaStreamWaitEvent(b, fork, 0));
    CHECK(cudaEventRecord(join, b));
    SHOW(cudaStreamEndCapture(a, &graph));
    if (graph) edges_of(graph);
    // An event that was recorded outside.
    CHECK(cudaEventRecord(other, c));
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamWaitEvent(a, other, 0));
    SHOW(cudaStreamEndCapture(a, &graph));
    // Two captures may not meet.
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    CHECK(cudaStreamBeginCapture(b, cudaStreamCaptureModeRelaxed));
    put<<<1, 1, 0, b>>>(d, 5);
    CHECK(cudaEventRecord(join, b));
    SHOW(cudaStreamWaitEvent(a, join, 0));
    CHECK(cudaStreamIsCapturing(a, &status)); printf("a captures: %d\n", status);
    CHECK(cudaStreamIsCapturing(b, &status)); printf("b captures: %d\n", status);
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamEndCapture(b, &graph));
    // The other end.
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    put<<<1, 1, 0, a>>>(d, 4);
    CHECK(cudaEventRecord(fork, a));
    CHECK(cudaStreamWaitEvent(b, fork, 0));
    SHOW(cudaStreamEndCapture(b, &graph));
    CHECK(cudaStreamIsCapturing(a, &status)); printf("a captures: %d\n", status);
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamEndCapture(a, &graph));
    printf("done\n");
}
