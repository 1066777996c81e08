// Nodes of a graph between which no path of edges leads run in any order.
#include <cstdio>
__global__ void inc(int *d) { d[threadIdx.x] += 1; } //~ NOTE writes it here
int main()
{
    int h[32] = {}, r[32], *d;
    cudaMalloc(&d, sizeof h); //~ NOTE allocated here
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t up, kernel, down;
    cudaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, d, h, sizeof h, cudaMemcpyHostToDevice); //~ NOTE this node, a copy, writes it
    cudaKernelNodeParams params = {};
    void *args[] = {&d};
    params.func = (void *)inc;
    params.gridDim = dim3(1);
    params.blockDim = dim3(32);
    params.kernelParams = args;
    cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &params); //~ ERROR[R0303] no edge of the graph orders the two
    cudaGraphAddMemcpyNode1D(&down, graph, &kernel, 1, r, d, sizeof r, cudaMemcpyDeviceToHost);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    printf("%d\n", r[3]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(d);
}
