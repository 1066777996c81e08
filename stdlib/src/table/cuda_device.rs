//! CUDA runtime API, "Device Management", "Error Handling", "Execution Control", "Occupancy", "Version Management",
//! "Peer Device Memory Access", "Profiler Control".

use super::{CudaVersions, RuntimeFunction, cuda, removed, row};

const VALUE: &[&str] = &["InvalidValue"];
const DEVICE: &[&str] = &["InvalidValue", "InvalidDevice"];
const DRIVER: &[&str] = &["InvalidValue", "NotSupported"];
const LAUNCH: &[&str] =
    &["InvalidDeviceFunction", "InvalidResourceHandle", "InvalidConfiguration", "CooperativeLaunchTooLarge", "NotSupported"];
const FUNCTION: &[&str] = &["InvalidValue", "InvalidDeviceFunction", "InvalidResourceHandle"];
const SYMBOL: &[&str] = &["InvalidValue", "InvalidDeviceFunction"];

/// A row of `cuda_profiler_api.h`.
const fn profiler(declaration: &'static str, doc: &'static str) -> RuntimeFunction {
    row("cuda_profiler_api.h", declaration, doc, &[], Some(CudaVersions { since: 40, until: None }))
}

pub(super) const ROWS: &[RuntimeFunction] = &[
    cuda("__host__ __device__ cudaError_t cudaGetDeviceCount(int *count)", "The number of devices.", VALUE, 10),
    cuda("cudaError_t cudaSetDevice(int device)", "Chooses the device.", &["InvalidDevice"], 10),
    cuda("__host__ __device__ cudaError_t cudaGetDevice(int *device)", "The chosen device.", VALUE, 10),
    cuda("cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)", "What a device can do.", DEVICE, 10),
    cuda(
        "__host__ __device__ cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)",
        "One property of a device.",
        DEVICE,
        50,
    ),
    cuda("cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties)", "The device that fits best.", VALUE, 10),
    cuda("cudaError_t cudaSetValidDevices(int *devices, int count)", "The devices to choose from.", DEVICE, 30),
    cuda("cudaError_t cudaSetDeviceFlags(unsigned int flags)", "How the host waits for the device.", VALUE, 22),
    cuda("cudaError_t cudaGetDeviceFlags(unsigned int *flags)", "How the host waits for the device.", VALUE, 70),
    cuda(
        "cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)",
        "Makes a device ready.",
        &["InvalidValue", "InvalidDevice"],
        120,
    ),
    cuda("cudaError_t cudaDeviceReset(void)", "Frees everything a device holds.", &[], 40),
    cuda("cudaError_t cudaDeviceSynchronize(void)", "Waits for the device; errors of kernels show here.", &[], 40),
    removed("cudaError_t cudaThreadSynchronize(void)", "The old name of `cudaDeviceSynchronize`.", &[], 10, 129),
    removed("cudaError_t cudaThreadExit(void)", "The old name of `cudaDeviceReset`.", &[], 10, 129),
    cuda(
        "cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)",
        "Sets a limit: stack, printf buffer, device heap.",
        &["InvalidValue", "UnsupportedLimit"],
        40,
    ),
    cuda(
        "__host__ __device__ cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)",
        "Asks for a limit.",
        &["InvalidValue", "UnsupportedLimit"],
        40,
    ),
    cuda("cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)", "A hint about shared memory and L1.", VALUE, 40),
    cuda(
        "__host__ __device__ cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)",
        "The hint about shared memory and L1.",
        VALUE,
        40,
    ),
    cuda(
        "cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)",
        "The width of shared memory banks: fixed since Maxwell.",
        VALUE,
        42,
    ),
    cuda(
        "__host__ __device__ cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)",
        "The width of shared memory banks.",
        VALUE,
        42,
    ),
    cuda("cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)", "The priorities streams may have.", &[], 55),
    cuda("cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device)", "The device's place on the bus.", DEVICE, 41),
    cuda("cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text)", "The device at a place on the bus.", DEVICE, 41),
    cuda("cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)", "Whether a device reaches another's memory.", DEVICE, 40),
    cuda(
        "cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)",
        "Lets the device reach another's memory.",
        &["InvalidValue", "InvalidDevice", "PeerAccessUnsupported", "PeerAccessAlreadyEnabled"],
        40,
    ),
    cuda(
        "cudaError_t cudaDeviceDisablePeerAccess(int peer)",
        "Ends `cudaDeviceEnablePeerAccess`.",
        &["InvalidDevice", "PeerAccessNotEnabled"],
        40,
    ),
    cuda(
        "cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer)",
        "A property of the link between devices.",
        DEVICE,
        80,
    ),
    cuda("__host__ __device__ cudaError_t cudaGetLastError(void)", "The last error; forgets it unless the context is lost.", &[], 10),
    cuda("__host__ __device__ cudaError_t cudaPeekAtLastError(void)", "The last error.", &[], 40),
    cuda("__host__ __device__ const char *cudaGetErrorName(cudaError_t error)", "The name of an error.", &[], 65),
    cuda("__host__ __device__ const char *cudaGetErrorString(cudaError_t error)", "The text of an error.", &[], 10),
    cuda("cudaError_t cudaDriverGetVersion(int *version)", "The newest CUDA the driver supports.", VALUE, 22),
    cuda("__host__ __device__ cudaError_t cudaRuntimeGetVersion(int *version)", "The CUDA version of the runtime.", VALUE, 22),
    cuda(
        "cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value)",
        "Sets an attribute of a kernel: dynamic shared memory beyond 48 KB.",
        FUNCTION,
        90,
    ),
    cuda(
        "__host__ __device__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function)",
        "What a kernel needs.",
        FUNCTION,
        22,
    ),
    cuda(
        "cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config)",
        "A hint about shared memory and L1.",
        FUNCTION,
        30,
    ),
    cuda(
        "cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config)",
        "The width of shared memory banks: fixed since Maxwell.",
        FUNCTION,
        42,
    ),
    cuda(
        "cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0)",
        "Launches a kernel whose arguments are given by address.",
        &["InvalidDeviceFunction", "InvalidResourceHandle", "InvalidConfiguration", "LaunchFailure"],
        70,
    ),
    cuda(
        "cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0)",
        "Launches a kernel whose blocks all run at once.",
        &["InvalidDeviceFunction", "InvalidResourceHandle", "InvalidConfiguration", "CooperativeLaunchTooLarge"],
        90,
    ),
    cuda(
        "__host__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int blockSize, size_t dynamicShared)",
        "Blocks of a kernel that fit on a multiprocessor.",
        FUNCTION,
        65,
    ),
    cuda(
        "__host__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int blockSize, size_t dynamicShared, unsigned int flags)",
        "Blocks of a kernel that fit on a multiprocessor.",
        FUNCTION,
        70,
    ),
    cuda(
        "cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks, int blockSize)",
        "Dynamic shared memory that leaves room for so many blocks.",
        FUNCTION,
        110,
    ),
    cuda(
        "int __kern_launch(const void *function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY, unsigned int blockZ, size_t shared, cudaStream_t stream, const void *parameters)",
        "What `<<<…>>>` calls.",
        FUNCTION,
        10,
    ),
    cuda(
        "__device__ int __kern_device_launch(const void *function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY, unsigned int blockZ, size_t shared, cudaStream_t stream, const void *parameters)",
        "What `<<<…>>>` in a kernel calls.",
        FUNCTION,
        30,
    ),
    cuda("__device__ int __kern_had_cooperative_launch(void)", "Whether a cooperative launch was made.", &[], 5),
    cuda(
        "__device__ void __kern_grid_sync(void)",
        "What `grid_group::sync` calls first: a launch that is not cooperative ends.",
        &["LaunchFailure"],
        90,
    ),
    cuda("__device__ unsigned int __kern_cluster_dim(unsigned int axis)", "Blocks of the thread's cluster along an axis.", &[], 118),
    cuda(
        "__device__ unsigned long long __kern_map_shared_rank(unsigned long long address, unsigned int rank)",
        "The address of the same variable in the shared memory of another block of the cluster.",
        &[],
        118,
    ),
    cuda("__device__ void __kern_cluster_arrive(void)", "The thread arrives at the barrier of its cluster.", &[], 118),
    cuda(
        "__device__ int __kern_cluster_is_complete(void)",
        "Whether the phase of the cluster's barrier is complete in which the thread arrived.",
        &[],
        118,
    ),
    cuda(
        "cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments)",
        "Launches a kernel with attributes.",
        LAUNCH,
        118,
    ),
    cuda("cudaError_t cudaFuncGetName(const char **name, const void *function)", "The name of a kernel as linkers see it.", FUNCTION, 123),
    cuda(
        "cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *size)",
        "Where a parameter of a kernel lies.",
        FUNCTION,
        124,
    ),
    cuda("cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol)", "A kernel as a handle.", SYMBOL, 110),
    cuda("cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *symbol)", "A kernel as a handle.", SYMBOL, 121),
    cuda(
        "cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function, const cudaLaunchConfig_t *config)",
        "Clusters of a kernel that fit on the device, whose multiprocessors are one group here: on a GPU whose groups (GPCs) are not multiples of the cluster fewer do.",
        FUNCTION,
        118,
    ),
    cuda(
        "cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *function, const cudaLaunchConfig_t *config)",
        "Most blocks of a cluster.",
        FUNCTION,
        118,
    ),
    cuda("cudaError_t cudaCtxResetPersistingL2Cache(void)", "Resets persisting lines of the cache: nothing to do.", VALUE, 110),
    cuda(
        "cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags, enum cudaDriverEntryPointQueryResult *result = 0)",
        "A function of the driver: refused.",
        DRIVER,
        113,
    ),
    cuda(
        "cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned int version, unsigned long long flags, enum cudaDriverEntryPointQueryResult *result = 0)",
        "A function of the driver: refused.",
        DRIVER,
        125,
    ),
    profiler("cudaError_t cudaProfilerStart(void)", "Starts profiling: nothing to do."),
    profiler("cudaError_t cudaProfilerStop(void)", "Stops profiling: nothing to do."),
];
