//! `cudaGetDeviceProperties` and `cudaDeviceGetAttribute`: what a program asks of a device, from its model.

use super::super::{Arg, Args, Ret, Stop};
use super::code::{INVALID_VALUE, SUCCESS};
use super::device::{no_device, on_device};
use super::error::call;
use super::memory::answer_int;
use crate::device::Device;
use crate::runtime::CallContext;
use kern_stdlib::PropType;
use serde_json::Value;

/// The name `cudaGetDeviceProperties` gives, by key of the device table.
fn marketing_name(device: &Device) -> String {
    let known = [
        ("h200", "NVIDIA H200"),
        ("h100_sxm", "NVIDIA H100 80GB HBM3"),
        ("h100_pcie", "NVIDIA H100 PCIe"),
        ("a100_40", "NVIDIA A100-SXM4-40GB"),
        ("a100_80", "NVIDIA A100-SXM4-80GB"),
        ("v100", "Tesla V100-SXM2-16GB"),
        ("p100", "Tesla P100-SXM2-16GB"),
        ("titanx", "NVIDIA GeForce GTX TITAN X"),
        ("b200", "NVIDIA B200"),
    ];
    if let Some((_, name)) = known.iter().find(|(part, _)| device.key.contains(part)) {
        return (*name).to_string();
    }
    if device.name.starts_with("Tesla") { device.name.clone() } else { format!("NVIDIA {}", device.name) }
}

/// Numbers of the array `group.name` of the device table.
fn facts(device: &Device, group: &str, name: &str) -> Vec<i64> {
    let value = device.facts.get(group).and_then(|g| g.get(name));
    match value {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_i64).collect(),
        Some(value) => value.as_i64().into_iter().collect(),
        None => Vec::new(),
    }
}

