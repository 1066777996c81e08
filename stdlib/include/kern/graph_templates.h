#pragma once
// The forms of CUDA 10 to 12 of functions whose parameters changed, and the typed forms of functions of graphs.

__forceinline__ cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags = 0)
{
    return ::__kern_graph_instantiate(exec, graph, flags);
}
__forceinline__ cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *, size_t)
{
    return ::__kern_graph_instantiate(exec, graph, 0);
}
__forceinline__ cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *errorNode,
                                                enum cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t status = ::cudaGraphExecUpdate(exec, graph, &info);
    if (errorNode) *errorNode = info.errorNode;
    if (result) *result = info.result;
    return status;
}
__forceinline__ cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count)
{
    return ::cudaGraphAddDependencies(graph, from, to, (const cudaGraphEdgeData *)0, count);
}
__forceinline__ cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                                        size_t count)
{
    return ::cudaGraphRemoveDependencies(graph, from, to, (const cudaGraphEdgeData *)0, count);
}
__forceinline__ cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count)
{
    return ::cudaGraphGetEdges(graph, from, to, (cudaGraphEdgeData *)0, count);
}
__forceinline__ cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies, size_t *count)
{
    return ::cudaGraphNodeGetDependencies(node, dependencies, (cudaGraphEdgeData *)0, count);
}
__forceinline__ cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents, size_t *count)
{
    return ::cudaGraphNodeGetDependentNodes(node, dependents, (cudaGraphEdgeData *)0, count);
}
__forceinline__ cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
                                             struct cudaGraphNodeParams *params)
{
    return ::cudaGraphAddNode(node, graph, dependencies, (const cudaGraphEdgeData *)0, count, params);
}
__forceinline__ cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
                                                     cudaGraph_t *graph, const cudaGraphNode_t **dependencies, size_t *count)
{
    return ::cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, (const cudaGraphEdgeData **)0, count);
}
__forceinline__ cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                                        unsigned long long *id = 0, cudaGraph_t *graph = 0,
                                                        const cudaGraphNode_t **dependencies = 0, size_t *count = 0)
{
    return ::cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, (const cudaGraphEdgeData **)0, count);
}
__forceinline__ cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                                        unsigned long long *id = 0, cudaGraph_t *graph = 0,
                                                        const cudaGraphNode_t **dependencies = 0,
                                                        const cudaGraphEdgeData **edges = 0, size_t *count = 0)
{
    return ::cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, edges, count);
}
__forceinline__ cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies, size_t count,
                                                                unsigned int flags = 0)
{
    return ::cudaStreamUpdateCaptureDependencies(stream, dependencies, (const cudaGraphEdgeData *)0, count, flags);
}
template <class T>
__forceinline__ cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                                           size_t number, const T &symbol, const void *from, size_t count, size_t offset,
                                                           enum cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, dependencies, number, (const void *)&symbol, from, count, offset, kind);
}
template <class T>
__forceinline__ cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                                             size_t number, void *to, const T &symbol, size_t count, size_t offset,
                                                             enum cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, number, to, (const void *)&symbol, count, offset, kind);
}
template <class T>
__forceinline__ cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, T *pointer, unsigned int count, unsigned int flags)
{
    return ::cudaUserObjectCreate(object, pointer, [](void *held) { delete (T *)held; }, count, flags);
}
template <class T>
__forceinline__ cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, T *pointer, cudaHostFn_t destroy, unsigned int count,
                                                 unsigned int flags)
{
    return ::cudaUserObjectCreate(object, (void *)pointer, destroy, count, flags);
}
