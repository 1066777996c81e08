//! `cudaDeviceProp`: its fields in order, from which both the declaration and the offsets come.
//!
//! The order is CUDA 13's; the fields that CUDA 13 dropped and older programs read follow at the end.

/// Type of a field of `cudaDeviceProp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropType {
    /// `char`
    Char,
    /// `int`
    Int,
    /// `unsigned int`
    UInt,
    /// `size_t`
    Size,
}

use PropType::{Char, Int, Size, UInt};

impl PropType {
    /// Bytes, and the alignment.
    pub const fn size(self) -> u64 {
        match self {
            Char => 1,
            Int | UInt => 4,
            Size => 8,
        }
    }

    fn spelling(self) -> &'static str {
        match self {
            Char => "char",
            Int => "int",
            UInt => "unsigned int",
            Size => "size_t",
        }
    }
}

/// Type, name and number of elements (1: no array) of each field.
pub const DEVICE_PROP: &[(PropType, &str, u64)] = &[
    (Char, "name", 256),
    (Char, "uuid", 16),
    (Char, "luid", 8),
    (UInt, "luidDeviceNodeMask", 1),
    (Size, "totalGlobalMem", 1),
    (Size, "sharedMemPerBlock", 1),
    (Int, "regsPerBlock", 1),
    (Int, "warpSize", 1),
    (Size, "memPitch", 1),
    (Int, "maxThreadsPerBlock", 1),
    (Int, "maxThreadsDim", 3),
    (Int, "maxGridSize", 3),
    (Size, "totalConstMem", 1),
    (Int, "major", 1),
    (Int, "minor", 1),
    (Size, "textureAlignment", 1),
    (Size, "texturePitchAlignment", 1),
    (Int, "multiProcessorCount", 1),
    (Int, "integrated", 1),
    (Int, "canMapHostMemory", 1),
    (Int, "maxTexture1D", 1),
    (Int, "maxTexture1DMipmap", 1),
    (Int, "maxTexture2D", 2),
    (Int, "maxTexture2DMipmap", 2),
    (Int, "maxTexture2DLinear", 3),
    (Int, "maxTexture2DGather", 2),
    (Int, "maxTexture3D", 3),
    (Int, "maxTexture3DAlt", 3),
    (Int, "maxTextureCubemap", 1),
    (Int, "maxTexture1DLayered", 2),
    (Int, "maxTexture2DLayered", 3),
    (Int, "maxTextureCubemapLayered", 2),
    (Int, "maxSurface1D", 1),
    (Int, "maxSurface2D", 2),
    (Int, "maxSurface3D", 3),
    (Int, "maxSurface1DLayered", 2),
    (Int, "maxSurface2DLayered", 3),
    (Int, "maxSurfaceCubemap", 1),
    (Int, "maxSurfaceCubemapLayered", 2),
    (Size, "surfaceAlignment", 1),
    (Int, "concurrentKernels", 1),
    (Int, "ECCEnabled", 1),
    (Int, "pciBusID", 1),
    (Int, "pciDeviceID", 1),
    (Int, "pciDomainID", 1),
    (Int, "tccDriver", 1),
    (Int, "asyncEngineCount", 1),
    (Int, "unifiedAddressing", 1),
    (Int, "memoryBusWidth", 1),
    (Int, "l2CacheSize", 1),
    (Int, "persistingL2CacheMaxSize", 1),
    (Int, "maxThreadsPerMultiProcessor", 1),
    (Int, "streamPrioritiesSupported", 1),
    (Int, "globalL1CacheSupported", 1),
    (Int, "localL1CacheSupported", 1),
    (Size, "sharedMemPerMultiprocessor", 1),
    (Int, "regsPerMultiprocessor", 1),
    (Int, "managedMemory", 1),
    (Int, "isMultiGpuBoard", 1),
    (Int, "multiGpuBoardGroupID", 1),
    (Int, "hostNativeAtomicSupported", 1),
    (Int, "pageableMemoryAccess", 1),
    (Int, "concurrentManagedAccess", 1),
    (Int, "computePreemptionSupported", 1),
    (Int, "canUseHostPointerForRegisteredMem", 1),
    (Int, "cooperativeLaunch", 1),
    (Size, "sharedMemPerBlockOptin", 1),
    (Int, "pageableMemoryAccessUsesHostPageTables", 1),
    (Int, "directManagedMemAccessFromHost", 1),
    (Int, "maxBlocksPerMultiProcessor", 1),
    (Int, "accessPolicyMaxWindowSize", 1),
    (Size, "reservedSharedMemPerBlock", 1),
    (Int, "hostRegisterSupported", 1),
    (Int, "sparseCudaArraySupported", 1),
    (Int, "hostRegisterReadOnlySupported", 1),
    (Int, "timelineSemaphoreInteropSupported", 1),
    (Int, "memoryPoolsSupported", 1),
    (Int, "gpuDirectRDMASupported", 1),
    (UInt, "gpuDirectRDMAFlushWritesOptions", 1),
    (Int, "gpuDirectRDMAWritesOrdering", 1),
    (UInt, "memoryPoolSupportedHandleTypes", 1),
    (Int, "deferredMappingCudaArraySupported", 1),
    (Int, "ipcEventSupported", 1),
    (Int, "clusterLaunch", 1),
    (Int, "unifiedFunctionPointers", 1),
    (Int, "deviceNumaConfig", 1),
    (Int, "deviceNumaId", 1),
    (Int, "mpsEnabled", 1),
    (Int, "hostNumaId", 1),
    (UInt, "gpuPciDeviceID", 1),
    (UInt, "gpuPciSubsystemID", 1),
    (Int, "hostNumaMultinodeIpcSupported", 1),
    (Int, "clockRate", 1),
    (Int, "deviceOverlap", 1),
    (Int, "kernelExecTimeoutEnabled", 1),
    (Int, "computeMode", 1),
    (Int, "memoryClockRate", 1),
    (Int, "singleToDoublePrecisionPerfRatio", 1),
    (Int, "cooperativeMultiDeviceLaunch", 1),
    (Int, "maxTexture1DLinear", 1),
];

/// Byte offset of element 0 of a field.
pub fn prop_offset(name: &str) -> Option<(PropType, u64)> {
    let mut offset = 0u64;
    for &(ty, field, count) in DEVICE_PROP {
        offset = offset.next_multiple_of(ty.size());
        if field == name {
            return Some((ty, offset));
        }
        offset += ty.size() * count;
    }
    None
}

/// `sizeof(cudaDeviceProp)`.
pub fn prop_size() -> u64 {
    let end = DEVICE_PROP.iter().fold(0u64, |offset, &(ty, _, count)| offset.next_multiple_of(ty.size()) + ty.size() * count);
    end.next_multiple_of(8)
}

/// The declaration. `uuid` is a `cudaUUID_t`, which is sixteen characters.
pub(crate) fn declare() -> String {
    let mut text = String::with_capacity(4096);
    text.push_str("struct cudaDeviceProp {\n");
    for &(ty, name, count) in DEVICE_PROP {
        if name == "uuid" {
            text.push_str("    cudaUUID_t uuid;\n");
        } else if count == 1 {
            text.push_str(&format!("    {} {name};\n", ty.spelling()));
        } else {
            text.push_str(&format!("    {} {name}[{count}];\n", ty.spelling()));
        }
    }
    text.push_str("};\n");
    text
}
