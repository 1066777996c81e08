// Launches of one instantiated graph come one after the other, in whatever streams.
//@ stdout: 3
#include <cstdio>
__global__ void inc(int *a) { a[threadIdx.x]++; }
int main() {
    int *a, h[32];
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
    cudaGraphLaunch(exec, t);
    cudaGraphLaunch(exec, s);
    cudaDeviceSynchronize();
    cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaGraphExecDestroy(exec), cudaGraphDestroy(graph);
    cudaFree(a), cudaStreamDestroy(s), cudaStreamDestroy(t);
}
