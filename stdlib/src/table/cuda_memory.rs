//! CUDA runtime API, "Memory Management", "Unified Addressing", "Stream Ordered Memory Allocator".

use super::{RuntimeFunction, cuda};

const VALUE: &[&str] = &["InvalidValue"];
const ALLOC: &[&str] = &["InvalidValue", "MemoryAllocation"];
const COPY: &[&str] = &["InvalidValue", "InvalidMemcpyDirection"];
const SYMBOL: &[&str] = &["InvalidValue", "InvalidSymbol", "InvalidMemcpyDirection"];

pub(super) const ROWS: &[RuntimeFunction] = &[
    cuda("__host__ __device__ cudaError_t cudaMalloc(void **pointer, size_t size)", "Allocates device memory.", ALLOC, 10),
    cuda("__host__ __device__ cudaError_t cudaFree(void *pointer)", "Frees device or managed memory; null is fine.", VALUE, 10),
    cuda("cudaError_t cudaMallocHost(void **pointer, size_t size)", "Allocates pinned host memory.", ALLOC, 10),
    cuda("cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)", "Allocates pinned host memory.", ALLOC, 22),
    cuda("cudaError_t cudaFreeHost(void *pointer)", "Frees pinned host memory; null is fine.", VALUE, 10),
    cuda(
        "cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags)",
        "Pins host memory that exists already.",
        &["InvalidValue", "HostMemoryAlreadyRegistered"],
        40,
    ),
    cuda("cudaError_t cudaHostUnregister(void *pointer)", "Ends `cudaHostRegister`.", &["InvalidValue", "HostMemoryNotRegistered"], 40),
    cuda(
        "cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)",
        "The device's address of pinned memory, which is the same here.",
        VALUE,
        22,
    ),
    cuda("cudaError_t cudaHostGetFlags(unsigned int *flags, void *host)", "The flags pinned memory was made with.", VALUE, 23),
    cuda(
        "cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags = 0x01)",
        "Allocates memory for both sides.",
        ALLOC,
        60,
    ),
    cuda(
        "cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)",
        "Allocates rows whose distance suits the device.",
        ALLOC,
        10,
    ),
    cuda(
        "cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)",
        "Allocates slices of rows whose distance suits the device.",
        ALLOC,
        20,
    ),
    cuda(
        "cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)",
        "Copies bytes between host and device.",
        COPY,
        10,
    ),
    cuda(
        "__host__ __device__ cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream = 0)",
        "Copies bytes in a stream's order.",
        COPY,
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind)",
        "Copies rows of bytes.",
        &["InvalidValue", "InvalidPitchValue", "InvalidMemcpyDirection"],
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0)",
        "Copies rows of bytes in a stream's order.",
        &["InvalidValue", "InvalidPitchValue", "InvalidMemcpyDirection"],
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice, size_t size)",
        "Copies bytes between devices.",
        &["InvalidValue", "InvalidDevice"],
        40,
    ),
    cuda(
        "cudaError_t cudaMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice, size_t size, cudaStream_t stream = 0)",
        "Copies bytes between devices in a stream's order.",
        &["InvalidValue", "InvalidDevice"],
        40,
    ),
    cuda("cudaError_t cudaMemset(void *pointer, int value, size_t size)", "Sets bytes of device memory.", VALUE, 10),
    cuda(
        "__host__ __device__ cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream = 0)",
        "Sets bytes of device memory in a stream's order.",
        VALUE,
        40,
    ),
    cuda("cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)", "Sets bytes of rows.", VALUE, 10),
    cuda(
        "cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0)",
        "Sets bytes of rows in a stream's order.",
        VALUE,
        40,
    ),
    cuda(
        "cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)",
        "Copies bytes to a device variable.",
        SYMBOL,
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0)",
        "Copies bytes to a device variable in a stream's order.",
        SYMBOL,
        20,
    ),
    cuda(
        "cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)",
        "Copies bytes from a device variable.",
        SYMBOL,
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream = 0)",
        "Copies bytes from a device variable in a stream's order.",
        SYMBOL,
        20,
    ),
    cuda(
        "cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)",
        "The device's address of a device variable.",
        &["InvalidValue", "InvalidSymbol"],
        10,
    ),
    cuda(
        "cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)",
        "Bytes of a device variable.",
        &["InvalidValue", "InvalidSymbol"],
        10,
    ),
    cuda("cudaError_t cudaMemGetInfo(size_t *free, size_t *total)", "Bytes of device memory.", VALUE, 30),
    cuda(
        "cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)",
        "What kind of memory a pointer points to.",
        VALUE,
        40,
    ),
    cuda(
        "cudaError_t __kern_mem_prefetch(const void *pointer, size_t size, int device, cudaStream_t stream)",
        "A hint: checks its arguments.",
        &["InvalidValue", "InvalidDevice"],
        80,
    ),
    cuda(
        "cudaError_t __kern_mem_advise(const void *pointer, size_t size, int advice, int device)",
        "A hint: checks its arguments.",
        &["InvalidValue", "InvalidDevice"],
        80,
    ),
    cuda(
        "cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t size = 0, unsigned int flags = 0x04)",
        "Ties managed memory to a stream: checks its arguments.",
        VALUE,
        60,
    ),
    cuda(
        "cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)",
        "Allocates device memory in a stream's order.",
        ALLOC,
        112,
    ),
    cuda("cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)", "Frees device memory in a stream's order.", VALUE, 112),
    cuda(
        "cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)",
        "The memory pool of a device.",
        &["InvalidValue", "InvalidDevice"],
        112,
    ),
    cuda(
        "cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)",
        "The memory pool of a device.",
        &["InvalidValue", "InvalidDevice"],
        112,
    ),
    cuda(
        "cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)",
        "Sets an attribute of a pool.",
        VALUE,
        112,
    ),
    cuda(
        "cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)",
        "Asks for an attribute of a pool.",
        VALUE,
        112,
    ),
    cuda("cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)", "Gives memory of a pool back.", VALUE, 112),
];
