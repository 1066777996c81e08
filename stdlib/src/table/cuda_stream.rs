//! CUDA runtime API, "Stream Management", "Event Management".

use super::{RuntimeFunction, cuda};

const VALUE: &[&str] = &["InvalidValue"];
const HANDLE: &[&str] = &["InvalidValue", "InvalidResourceHandle"];

pub(super) const ROWS: &[RuntimeFunction] = &[
    cuda("cudaError_t cudaStreamCreate(cudaStream_t *stream)", "Makes a stream.", VALUE, 10),
    cuda(
        "__host__ __device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)",
        "Makes a stream.",
        VALUE,
        50,
    ),
    cuda("cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)", "Makes a stream.", VALUE, 55),
    cuda("__host__ __device__ cudaError_t cudaStreamDestroy(cudaStream_t stream)", "Ends a stream when its work is done.", HANDLE, 10),
    cuda("cudaError_t cudaStreamSynchronize(cudaStream_t stream)", "Waits for a stream.", HANDLE, 10),
    cuda(
        "cudaError_t cudaStreamQuery(cudaStream_t stream)",
        "Whether a stream's work is done.",
        &["InvalidResourceHandle", "NotReady"],
        10,
    ),
    cuda(
        "__host__ __device__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0)",
        "Makes a stream wait for an event.",
        HANDLE,
        32,
    ),
    cuda("cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)", "The flags of a stream.", HANDLE, 55),
    cuda("cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)", "The priority of a stream.", HANDLE, 55),
    cuda(
        "cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags)",
        "Calls a host function in a stream's order; in it nearly all calls of the API answer `cudaErrorNotPermitted`.",
        HANDLE,
        50,
    ),
    cuda(
        "cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)",
        "Calls a host function in a stream's order; in it nearly all calls of the API answer `cudaErrorNotPermitted`.",
        HANDLE,
        100,
    ),
    cuda("cudaError_t cudaEventCreate(cudaEvent_t *event)", "Makes an event.", VALUE, 10),
    cuda("__host__ __device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)", "Makes an event.", VALUE, 22),
    cuda(
        "__host__ __device__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0)",
        "Notes the time in a stream's order.",
        HANDLE,
        10,
    ),
    cuda(
        "cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0)",
        "Notes the time in a stream's order.",
        HANDLE,
        111,
    ),
    cuda("cudaError_t cudaEventQuery(cudaEvent_t event)", "Whether an event has happened.", &["InvalidResourceHandle", "NotReady"], 10),
    cuda("cudaError_t cudaEventSynchronize(cudaEvent_t event)", "Waits for an event.", HANDLE, 10),
    cuda("__host__ __device__ cudaError_t cudaEventDestroy(cudaEvent_t event)", "Ends an event.", HANDLE, 10),
    cuda(
        "cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)",
        "Milliseconds between two events, on the modelled clock.",
        &["InvalidValue", "InvalidResourceHandle", "NotReady"],
        10,
    ),
    cuda("cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)", "A number that no other stream has.", HANDLE, 120),
    cuda("cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)", "The device of a stream.", HANDLE, 128),
    cuda(
        "cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue *value)",
        "Asks for an attribute of a stream.",
        HANDLE,
        110,
    ),
    cuda(
        "cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value)",
        "Sets an attribute of a stream.",
        HANDLE,
        110,
    ),
    cuda("cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)", "Copies the attributes of a stream.", HANDLE, 110),
];
