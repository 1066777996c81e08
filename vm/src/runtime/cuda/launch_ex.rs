//! CUDA runtime API, "Execution Control": launches with attributes, and kernels as values.

use super::super::system::static_text;
use super::super::{Arg, Args, HostFunction, Stop};
use super::array::{long, word};
use super::code::{INVALID_DEVICE_FUNCTION, INVALID_VALUE, NOT_SUPPORTED, SUCCESS};
use super::error::{call, refuse};
use super::function::{launch_with, refuse_function, with_kernel};
use super::memory::{answer, answer_int};
use crate::launch::error::INVALID_CLUSTER_SIZE;
use crate::launch::{MOST_IN_CLUSTER, MOST_PORTABLE};
use crate::runtime::CallContext;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaLaunchKernelExC", |host, args| call(host, |host| launch(host, args))),
    ("cudaFuncGetName", |host, args| with_kernel(host, args.at(1), |host, _| name(host, args))),
    ("cudaFuncGetParamInfo", |host, args| {
        with_kernel(host, args.at(0), |host, info| match info.params.get(args.at(1).u64() as usize).copied() {
            Some((offset, size)) => {
                if args.at(3).address() != 0 {
                    answer(host, args.at(3), size.into())?;
                }
                answer(host, args.at(2), offset.into())
            }
            None => Ok(refuse(host, INVALID_VALUE, "the kernel has no such parameter")),
        })
    }),
    ("cudaGetFuncBySymbol", |host, args| call(host, |host| handle(host, args))),
    ("cudaGetKernel", |host, args| call(host, |host| handle(host, args))),
    ("cudaOccupancyMaxActiveClusters", |host, args| with_kernel(host, args.at(1), |host, info| clusters(host, args, &info))),
    ("cudaOccupancyMaxPotentialClusterSize", |host, args| {
        with_kernel(host, args.at(1), |host, _| match args.at(2).address() {
            0 => Ok(refuse(host, INVALID_VALUE, "the configuration is null")),
            // Larger clusters than 8 are not portable.
            _ => answer_int(host, args.at(0), if host.device().major >= 9 { 8 } else { 1 }),
        })
    }),
    ("cudaGetDriverEntryPoint", |host, args| call(host, |host| no_driver(host, args.at(1), args.at(3)))),
    ("cudaGetDriverEntryPointByVersion", |host, args| call(host, |host| no_driver(host, args.at(1), args.at(4)))),
    ("cudaIpcGetMemHandle", no_ipc),
    ("cudaIpcOpenMemHandle", no_ipc),
    ("cudaIpcCloseMemHandle", no_ipc),
    ("cudaIpcGetEventHandle", no_ipc),
    ("cudaIpcOpenEventHandle", no_ipc),
];

/// `cudaLaunchAttributeCooperative`
const COOPERATIVE: u32 = 2;
/// `cudaLaunchAttributeClusterDimension`
const CLUSTER: u32 = 4;
/// Most attributes of a launch.
const MOST: u32 = 64;

/// Of `cudaLaunchConfig_t`, the attributes: number and value.
fn attributes(host: &mut CallContext, config: &[u8; 56]) -> Result<Vec<(u32, [u8; 64])>, Stop> {
    let (list, count) = (long(config, 40), word(config, 48).min(MOST));
    let mut all = Vec::new();
    for index in 0..u64::from(if list == 0 { 0 } else { count }) {
        let bytes: [u8; 72] = host.read(list + 72 * index)?;
        let mut value = [0; 64];
        value.copy_from_slice(&bytes[8..]);
        all.push((word(&bytes, 0), value));
    }
    Ok(all)
}

