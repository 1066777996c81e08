// Conditional nodes: a loop and a branch whose condition a kernel sets.
#include <cstdio>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void step(int *p, cudaGraphConditionalHandle go_on) { *p = *p * 2 + 1; cudaGraphSetConditional(go_on, *p < 1000); }
__global__ void choose(const int *p, cudaGraphConditionalHandle which) { cudaGraphSetConditional(which, *p % 3); }
__global__ void add(int *p, int v) { *p += v; }
static void kernel(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, void *f, void **args) {
    cudaGraphNodeParams k = {cudaGraphNodeTypeKernel};
    k.kernel.func = f; k.kernel.gridDim = dim3(1); k.kernel.blockDim = dim3(1); k.kernel.kernelParams = args;
    cudaError_t e = cudaGraphAddNode(node, g, deps, nullptr, n, &k);
    if (e != cudaSuccess) printf("kernel: %s\n", cudaGetErrorName(e));
}
int main() {
    int *d, h;
    CHECK(cudaMalloc(&d, sizeof(int)));
    cudaStream_t s;
    CHECK(cudaStreamCreate(&s));
    cudaGraph_t g;
    CHECK(cudaGraphCreate(&g, 0));
    cudaGraphConditionalHandle loop, which;
    CHECK(cudaGraphConditionalHandleCreate(&loop, g, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams c = {cudaGraphNodeTypeConditional};
    c.conditional.handle = loop; c.conditional.type = cudaGraphCondTypeWhile; c.conditional.size = 1;
    cudaGraphNode_t again, node, set, branch;
    CHECK(cudaGraphAddNode(&again, g, nullptr, nullptr, 0, &c));
    cudaGraph_t body = c.conditional.phGraph_out[0];
    void *args[] = {&d, &loop};
    kernel(&node, body, nullptr, 0, (void *)step, args);
    CHECK(cudaGraphConditionalHandleCreate(&which, g, 0, 0));
    void *args2[] = {&d, &which};
    kernel(&set, g, &again, 1, (void *)choose, args2);
    c = {cudaGraphNodeTypeConditional};
    c.conditional.handle = which; c.conditional.type = cudaGraphCondTypeIf; c.conditional.size = 2;
    CHECK(cudaGraphAddNode(&branch, g, &set, nullptr, 1, &c));
    int one = 10000, two = 20000;
    void *args3[] = {&d, &one}, *args4[] = {&d, &two};
    kernel(&node, c.conditional.phGraph_out[0], nullptr, 0, (void *)add, args3);
    kernel(&node, c.conditional.phGraph_out[1], nullptr, 0, (void *)add, args4);
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(branch, &type));
    printf("type %d\n", type);
    cudaGraphExec_t x;
    CHECK(cudaGraphInstantiate(&x, g, 0));
    for (int start = 0; start < 4; start++) {
        CHECK(cudaMemcpy(d, &start, sizeof(int), cudaMemcpyHostToDevice));
        CHECK(cudaGraphLaunch(x, s));
        CHECK(cudaStreamSynchronize(s));
        CHECK(cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost));
        printf("from %d: %d\n", start, h);
    }
    // A switch.
    cudaGraph_t sw;
    cudaGraphExec_t y;
    CHECK(cudaGraphCreate(&sw, 0));
    CHECK(cudaGraphConditionalHandleCreate(&which, sw, 0, 0));
    void *args5[] = {&d, &which};
    kernel(&set, sw, nullptr, 0, (void *)choose, args5);
    c = {cudaGraphNodeTypeConditional};
    c.conditional.handle = which; c.conditional.type = cudaGraphCondTypeSwitch; c.conditional.size = 2;
    CHECK(cudaGraphAddNode(&branch, sw, &set, nullptr, 1, &c));
    kernel(&node, c.conditional.phGraph_out[0], nullptr, 0, (void *)add, args3);
    kernel(&node, c.conditional.phGraph_out[1], nullptr, 0, (void *)add, args4);
    CHECK(cudaGraphInstantiate(&y, sw, 0));
    for (int start = 3; start < 6; start++) {
        CHECK(cudaMemcpy(d, &start, sizeof(int), cudaMemcpyHostToDevice));
        CHECK(cudaGraphLaunch(y, s));
        CHECK(cudaStreamSynchronize(s));
        CHECK(cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost));
        printf("switch %d: %d\n", start, h);
    }
    cudaGraph_t bad;
    CHECK(cudaGraphCreate(&bad, 0));
    CHECK(cudaGraphConditionalHandleCreate(&which, bad, 0, 0));
    SHOW(cudaGraphInstantiate(&y, bad, 0));
    SHOW(cudaGraphConditionalHandleCreate(nullptr, bad, 0, 0));
    SHOW(cudaGraphConditionalHandleCreate(&which, nullptr, 0, 0));
    c.conditional.size = 0;
    SHOW(cudaGraphAddNode(&branch, bad, nullptr, nullptr, 0, &c));
    SHOW(cudaGraphAddNode(&branch, bad, nullptr, nullptr, 0, nullptr));
    c = {(cudaGraphNodeType)55};
    SHOW(cudaGraphAddNode(&branch, bad, nullptr, nullptr, 0, &c));
    printf("done\n");
}
