// A graph made node by node: memset, memcpy, kernels, host functions, a child; questions about it; a clone.
#include <cstdio>
#include <vector>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
__global__ void reduce(const float *in, double *out, int n, int blocks) {
    __shared__ double part[256];
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blocks * blockDim.x) s += in[i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int w = 128; w > 0; w /= 2) { if (threadIdx.x < w) part[threadIdx.x] += part[threadIdx.x + w]; __syncthreads(); }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
__global__ void final_sum(double *in, double *out, int n) { double s = 0; for (int i = 0; i < n; i++) s += in[i]; *out = s; }
struct Report { const char *name; double *value; };
void report(void *data) { Report *r = (Report *)data; printf("%s: %.1f\n", r->name, *r->value); *r->value = -1; }
static int index_of(const std::vector<cudaGraphNode_t> &nodes, cudaGraphNode_t x) { for (size_t i = 0; i < nodes.size(); ++i) if (nodes[i] == x) return (int)i; return -1; }
int main() {
    const int n = 1 << 16, blocks = 16;
    float *h, *d;
    double *parts, *result, value = 0;
    CHECK(cudaMallocHost(&h, n * sizeof(float)));
    for (int i = 0; i < n; i++) h[i] = i % 7;
    CHECK(cudaMalloc(&d, n * sizeof(float)));
    CHECK(cudaMalloc(&parts, blocks * sizeof(double)));
    CHECK(cudaMalloc(&result, sizeof(double)));
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t copy_in, clear, first, second, copy_out, host, empty;
    cudaMemcpy3DParms p = {0};
    p.srcPtr = make_cudaPitchedPtr(h, n * sizeof(float), n, 1);
    p.dstPtr = make_cudaPitchedPtr(d, n * sizeof(float), n, 1);
    p.extent = make_cudaExtent(n * sizeof(float), 1, 1);
    p.kind = cudaMemcpyHostToDevice;
    CHECK(cudaGraphAddMemcpyNode(&copy_in, graph, nullptr, 0, &p));
    cudaMemsetParams m = {0};
    m.dst = parts; m.value = 0; m.elementSize = 4; m.width = 2 * blocks; m.height = 1;
    CHECK(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &m));
    int count = n, many = blocks;
    void *args[] = {&d, &parts, &count, &many};
    cudaKernelNodeParams k = {0};
    k.func = (void *)reduce; k.gridDim = dim3(blocks); k.blockDim = dim3(256); k.kernelParams = args;
    cudaGraphNode_t both[] = {copy_in, clear};
    CHECK(cudaGraphAddKernelNode(&first, graph, both, 2, &k));
    void *args2[] = {&parts, &result, &many};
    k.func = (void *)final_sum; k.gridDim = dim3(1); k.blockDim = dim3(1); k.kernelParams = args2;
    CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &k));
    count = 0; many = 0;
    CHECK(cudaGraphAddMemcpyNode1D(&copy_out, graph, &second, 1, &value, result, sizeof(double), cudaMemcpyDeviceToHost));
    Report r = {"sum", &value};
    cudaHostNodeParams hp = {report, &r};
    CHECK(cudaGraphAddHostNode(&host, graph, &copy_out, 1, &hp));
    CHECK(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
    CHECK(cudaGraphAddDependencies(graph, &host, &empty, nullptr, 1));
    size_t nodes = 0, edges = 0, roots = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    printf("%zu nodes, %zu edges, %zu roots\n", nodes, edges, roots);
    std::vector<cudaGraphNode_t> list(nodes + 2, nullptr);
    size_t room = nodes + 2;
    CHECK(cudaGraphGetNodes(graph, list.data(), &room));
    printf("room for two more: %zu, the rest null: %d\n", room, list[nodes] == nullptr);
    list.resize(nodes);
    for (cudaGraphNode_t node : list) {
        cudaGraphNodeType type;
        size_t before = 0, after = 0;
        CHECK(cudaGraphNodeGetType(node, &type));
        CHECK(cudaGraphNodeGetDependencies(node, nullptr, nullptr, &before));
        CHECK(cudaGraphNodeGetDependentNodes(node, nullptr, nullptr, &after));
        printf("node %d: type %d, %zu before, %zu after\n", index_of(list, node), type, before, after);
    }
    size_t two = 2;
    cudaGraphNode_t deps[2];
    CHECK(cudaGraphNodeGetDependencies(first, deps, nullptr, &two));
    printf("first depends on %d %d\n", index_of(list, deps[0]), index_of(list, deps[1]));
    cudaKernelNodeParams kk;
    CHECK(cudaGraphKernelNodeGetParams(first, &kk));
    printf("kernel: function %d, grid %u, block %u, n %d\n", kk.func == (void *)reduce, kk.gridDim.x, kk.blockDim.x, *(int *)kk.kernelParams[2]);
    cudaMemsetParams mm;
    CHECK(cudaGraphMemsetNodeGetParams(clear, &mm));
    printf("memset: %d, %u, %zu x %zu\n", mm.dst == parts, mm.elementSize, mm.width, mm.height);
    cudaMemcpy3DParms pp;
    CHECK(cudaGraphMemcpyNodeGetParams(copy_out, &pp));
    printf("memcpy: %d %d, %zu %zu %zu, kind %d\n", pp.srcPtr.ptr == result, pp.dstPtr.ptr == &value, pp.extent.width, pp.extent.height, pp.extent.depth, pp.kind);
    cudaHostNodeParams hh;
    CHECK(cudaGraphHostNodeGetParams(host, &hh));
    printf("host: %d %d\n", hh.fn == report, hh.userData == &r);
    cudaGraph_t clone;
    CHECK(cudaGraphClone(&clone, graph));
    cudaGraphNode_t in_clone;
    CHECK(cudaGraphNodeFindInClone(&in_clone, second, clone));
    printf("another node: %d\n", in_clone != second);
    CHECK(cudaGraphDestroyNode(empty));
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    printf("now %zu nodes\n", nodes);
    CHECK(cudaGraphGetNodes(clone, nullptr, &nodes));
    printf("the clone has %zu\n", nodes);
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    cudaGraphExec_t exec, other;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphInstantiateWithFlags(&other, clone, 0));
    CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaStreamSynchronize(s));
    r.name = "clone";
    h[0] = 1000;
    CHECK(cudaGraphLaunch(other, s));
    CHECK(cudaStreamSynchronize(s));
    // A graph as a node of another; it is copied when it is added.
    cudaGraph_t outer, child;
    cudaGraphNode_t node, last;
    CHECK(cudaGraphCreate(&outer, 0));
    CHECK(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, graph));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphChildGraphNodeGetGraph(node, &child));
    CHECK(cudaGraphGetNodes(child, nullptr, &nodes));
    printf("the child has %zu nodes\n", nodes);
    Report late = {"late", &value};
    hp.userData = &late;
    CHECK(cudaGraphAddHostNode(&last, outer, &node, 1, &hp));
    cudaGraphExec_t third;
    CHECK(cudaGraphInstantiate(&third, outer, 0));
    r.name = "child";
    CHECK(cudaGraphLaunch(third, s));
    CHECK(cudaStreamSynchronize(s));
    CHECK(cudaGraphExecDestroy(exec)); CHECK(cudaGraphExecDestroy(other)); CHECK(cudaGraphExecDestroy(third));
    CHECK(cudaGraphDestroy(clone)); CHECK(cudaGraphDestroy(outer));
    printf("done\n");
}