/// Field and values of `cudaDeviceProp`, but for the name.
pub(super) fn properties(device: &Device) -> Vec<(&'static str, Vec<i64>)> {
    let one = |value: u64| vec![value as i64];
    let triple = |values: [u32; 3]| values.iter().map(|&v| i64::from(v)).collect::<Vec<i64>>();
    let texture = |name: &str, default: &[i64]| {
        let found = facts(device, "constant_texture", name);
        if found.is_empty() { default.to_vec() } else { found }
    };
    let cc = device.major * 10 + device.minor;
    let since = |needed: u32| vec![i64::from(cc >= needed)];
    let tex1d = texture("tex1d_max_width", &[65536]);
    let tex2d = texture("tex2d_max", &[65536, 65536]);
    let tex3d = texture("tex3d_max", &[4096, 4096, 4096]);
    let layers = texture("tex_max_layers", &[2048]);
    let cube = texture("cubemap_max_width", &[16384]);
    let with_layers = |mut size: Vec<i64>| {
        size.extend(&layers);
        size
    };
    vec![
        ("totalGlobalMem", one(device.memory_bytes)),
        ("sharedMemPerBlock", one(device.shared_per_block.into())),
        ("regsPerBlock", one(device.regs_per_block.into())),
        ("warpSize", vec![32]),
        ("memPitch", vec![2_147_483_647]),
        ("maxThreadsPerBlock", one(device.max_threads_per_block.into())),
        ("maxThreadsDim", triple(device.max_block_dim)),
        ("maxGridSize", triple(device.max_grid_dim)),
        ("totalConstMem", one(device.constant_bytes.into())),
        ("major", one(device.major.into())),
        ("minor", one(device.minor.into())),
        ("textureAlignment", vec![512]),
        ("texturePitchAlignment", vec![32]),
        ("multiProcessorCount", one(device.sm_count.into())),
        ("canMapHostMemory", vec![1]),
        ("maxTexture1D", tex1d.clone()),
        ("maxTexture1DMipmap", vec![tex1d[0].min(32768)]),
        ("maxTexture1DLinear", texture("tex1d_linear_max", &[1 << 27])),
        ("maxTexture2D", tex2d.clone()),
        ("maxTexture2DMipmap", vec![32768, 32768]),
        ("maxTexture2DLinear", vec![131_072, 65000, 2_097_120]),
        ("maxTexture2DGather", vec![32768, 32768]),
        ("maxTexture3D", tex3d.clone()),
        ("maxTexture3DAlt", vec![tex3d[0] / 2, tex3d[0] / 2, tex3d[0] * 2]),
        ("maxTextureCubemap", cube.clone()),
        ("maxTexture1DLayered", with_layers(vec![32768])),
        ("maxTexture2DLayered", with_layers(vec![32768, 32768])),
        ("maxTextureCubemapLayered", vec![cube[0], 2046]),
        ("maxSurface1D", vec![32768]),
        ("maxSurface2D", vec![131_072, 65536]),
        ("maxSurface3D", tex3d),
        ("maxSurface1DLayered", with_layers(vec![32768])),
        ("maxSurface2DLayered", with_layers(vec![32768, 32768])),
        ("maxSurfaceCubemap", cube.clone()),
        ("maxSurfaceCubemapLayered", vec![cube[0], 2046]),
        ("surfaceAlignment", vec![512]),
        ("concurrentKernels", since(20)),
        ("ECCEnabled", vec![i64::from(device.fact("", "dram_gbs").unwrap_or(0.0) > 700.0)]),
        ("pciBusID", vec![1]),
        ("asyncEngineCount", vec![super::durations::copy_engines(device).into()]),
        ("unifiedAddressing", since(20)),
        ("memoryBusWidth", one(device.memory_bus_bits.into())),
        ("l2CacheSize", one(device.l2_bytes)),
        ("persistingL2CacheMaxSize", vec![if cc >= 80 { device.l2_bytes as i64 * 5 / 8 } else { 0 }]),
        ("maxThreadsPerMultiProcessor", one(device.max_threads_per_sm.into())),
        ("streamPrioritiesSupported", since(35)),
        ("globalL1CacheSupported", since(20)),
        ("localL1CacheSupported", since(20)),
        ("sharedMemPerMultiprocessor", one(device.shared_per_sm.into())),
        ("regsPerMultiprocessor", one(device.regs_per_sm.into())),
        ("managedMemory", since(30)),
        ("concurrentManagedAccess", since(60)),
        ("computePreemptionSupported", since(60)),
        ("canUseHostPointerForRegisteredMem", since(60)),
        ("cooperativeLaunch", since(60)),
        ("sharedMemPerBlockOptin", one(device.shared_per_block_optin.into())),
        ("maxBlocksPerMultiProcessor", one(device.max_blocks_per_sm.into())),
        ("accessPolicyMaxWindowSize", vec![if cc >= 80 { 134_213_632 } else { 0 }]),
        ("reservedSharedMemPerBlock", one(device.shared_reserved_per_block.into())),
        ("hostRegisterSupported", vec![1]),
        ("memoryPoolsSupported", since(60)),
        ("memoryPoolSupportedHandleTypes", vec![handle_types(cc)]),
        ("clusterLaunch", since(90)),
        ("unifiedFunctionPointers", since(90)),
        ("deviceNumaId", vec![-1]),
        ("hostNumaId", vec![0]),
        // What CUDA 13 no longer tells and older programs read.
        ("clockRate", one(u64::from(device.clock_mhz) * 1000)),
        ("deviceOverlap", vec![1]),
        ("memoryClockRate", one(u64::from(device.memory_clock_mhz) * 1000)),
        ("singleToDoublePrecisionPerfRatio", vec![precision_ratio(device)]),
    ]
}

/// What memory of a pool may be shared by, on Linux: file descriptors (1), and on data centre products since Hopper the fabric of NVLink
/// too (8; measured on an H200).
fn handle_types(cc: u32) -> i64 {
    match cc {
        ..60 => 0,
        90 | 100 | 103 => 9,
        _ => 1,
    }
}

