// The destructor of a user object may not call the API, as a function that a stream calls may not.
//@ stdout: cudaErrorNotPermitted, then cudaSuccess
#include <cstdio>
static cudaError_t answered = cudaSuccess;
static void release(void *data) { answered = cudaFree(data); }
int main()
{
    int *data;
    cudaMalloc(&data, 64);
    cudaUserObject_t object;
    cudaUserObjectCreate(&object, data, release, 1, cudaUserObjectNoDestructorSync);
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
    cudaGraphDestroy(graph);
    printf("%s, then %s\n", cudaGetErrorName(answered), cudaGetErrorName(cudaFree(data)));
}
