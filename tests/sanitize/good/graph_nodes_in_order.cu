// Nodes of a graph in one order, over other nodes too; and beside one another, on memory of their own.
//@ stdout: 3 3
#include <cstdio>
__global__ void fill(int *a, int value) { a[threadIdx.x] = value; }
__global__ void add(const int *a, const int *b, int *c) { c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
__global__ void look(const int *a, int *out) { out[threadIdx.x] = a[threadIdx.x]; }
int main()
{
    int *a, *b, *c, *d, h[32], again[32];
    cudaMalloc(&a, 128), cudaMalloc(&b, 128), cudaMalloc(&c, 128), cudaMalloc(&d, 128);
    cudaStream_t s, t;
    cudaStreamCreate(&s), cudaStreamCreate(&t);
    cudaEvent_t fork, join;
    cudaEventCreate(&fork), cudaEventCreate(&join);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, s), cudaStreamWaitEvent(t, fork, 0);
    fill<<<1, 32, 0, s>>>(a, 1);
    fill<<<1, 32, 0, t>>>(b, 2);
    cudaEventRecord(join, t), cudaStreamWaitEvent(s, join, 0);
    add<<<1, 32, 0, s>>>(a, b, c);
    cudaEventRecord(fork, s), cudaStreamWaitEvent(t, fork, 0);
    look<<<1, 32, 0, t>>>(c, d);
    look<<<1, 32, 0, s>>>(c, a);
    cudaEventRecord(join, t), cudaStreamWaitEvent(s, join, 0);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s), cudaGraphLaunch(exec, s);
    cudaMemcpyAsync(h, a, 128, cudaMemcpyDeviceToHost, s);
    cudaMemcpyAsync(again, d, 128, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    printf("%d %d\n", h[3], again[4]);
    cudaGraphExecDestroy(exec), cudaGraphDestroy(graph);
    cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
    cudaEventDestroy(fork), cudaEventDestroy(join), cudaStreamDestroy(s), cudaStreamDestroy(t);
}
