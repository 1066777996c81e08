// CUDA graphs: capture, explicit nodes, update, clone, child graphs, memory nodes, host nodes, exec update, node queries.
#include <cstdio>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("line %d: %s -> %s\n", __LINE__, #x, cudaGetErrorName(e_)); } } while (0)
__global__ void axpy(float a, const float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += a * x[i]; }
__global__ void scale(float *y, float s, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] *= s; }
static void CUDART_CB say(void *p) { printf("host node %d\n", (*(int *)p)++); }
int main()
{
    const int n = 1000; float *x, *y, *h = new float[n]; CK(cudaMalloc(&x, n * 4)); CK(cudaMalloc(&y, n * 4)); for (int i = 0; i < n; i++) h[i] = i; CK(cudaMemcpy(x, h, n * 4, cudaMemcpyHostToDevice)); CK(cudaMemset(y, 0, n * 4));
    cudaStream_t s, s2; CK(cudaStreamCreate(&s)); CK(cudaStreamCreate(&s2)); cudaEvent_t f, j; cudaEventCreate(&f); cudaEventCreate(&j); cudaGraph_t g; cudaGraphExec_t ex; int calls = 0;
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); axpy<<<4, 256, 0, s>>>(2, x, y, n); CK(cudaEventRecord(f, s)); CK(cudaStreamWaitEvent(s2, f)); scale<<<4, 256, 0, s2>>>(x, 1.f, n); CK(cudaEventRecord(j, s2)); CK(cudaLaunchHostFunc(s, say, &calls)); CK(cudaStreamWaitEvent(s, j)); CK(cudaMemcpyAsync(h, y, n * 4, cudaMemcpyDeviceToHost, s));
    cudaStreamCaptureStatus st; CK(cudaStreamIsCapturing(s, &st)); printf("status %d\n", st); CK(cudaStreamEndCapture(s, &g)); size_t nn = 0, ne = 0, nr = 0; CK(cudaGraphGetNodes(g, nullptr, &nn)); CK(cudaGraphGetRootNodes(g, nullptr, &nr)); CK(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &ne)); printf("%zu nodes %zu roots %zu edges\n", nn, nr, ne);
    std::vector<cudaGraphNode_t> nodes(nn); CK(cudaGraphGetNodes(g, nodes.data(), &nn)); int types[16] = {}; for (auto nd : nodes) { cudaGraphNodeType t; CK(cudaGraphNodeGetType(nd, &t)); types[t]++; } printf("kernel %d memcpy %d host %d\n", types[cudaGraphNodeTypeKernel], types[cudaGraphNodeTypeMemcpy], types[cudaGraphNodeTypeHost]);
    CK(cudaGraphInstantiate(&ex, g, 0)); for (int i = 0; i < 3; i++) CK(cudaGraphLaunch(ex, s)); CK(cudaStreamSynchronize(s)); printf("%g %g calls %d\n", h[1], h[999], calls);
    for (auto nd : nodes) { cudaGraphNodeType t; cudaGraphNodeGetType(nd, &t); if (t != cudaGraphNodeTypeKernel) continue; cudaKernelNodeParams p; CK(cudaGraphKernelNodeGetParams(nd, &p)); if (p.func != (void *)axpy) continue; float a = 10; int m = n; void *args[] = {&a, &x, &y, &m}; p.kernelParams = args; CK(cudaGraphExecKernelNodeSetParams(ex, nd, &p)); }
    CK(cudaGraphLaunch(ex, s)); CK(cudaStreamSynchronize(s)); printf("%g\n", h[1]);
    cudaGraph_t g2; CK(cudaGraphCreate(&g2, 0)); cudaGraphNode_t ms, k1, k2, cp, hn, ch, em; cudaMemsetParams mp = {}; mp.dst = y; mp.value = 0; mp.elementSize = 4; mp.width = n; mp.height = 1; CK(cudaGraphAddMemsetNode(&ms, g2, nullptr, 0, &mp)); float a = 3, sc = 0.5f; int m = n; void *a1[] = {&a, &x, &y, &m}, *a2[] = {&y, &sc, &m}; cudaKernelNodeParams kp = {}; kp.func = (void *)axpy; kp.gridDim = dim3(4); kp.blockDim = dim3(256); kp.kernelParams = a1; CK(cudaGraphAddKernelNode(&k1, g2, &ms, 1, &kp)); kp.func = (void *)scale; kp.kernelParams = a2; CK(cudaGraphAddKernelNode(&k2, g2, nullptr, 0, &kp)); CK(cudaGraphAddDependencies(g2, &k1, &k2,
#if CUDART_VERSION >= 13000
        nullptr,
#endif
        1)); CK(cudaGraphAddMemcpyNode1D(&cp, g2, &k2, 1, h, y, n * 4, cudaMemcpyDeviceToHost)); cudaHostNodeParams hp = {say, &calls}; CK(cudaGraphAddHostNode(&hn, g2, &cp, 1, &hp)); CK(cudaGraphAddEmptyNode(&em, g2, &hn, 1)); CK(cudaGraphAddChildGraphNode(&ch, g2, &em, 1, g));
    cudaGraphExec_t ex2; CK(cudaGraphInstantiate(&ex2, g2, 0)); CK(cudaGraphLaunch(ex2, s)); CK(cudaStreamSynchronize(s)); printf("%g %d\n", h[2], calls);
    cudaGraph_t cl; CK(cudaGraphClone(&cl, g2)); cudaGraphNode_t found; CK(cudaGraphNodeFindInClone(&found, k2, cl)); CK(cudaGraphDestroyNode(found)); size_t cn; cudaGraphGetNodes(cl, nullptr, &cn); printf("%zu\n", cn); cudaGraphExecUpdateResultInfo info; cudaError_t ue = cudaGraphExecUpdate(ex2, cl, &info); printf("%s %d\n", cudaGetErrorName(ue), info.result); cudaGetLastError();
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); cudaError_t bad = cudaStreamSynchronize(s); printf("%s\n", cudaGetErrorName(bad)); cudaGraph_t dead; printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(s, &dead))); cudaGetLastError();
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); float *tmp; CK(cudaMallocAsync(&tmp, n * 4, s)); CK(cudaMemcpyAsync(tmp, x, n * 4, cudaMemcpyDeviceToDevice, s)); scale<<<4, 256, 0, s>>>(tmp, 4, n); CK(cudaMemcpyAsync(h, tmp, n * 4, cudaMemcpyDeviceToHost, s)); CK(cudaFreeAsync(tmp, s)); cudaGraph_t g3; CK(cudaStreamEndCapture(s, &g3)); cudaGraphExec_t e3; CK(cudaGraphInstantiateWithFlags(&e3, g3, cudaGraphInstantiateFlagAutoFreeOnLaunch)); CK(cudaGraphLaunch(e3, s)); CK(cudaStreamSynchronize(s)); printf("%g\n", h[7]);
    CK(cudaGraphExecDestroy(ex)); CK(cudaGraphExecDestroy(ex2)); CK(cudaGraphExecDestroy(e3)); CK(cudaGraphDestroy(g)); CK(cudaGraphDestroy(g2)); CK(cudaGraphDestroy(cl)); CK(cudaGraphDestroy(g3)); printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
