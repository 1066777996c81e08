#pragma once
// The typed forms of the runtime API (cuda_runtime.h): they only cast and call the C function. They are always inlined: whether a program
// looks at what they return is asked of the call inside.

template <class T> __host__ __device__ __forceinline__ cudaError_t cudaMalloc(T **pointer, size_t size) { return ::cudaMalloc((void **)pointer, size); }
template <class T> __forceinline__ cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned int flags = 0)
{
    return ::__kern_malloc_host((void **)pointer, size, flags);
}
template <class T> __forceinline__ cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc((void **)pointer, size, flags);
}
template <class T> __forceinline__ cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return ::cudaHostGetDevicePointer((void **)device, host, flags);
}
template <class T> __forceinline__ cudaError_t cudaMallocManaged(T **pointer, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)pointer, size, flags);
}
template <class T> __forceinline__ cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)pointer, pitch, width, height);
}
template <class T> __forceinline__ cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)pointer, size, stream);
}
template <class T>
__forceinline__ cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size, size_t offset = 0,
                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, size, offset, kind);
}
template <class T>
__forceinline__ cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size, size_t offset = 0,
                                           enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, size, offset, kind, stream);
}
template <class T>
__forceinline__ cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, size, offset, kind);
}
template <class T>
__forceinline__ cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, size, offset, kind, stream);
}
template <class T> __forceinline__ cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    return ::cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class T> __forceinline__ cudaError_t cudaGetSymbolAddress(T **pointer, const T &symbol)
{
    return ::cudaGetSymbolAddress((void **)pointer, (const void *)&symbol);
}
template <class T> __forceinline__ cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}
__forceinline__ cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) { return ::cudaEventCreateWithFlags(event, flags); }

template <class T> __forceinline__ cudaError_t cudaFuncSetAttribute(T *function, enum cudaFuncAttribute attribute, int value)
{
    return ::cudaFuncSetAttribute((const void *)function, attribute, value);
}
template <class T> __host__ __device__ __forceinline__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *function)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)function);
}
template <class T> __forceinline__ cudaError_t cudaFuncSetCacheConfig(T *function, enum cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)function, config);
}
template <class T> __forceinline__ cudaError_t cudaFuncSetSharedMemConfig(T *function, enum cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)function, config);
}
template <class T>
__forceinline__ cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)function, grid, block, arguments, shared, stream);
}
template <class T>
__forceinline__ cudaError_t cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                                               cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)function, grid, block, arguments, shared, stream);
}
template <class T>
__host__ __device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T function, int blockSize, size_t dynamicShared)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function, blockSize, dynamicShared);
}
template <class T>
__host__ __device__ __forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T function, int blockSize, size_t dynamicShared,
                                                                          unsigned int flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)function, blockSize, dynamicShared, flags);
}
template <class T>
__forceinline__ cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, T *function, int blocks, int blockSize)
{
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)function, blocks, blockSize);
}

// The search of cuda_runtime.h: from the largest block down in steps of a warp, the first with most threads resident.
template <class T, class F>
__forceinline__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T function, F sharedOfBlock,
                                                                  int blockSizeLimit = 0)
{
    if (!minGridSize || !blockSize) return cudaErrorInvalidValue;
    int device, perMultiprocessor, multiprocessors, largest, warp;
    cudaError_t status = ::cudaGetDevice(&device);
    if (status != cudaSuccess) return status;
    ::cudaDeviceGetAttribute(&perMultiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    ::cudaDeviceGetAttribute(&largest, cudaDevAttrMaxThreadsPerBlock, device);
    ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    struct cudaFuncAttributes attributes;
    status = ::cudaFuncGetAttributes(&attributes, (const void *)function);
    if (status != cudaSuccess) return status;
    if (attributes.maxThreadsPerBlock < largest) largest = attributes.maxThreadsPerBlock;
    if (blockSizeLimit > 0 && blockSizeLimit < largest) largest = blockSizeLimit;
    int bestThreads = 0, bestBlocks = 0, best = 0;
    for (int rounded = (largest + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
        int size = rounded < largest ? rounded : largest;
        int blocks;
        status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)function, size, sharedOfBlock(size));
        if (status != cudaSuccess) return status;
        if (size * blocks > bestThreads) {
            best = size;
            bestBlocks = blocks;
            bestThreads = size * blocks;
        }
        if (bestThreads == perMultiprocessor) break;
    }
    *minGridSize = bestBlocks * multiprocessors;
    *blockSize = best;
    return status;
}
struct __kern_fixed_shared {
    size_t bytes;
    size_t operator()(int) const { return bytes; }
};
template <class T>
__forceinline__ cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T function, size_t dynamicShared = 0,
                                                      int blockSizeLimit = 0)
{
    __kern_fixed_shared shared;
    shared.bytes = dynamicShared;
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minGridSize, blockSize, function, shared, blockSizeLimit);
}

// CUDA 13 takes a location where CUDA 8 to 12 take a device number.
__forceinline__ cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, struct cudaMemLocation location, unsigned int flags,
                                        cudaStream_t stream = 0)
{
    // No place to go to, and flags, are wrong as a size of 0 is.
    if (flags || location.type == cudaMemLocationTypeNone) size = 0;
    return ::cudaMemPrefetchAsync(pointer, size, location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId, stream);
}
__forceinline__ cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
    return ::cudaMemAdvise(pointer, size, advice, location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId);
}

inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent extent;
    extent.width = width;
    extent.height = height;
    extent.depth = depth;
    return extent;
}
inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos position;
    position.x = x;
    position.y = y;
    position.z = z;
    return position;
}
inline struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t xsize, size_t ysize)
{
    struct cudaPitchedPtr pitched;
    pitched.ptr = pointer;
    pitched.pitch = pitch;
    pitched.xsize = xsize;
    pitched.ysize = ysize;
    return pitched;
}
