//! CUDA runtime API: arrays ("Memory Management"), "Texture Object Management", "Surface Object Management".

use super::{RuntimeFunction, cuda};

pub(super) const ROWS: &[RuntimeFunction] = &[
    cuda(
        "cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height = 0, unsigned int flags = 0)",
        "Allocates a 1-D or 2-D array.",
        &["InvalidValue", "InvalidChannelDescriptor", "MemoryAllocation"],
        10,
    ),
    cuda(
        "cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int flags = 0)",
        "Allocates an array: 3-D, layered or a cubemap too.",
        &["InvalidValue", "InvalidChannelDescriptor", "MemoryAllocation"],
        20,
    ),
    cuda(
        "cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int levels, unsigned int flags = 0)",
        "Allocates an array with levels, each half as large as the one before.",
        &["InvalidValue", "InvalidChannelDescriptor", "MemoryAllocation"],
        50,
    ),
    cuda(
        "cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t mipmap, unsigned int number)",
        "One level of a mipmapped array.",
        &["InvalidValue", "InvalidResourceHandle"],
        50,
    ),
    cuda(
        "cudaError_t cudaFreeArray(cudaArray_t array)",
        "Frees an array; null is fine.",
        &["InvalidResourceHandle"],
        10,
    ),
    cuda(
        "cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap)",
        "Frees a mipmapped array; null is fine.",
        &["InvalidResourceHandle"],
        50,
    ),
    cuda(
        "cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags, cudaArray_t array)",
        "Format, extent and flags of an array.",
        &["InvalidResourceHandle"],
        41,
    ),
    cuda(
        "cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)",
        "The format of an array.",
        &["InvalidValue", "InvalidResourceHandle"],
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpy2DToArray(cudaArray_t array, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind)",
        "Copies rows of bytes to an array.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)",
        "Copies rows of bytes from an array.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpyToArray(cudaArray_t array, size_t x, size_t y, const void *from, size_t count, enum cudaMemcpyKind kind)",
        "Copies bytes to an array, row after row.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t array, size_t x, size_t y, size_t count, enum cudaMemcpyKind kind)",
        "Copies bytes from an array, row after row.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parms)",
        "Copies a box between arrays and memory.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        20,
    ),
    cuda(
        "cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t array, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0)",
        "Copies rows of bytes to an array in a stream's order.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        20,
    ),
    cuda(
        "cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0)",
        "Copies rows of bytes from an array in a stream's order.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        20,
    ),
    cuda(
        "cudaError_t cudaMemcpyToArrayAsync(cudaArray_t array, size_t x, size_t y, const void *from, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream = 0)",
        "Copies bytes to an array, row after row, in a stream's order.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        20,
    ),
    cuda(
        "cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t array, size_t x, size_t y, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream = 0)",
        "Copies bytes from an array, row after row, in a stream's order.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        20,
    ),
    cuda(
        "cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parms, cudaStream_t stream = 0)",
        "Copies a box between arrays and memory in a stream's order.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        20,
    ),
    cuda(
        "cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t fromX, size_t fromY, size_t width, size_t height, enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)",
        "Copies rows of bytes between arrays.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        10,
    ),
    cuda(
        "cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t fromX, size_t fromY, size_t count, enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)",
        "Copies bytes between arrays, row after row.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidPitchValue", "InvalidMemcpyDirection"],
        10,
    ),
    cuda(
        "cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource, const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view)",
        "Makes a texture of an array or of memory.",
        &["InvalidValue", "InvalidResourceHandle", "InvalidChannelDescriptor", "InvalidFilterSetting", "InvalidNormSetting"],
        50,
    ),
    cuda(
        "cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)",
        "Ends a texture object; 0 is fine.",
        &["InvalidValue"],
        50,
    ),
    cuda(
        "cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *desc, cudaTextureObject_t object)",
        "What a texture object was made of.",
        &["InvalidValue"],
        50,
    ),
    cuda(
        "cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t object)",
        "How a texture object is sampled.",
        &["InvalidValue"],
        50,
    ),
    cuda(
        "cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource)",
        "Makes a surface of an array.",
        &["InvalidValue", "InvalidResourceHandle"],
        50,
    ),
    cuda(
        "cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)",
        "Ends a surface object; 0 is fine.",
        &["InvalidValue"],
        50,
    ),
    cuda(
        "cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *desc, cudaSurfaceObject_t object)",
        "What a surface object was made of.",
        &["InvalidValue"],
        50,
    ),
    cuda(
        "cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width, const struct cudaChannelFormatDesc *desc, int device)",
        "How many texels of linear memory a texture reaches.",
        &["InvalidValue", "InvalidChannelDescriptor"],
        110,
    ),
];
