// Launches of a graph come one after the other; a kernel of another stream does not come after one.
__global__ void inc(int *a) { a[threadIdx.x]++; } //~ ERROR[R0303] nothing orders the two
int main() {
    int *a;
    cudaStream_t s, t;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&a, 128), cudaMemset(a, 0, 128);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    inc<<<1, 32, 0, s>>>(a);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    inc<<<1, 32, 0, t>>>(a);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec), cudaGraphDestroy(graph);
    cudaFree(a), cudaStreamDestroy(s), cudaStreamDestroy(t);
}
