// Memory that a graph allocates and frees is used after its launch.
__global__ void set(int *p) { *p = 1; } //~ ERROR[R0107] in memory of a graph that is not allocated now
int main()
{
    int *p;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&p, sizeof(int), s);
    cudaMemsetAsync(p, 0, sizeof(int), s);
    cudaFreeAsync(p, s);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    set<<<1, 1, 0, s>>>(p);
    return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 2;
}