fn precision_ratio(device: &Device) -> i64 {
    match (device.fact("throughput", "fp32"), device.fact("throughput", "fp64")) {
        (Some(single), Some(double)) if double > 0.0 => (single / double) as i64,
        _ => 32,
    }
}

pub(super) fn get_properties(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    if args.at(1).i32() != 0 {
        return call(host, |host| Ok(no_device(host, args.at(1).i32())));
    }
    if args.at(0).address() == 0 {
        return call(host, |_| Ok(INVALID_VALUE));
    }
    let mut bytes = vec![0u8; kern_stdlib::prop_size() as usize];
    let mut name = marketing_name(host.device()).into_bytes();
    name.truncate(255);
    bytes[..name.len()].copy_from_slice(&name);
    for (field, values) in properties(host.device()) {
        let Some((ty, offset)) = kern_stdlib::prop_offset(field) else { continue };
        for (index, value) in values.iter().enumerate() {
            let size = ty.size() as usize;
            let at = offset as usize + index * size;
            let value = if ty == PropType::Int { (*value).min(i64::from(i32::MAX)) } else { *value };
            bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
    host.write_bytes(args.at(0).address(), &bytes)?;
    Ok(Ret::from(SUCCESS))
}

/// `enum cudaDeviceAttr` by field of `cudaDeviceProp` and index in it.
pub(super) const ATTRIBUTES: &[(i32, &str, usize)] = &[
    (1, "maxThreadsPerBlock", 0),
    (2, "maxThreadsDim", 0),
    (3, "maxThreadsDim", 1),
    (4, "maxThreadsDim", 2),
    (5, "maxGridSize", 0),
    (6, "maxGridSize", 1),
    (7, "maxGridSize", 2),
    (8, "sharedMemPerBlock", 0),
    (9, "totalConstMem", 0),
    (10, "warpSize", 0),
    (11, "memPitch", 0),
    (12, "regsPerBlock", 0),
    (13, "clockRate", 0),
    (14, "textureAlignment", 0),
    (15, "deviceOverlap", 0),
    (16, "multiProcessorCount", 0),
    (19, "canMapHostMemory", 0),
    (21, "maxTexture1D", 0),
    (22, "maxTexture2D", 0),
    (23, "maxTexture2D", 1),
    (24, "maxTexture3D", 0),
    (25, "maxTexture3D", 1),
    (26, "maxTexture3D", 2),
    (27, "maxTexture2DLayered", 0),
    (28, "maxTexture2DLayered", 1),
    (29, "maxTexture2DLayered", 2),
    (30, "surfaceAlignment", 0),
    (31, "concurrentKernels", 0),
    (32, "ECCEnabled", 0),
    (33, "pciBusID", 0),
    (36, "memoryClockRate", 0),
    (37, "memoryBusWidth", 0),
    (38, "l2CacheSize", 0),
    (39, "maxThreadsPerMultiProcessor", 0),
    (40, "asyncEngineCount", 0),
    (41, "unifiedAddressing", 0),
    (42, "maxTexture1DLayered", 0),
    (43, "maxTexture1DLayered", 1),
    (45, "maxTexture2DGather", 0),
    (46, "maxTexture2DGather", 1),
    (47, "maxTexture3DAlt", 0),
    (48, "maxTexture3DAlt", 1),
    (49, "maxTexture3DAlt", 2),
    (51, "texturePitchAlignment", 0),
    (52, "maxTextureCubemap", 0),
    (53, "maxTextureCubemapLayered", 0),
    (54, "maxTextureCubemapLayered", 1),
    (55, "maxSurface1D", 0),
    (56, "maxSurface2D", 0),
    (57, "maxSurface2D", 1),
    (58, "maxSurface3D", 0),
    (59, "maxSurface3D", 1),
    (60, "maxSurface3D", 2),
    (61, "maxSurface1DLayered", 0),
    (62, "maxSurface1DLayered", 1),
    (63, "maxSurface2DLayered", 0),
    (64, "maxSurface2DLayered", 1),
    (65, "maxSurface2DLayered", 2),
    (66, "maxSurfaceCubemap", 0),
    (67, "maxSurfaceCubemapLayered", 0),
    (68, "maxSurfaceCubemapLayered", 1),
    (69, "maxTexture1DLinear", 0),
    (70, "maxTexture2DLinear", 0),
    (71, "maxTexture2DLinear", 1),
    (72, "maxTexture2DLinear", 2),
    (73, "maxTexture2DMipmap", 0),
    (74, "maxTexture2DMipmap", 1),
    (75, "major", 0),
    (76, "minor", 0),
    (77, "maxTexture1DMipmap", 0),
    (78, "streamPrioritiesSupported", 0),
    (79, "globalL1CacheSupported", 0),
    (80, "localL1CacheSupported", 0),
    (81, "sharedMemPerMultiprocessor", 0),
    (82, "regsPerMultiprocessor", 0),
    (83, "managedMemory", 0),
    (87, "singleToDoublePrecisionPerfRatio", 0),
    (89, "concurrentManagedAccess", 0),
    (90, "computePreemptionSupported", 0),
    (91, "canUseHostPointerForRegisteredMem", 0),
    (95, "cooperativeLaunch", 0),
    (97, "sharedMemPerBlockOptin", 0),
    (99, "hostRegisterSupported", 0),
    (106, "maxBlocksPerMultiProcessor", 0),
    (108, "persistingL2CacheMaxSize", 0),
    (109, "accessPolicyMaxWindowSize", 0),
    (111, "reservedSharedMemPerBlock", 0),
    (115, "memoryPoolsSupported", 0),
    (119, "memoryPoolSupportedHandleTypes", 0),
    (120, "clusterLaunch", 0),
    (131, "deviceNumaId", 0),
    (134, "hostNumaId", 0),
];

/// The value of an attribute; 0 for what no device of the table has.
pub(super) fn attribute(device: &Device, number: i32) -> Option<i32> {
    if !(1..147).contains(&number) || number == 44 {
        return None;
    }
    let Some(&(_, field, index)) = ATTRIBUTES.iter().find(|row| row.0 == number) else { return Some(0) };
    let values = properties(device).into_iter().find(|(name, _)| *name == field)?.1;
    values.get(index).map(|&v| v.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
}

pub(super) fn get_attribute(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    on_device(host, args.at(2).i32(), |host| match attribute(host.device(), args.at(1).i32()) {
        Some(value) => answer_int(host, args.at(0), value),
        None => Ok(INVALID_VALUE),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_is_a_field_and_fits() {
        for device in Device::all() {
            for (field, values) in properties(&device) {
                let row = kern_stdlib::DEVICE_PROP.iter().find(|row| row.1 == field).unwrap_or_else(|| panic!("{field}"));
                assert!(values.len() as u64 <= row.2, "{}: {field} {values:?}", device.key);
            }
            assert!(attribute(&device, 16).is_some_and(|n| n > 0));
        }
        let fields: Vec<&str> = properties(&Device::all()[0]).iter().map(|p| p.0).collect();
        assert!(ATTRIBUTES.iter().all(|row| fields.contains(&row.1)));
    }

    #[test]
    fn the_default_device_is_as_measured() {
        let device = Device::find("h200").unwrap();
        assert_eq!(marketing_name(&device), "NVIDIA H200");
        assert_eq!([75, 76, 16, 38, 97, 119].map(|a| attribute(&device, a).unwrap()), [9, 0, 132, 62_914_560, 232_448, 9]);
        assert_eq!(marketing_name(&Device::find("t4").unwrap()), "Tesla T4");
        assert_eq!(attribute(&device, 44), None);
    }
}
