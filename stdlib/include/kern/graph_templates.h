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
template <class T> __forceinline__ cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)pointer, size, pool, stream);
}
template <class T> __forceinline__ cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)pointer, size, pool, stream);
}
template <class T>
__forceinline__ cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t size = 0, unsigned int flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)pointer, size, flags);
}
template <class T> __forceinline__ cudaError_t cudaFuncGetName(const char **name, T *function)
{
    return ::cudaFuncGetName(name, (const void *)function);
}
template <class T> __forceinline__ cudaError_t cudaGetKernel(cudaKernel_t *kernel, T *function)
{
    return ::cudaGetKernel(kernel, (const void *)function);
}
template <class T>
__forceinline__ cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *function, const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)function, config);
}
template <class T>
__forceinline__ cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T *function, const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)function, config);
}
template <class F, class T>
__forceinline__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, T function,
                                                                                    F sharedOfBlock, int blockSizeLimit = 0,
                                                                                    unsigned int flags = 0)
{
    if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minGridSize, blockSize, function, sharedOfBlock, blockSizeLimit);
}
template <class T>
__forceinline__ cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T function,
                                                                        size_t dynamicShared = 0, int blockSizeLimit = 0,
                                                                        unsigned int flags = 0)
{
    if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
    return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, function, dynamicShared, blockSizeLimit);
}

inline cudaError_t __kern_launch_ex(const cudaLaunchConfig_t *config, void (*kernel)())
{
    void *list[] = {(void *)0};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, list);
}
// A launch with attributes: each argument becomes the parameter's type, as in a call.
template <class... P, class... A>
__forceinline__ cudaError_t __kern_launch_ex(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...arguments)
{
    return [&](P... converted) {
        void *list[] = {(void *)&converted..., (void *)0};
        return ::cudaLaunchKernelExC(config, (const void *)kernel, list);
    }(static_cast<A &&>(arguments)...);
}
template <class K, class... A>
__forceinline__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, K *kernel, A &&...arguments)
{
    return __kern_launch_ex(config, kernel, static_cast<A &&>(arguments)...);
}
template <class T>
__forceinline__ cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol, const void *from, size_t count,
                                                                 size_t offset, enum cudaMemcpyKind kind)
{
    return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, from, count, offset, kind);
}
template <class T>
__forceinline__ cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const T &symbol, size_t count,
                                                                   size_t offset, enum cudaMemcpyKind kind)
{
    return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, to, (const void *)&symbol, count, offset, kind);
}
template <class T>
__forceinline__ cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, const T &symbol,
                                                                     const void *from, size_t count, size_t offset,
                                                                     enum cudaMemcpyKind kind)
{
    return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, (const void *)&symbol, from, count, offset, kind);
}
template <class T>
__forceinline__ cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                                                       const T &symbol, size_t count, size_t offset,
                                                                       enum cudaMemcpyKind kind)
{
    return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, to, (const void *)&symbol, count, offset, kind);
}
