// A host function in a graph, and one in a stream, read what comes before them: nobody need wait.
#include <cstdio>
//@ stdout: 3 3
__global__ void add(int *p) { *p += 1; }
static int *shared, seen[2];
void look(void *to) { *(int *)to = *shared; }
int main()
{
    cudaMallocManaged(&shared, sizeof(int));
    *shared = 0;
    cudaStream_t s;
    cudaStreamCreate(&s);
    add<<<1, 1, 0, s>>>(shared);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<1, 1, 0, s>>>(shared);
    add<<<1, 1, 0, s>>>(shared);
    cudaLaunchHostFunc(s, look, &seen[0]);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    cudaLaunchHostFunc(s, look, &seen[1]);
    cudaStreamSynchronize(s);
    printf("%d %d\n", seen[0], seen[1]);
}