/// Of the attributes, "cooperative" and the size of clusters change how a kernel runs; the others ask for nothing that a program could
/// see here.
fn launch(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let address = args.at(0).address();
    if address == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the configuration is null"));
    }
    if host.kernel(args.at(1).address()).is_none() {
        return Ok(refuse_function(host, args.at(1).address()));
    }
    let config: [u8; 56] = host.read(address)?;
    let (mut is_cooperative, mut cluster) = (false, None);
    for (attribute, value) in attributes(host, &config)? {
        match attribute {
            COOPERATIVE => is_cooperative = word(&value, 0) != 0,
            CLUSTER => cluster = Some(std::array::from_fn(|axis| word(&value, 4 * axis))),
            0..=16 => {}
            other => return Ok(refuse(host, INVALID_VALUE, format!("there is no attribute {other}"))),
        }
    }
    let dims = |at: usize| std::array::from_fn(|i| word(&config, at + 4 * i));
    let shape = (dims(0), dims(12), long(&config, 24), long(&config, 32));
    launch_with(host, args.at(1).address(), shape, args.at(2).address(), (is_cooperative, cluster))
}

/// The handle of a kernel by its name: only here it must be one.
fn handle(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    match host.kernel(args.at(1).address()) {
        Some(_) => answer(host, args.at(0), args.at(1).u64()),
        None => Ok(refuse(host, INVALID_DEVICE_FUNCTION, "this is no kernel")),
    }
}

/// The name that the compiler made of a kernel's.
fn name(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    let Some(mangled) = host.machine.kernel_symbol(args.at(1).address()).map(str::to_string) else { return Ok(INVALID_DEVICE_FUNCTION) };
    let address = static_text(host, &mangled);
    answer(host, args.at(0), address)
}

fn clusters(host: &mut CallContext, args: &[Arg], info: &crate::machine::KernelInfo) -> Result<i32, Stop> {
    if args.at(2).address() == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the configuration is null"));
    }
    let config: [u8; 56] = host.read(args.at(2).address())?;
    let threads = (0..3).map(|axis| u64::from(word(&config, 12 + 4 * axis))).fold(1, u64::saturating_mul);
    let blocks = super::occupancy::blocks(host.device(), info, host.registers(args.at(1).address()), threads, long(&config, 24), None);
    let mut size = info.cluster.map_or(1, |cluster| cluster.iter().map(|&n| u64::from(n)).product());
    for (attribute, value) in attributes(host, &config)? {
        if attribute == CLUSTER {
            size = (0..3).map(|axis| u64::from(word(&value, 4 * axis)).max(1)).fold(1, u64::saturating_mul);
        }
    }
    let is_non_portable = host.state.cuda.kernels.get(&args.at(1).address()).is_some_and(|settings| settings.is_non_portable);
    let most = if is_non_portable { MOST_IN_CLUSTER } else { MOST_PORTABLE };
    if host.device().major < 9 && size > 1 {
        return Ok(refuse(host, NOT_SUPPORTED, "devices before compute capability 9.0 have no clusters of blocks"));
    }
    if size > most {
        return Ok(refuse(host, INVALID_CLUSTER_SIZE, format!("clusters of {size} blocks, the limit is {most}")));
    }
    let all = blocks * u64::from(host.device().sm_count) / size;
    answer_int(host, args.at(0), all.min(i32::MAX as u64) as i32)
}

/// There is no driver behind the runtime: its functions cannot be asked for.
fn no_driver(host: &mut CallContext, target: Arg, status: Arg) -> Result<i32, Stop> {
    if target.address() == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the pointer to the variable that gets the answer is null"));
    }
    answer(host, target, 0)?;
    if status.address() != 0 {
        // `cudaDriverEntryPointSymbolNotFound`
        answer_int(host, status, 1)?;
    }
    Ok(refuse(host, NOT_SUPPORTED, "functions of the driver API are not supported"))
}

/// Other processes see nothing of a run.
fn no_ipc(host: &mut CallContext, args: &[Arg]) -> Result<super::super::Ret, Stop> {
    call(host, |host| match args.at(0).address() {
        0 => Ok(refuse(host, INVALID_VALUE, "a pointer is null")),
        _ => Ok(refuse(host, NOT_SUPPORTED, "memory and events cannot be shared with other processes")),
    })
}

/// That all went well, for calls that only give hints.
pub(super) fn no_effect(host: &mut CallContext, _args: &[Arg]) -> Result<super::super::Ret, Stop> {
    call(host, |_| Ok(SUCCESS))
}
