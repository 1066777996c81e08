//! CUDA runtime API, "Execution Control" and "Occupancy"; what `<<<…>>>` calls.

use super::super::{Arg, Args, HostFunction, Ret, Stop};
use super::code::{COOPERATIVE_LAUNCH_TOO_LARGE, INVALID_DEVICE_FUNCTION, INVALID_RESOURCE_HANDLE, INVALID_VALUE, NOT_PERMITTED, SUCCESS};
use super::dynamic::{Family, device_launch, launch_children, start_grids};
use super::error::{call, refuse};
use super::graph::{NodeWork, capture};
use super::memory::{answer, answer_int};
use super::operations::{Operation, Performed, Work};
use super::overlap::in_order;
use super::stream::{is_stream, queue};
use super::transfer::Transfer;
use super::waiting::Waiting;
use super::{durations, host_function, occupancy};
use crate::exec::device_engines::Cost;
use crate::exec::device_scheduler::{Launched, Ticket};
use crate::finding::Finding;
use crate::instrument::WorkKind;
use crate::launch::error::{INVALID_CLUSTER_SIZE, LAUNCH_FAILURE};
use crate::launch::{LaunchConfig, MOST_PORTABLE, NO_CLUSTERS};
use crate::machine::KernelInfo;
use crate::memory::Use;
use crate::runtime::CallContext;
use kern_diag::Code;
use std::ops::Range;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("__kern_launch", kern_launch),
    ("__kern_device_launch", device_launch),
    ("__kern_had_cooperative_launch", |host, _| Ok(Ret::from(i32::from(host.state.cuda.had_cooperative)))),
    ("__kern_grid_sync", grid_sync),
    ("cudaLaunchKernel", |host, args| call(host, |host| launch_kernel(host, args, false))),
    ("cudaLaunchCooperativeKernel", |host, args| call(host, |host| launch_kernel(host, args, true))),
    ("cudaFuncSetAttribute", set_attribute),
    ("cudaFuncGetAttributes", get_attributes),
    ("cudaFuncSetCacheConfig", |host, args| {
        with_kernel(host, args.at(0), |_, _| Ok(if (0..=3).contains(&args.at(1).i32()) { SUCCESS } else { INVALID_VALUE }))
    }),
    ("cudaFuncSetSharedMemConfig", |host, args| with_kernel(host, args.at(0), |_, _| Ok(SUCCESS))),
    ("cudaOccupancyMaxActiveBlocksPerMultiprocessor", active_blocks),
    ("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", |host, args| match args.at(4).u32() {
        0 | 1 => active_blocks(host, args),
        flags => call(host, |host| Ok(refuse(host, INVALID_VALUE, format!("the flags {flags:#x} are none of `cudaOccupancy…`")))),
    }),
    ("cudaOccupancyAvailableDynamicSMemPerBlock", available_shared),
];

/// Launches; the kernel's arguments lie in one buffer. Its error is `cudaGetLastError`'s to tell.
fn kern_launch(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let cuda = &mut host.state.cuda;
    if cuda.lost != 0 && host.thread.is_none() {
        // Before a call has shown it, the launch that lost the context still counts as running.
        cuda.last = if cuda.lost_shown { cuda.lost } else { cuda.last };
        return Ok(Ret::from(0));
    }
    if host_function::is_called(host) {
        let error = host.launched(NOT_PERMITTED, || host_function::REFUSED.to_string());
        host.launched_unseen(error);
        return Ok(Ret::from(error));
    }
    let kernel = args.at(0).address();
    let Some(info) = host.kernel(kernel) else {
        let error = host.launched(error_of(kernel), || NO_KERNEL.to_string());
        host.launched_unseen(error);
        return Ok(Ret::from(error));
    };
    let dims = |first: usize| [args.at(first).u32(), args.at(first + 1).u32(), args.at(first + 2).u32()];
    let config = config(host, kernel, dims(1), dims(4), args.at(7).u64(), args.at(8).u64());
    let size = info.params.iter().map(|&(offset, size)| u64::from(offset) + u64::from(size)).max().unwrap_or(0);
    let buffer = args.at(9).address();
    let params = host.read_bytes(buffer, size)?;
    let places: Vec<_> = info.params.iter().map(|&(offset, size)| (buffer.wrapping_add(u64::from(offset)), offset, size)).collect();
    tell_unwritten(host, &info.name, &params, &places);
    let error = run(host, kernel, info, config, params)?;
    host.launched_unseen(error);
    Ok(Ret::from(error))
}

pub(super) fn config(
    host: &mut CallContext,
    kernel: u64,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared: u64,
    stream: u64,
) -> LaunchConfig {
    let shared_limit = host.state.cuda.kernels.get(&kernel).and_then(|k| k.dynamic_shared).unwrap_or(0);
    let cluster = host.kernel(kernel).and_then(|info| info.cluster).unwrap_or(NO_CLUSTERS);
    LaunchConfig { grid, block, dynamic_shared, shared_limit, stream, cluster }
}

fn run(host: &mut CallContext, kernel: u64, info: KernelInfo, config: LaunchConfig, params: Vec<u8>) -> Result<i32, Stop> {
    if !is_stream(host, config.stream) {
        let is_new = crate::memory::is_unset(config.stream);
        let reason = if is_new { "the stream was never created" } else { "the stream does not exist (any more)" };
        return Ok(host.launched(INVALID_RESOURCE_HANDLE, || reason.to_string()));
    }
    if let Err((error, reason)) = config.validate(&host.machine.device, info.static_shared, info.max_threads) {
        host.state.cuda.graphs.invalidate_of(config.stream);
        let advice = config.advice(&host.machine.device);
        let error = host.launched(error, || reason);
        host.advise(advice);
        return Ok(error);
    }
    let is_non_portable = host.state.cuda.kernels.get(&kernel).is_some_and(|settings| settings.is_non_portable);
    if config.cluster_size() > MOST_PORTABLE && !is_non_portable {
        let reason = format!(
            "{} blocks a cluster, the limit is {MOST_PORTABLE} without `cudaFuncAttributeNonPortableClusterSizeAllowed`",
            config.cluster_size()
        );
        return Ok(host.launched(INVALID_CLUSTER_SIZE, || reason));
    }
    let cuda = &host.state.cuda;
    let (of_stream, current) = (cuda.device_of_stream(config.stream), cuda.peers.current);
    if of_stream != current {
        let reason = format!("the stream is of device {of_stream}, and the current device is {current}");
        return Ok(host.launched(INVALID_RESOURCE_HANDLE, || reason));
    }
    match capture::takes(host, config.stream) {
        Ok(true) => {
            let is_cooperative = host.state.cuda.is_cooperative;
            return Ok(capture::add(host, config.stream, NodeWork::Kernel { kernel, config, params, is_cooperative }));
        }
        Ok(false) => {}
        Err(error) => {
            return Ok(host.launched(error, || "a stream is being captured, and this launch is not permitted meanwhile".to_string()));
        }
    }
    Ok(host.submit(queue(config.stream), Operation::Launch { kernel, info, config, params })?.error)
}

/// Launches a node of a graph.
///
/// # Errors
/// The program cannot go on.
pub(super) fn run_in(host: &mut CallContext, kernel: u64, config: LaunchConfig, params: Vec<u8>, cooperative: bool) -> Result<i32, Stop> {
    let Some(info) = host.kernel(kernel) else { return Ok(SUCCESS) };
    host.state.cuda.is_cooperative = cooperative;
    host.state.cuda.had_cooperative |= cooperative;
    let outcome = host.submit(queue(config.stream), Operation::Launch { kernel, info, config, params });
    host.state.cuda.is_cooperative = false;
    Ok(outcome?.error)
}

/// What of the machine was before a launch.
#[derive(Clone, Debug)]
pub(super) struct Started {
    /// Launches that had ended.
    pub(super) ended: u64,
    instructions: u64,
    /// What it has used of memory of both sides before it waited.
    uses: Vec<Use>,
}

/// A launch as operations have it: the kernel's address and what is known of it, grid and block, parameters.
pub(super) type LaunchParts = (u64, KernelInfo, LaunchConfig, Vec<u8>);

/// Runs a kernel, and all that it launches. If it is an operation of a stream, it may wait for what others do after it: `None`.
///
/// # Errors
/// The program cannot go on.
pub(super) fn run_grids(host: &mut CallContext, launch: LaunchParts, ticket: Option<Ticket>) -> Result<Option<Performed>, Stop> {
    let (kernel, _, config, params) = &launch;
    host.machine.memory.take_touched();
    let mut started = Started { ended: host.machine.ended_launches, instructions: start_grids(host), uses: Vec::new() };
    let ended = match ticket.filter(|_| host.thread.is_none()) {
        Some(_) => host.launch_or_wait(*kernel, config, params)?,
        None => Some(host.launch(*kernel, config, params)?),
    };
    match (ended, ticket) {
        (None, Some(ticket)) => {
            started.uses = host.machine.memory.take_touched();
            let trace = host.trace();
            let cuda = &mut host.state.cuda;
            let (is_cooperative, launches) = (cuda.is_cooperative, std::mem::take(&mut cuda.device_launches));
            cuda.waiting.push_back(Waiting { ticket, launch, started, is_cooperative, launches, trace });
            Ok(None)
        }
        (ended, _) => conclude(host, ended.unwrap_or(LAUNCH_FAILURE), started, launch).map(Some),
    }
}

/// A kernel has run, which `started`: runs what it has launched. How long all that takes on the modelled clock, and what it used.
///
/// # Errors
/// The program cannot go on.
pub(super) fn conclude(
    host: &mut CallContext,
    error: i32,
    started: Started,
    (kernel, info, config, params): LaunchParts,
) -> Result<Performed, Stop> {
    let Family { error, copying, copied } = launch_children(host, error, started.instructions)?;
    let grids = (host.machine.ended_launches - started.ended) as usize;
    let mut transfer = None;
    if grids > 0 {
        let machine = &*host.machine;
        let is_kept = machine.config.profile;
        let reports = machine.launches.iter().rev().take(grids);
        let duration = copying + reports.map(|report| durations::kernel(&machine.device, report)).sum::<u64>();
        // Nobody asks for the name of what uses no memory of the host.
        let footprint = in_order(std::mem::take(&mut host.state.cuda.footprint));
        let mut uses = started.uses;
        uses.extend(host.machine.memory.take_touched());
        // What a kernel's addresses tell says nothing of copies.
        let is_one_kernel = grids == 1 && copied.is_empty();
        uses.extend(copied);
        let work = if uses.is_empty() && footprint.is_empty() && !is_kept {
            Work::default()
        } else {
            let name = format!("`{}{}`", info.name, config.text());
            let launched = (!uses.is_empty() && is_one_kernel).then(|| Box::new(Launched { kernel, config, params, is_looked_at: false }));
            Work { name, place: host.place(), kind: WorkKind::Launch, uses, does: None, footprint, launched }
        };
        let demand = durations::blocks(&host.machine.device, &config, info.static_shared);
        transfer = Some(Transfer { cost: Cost { duration, demand }, work });
    }
    let error = host.launched(error, || format!("`{}` could not be launched like this", info.name));
    Ok(Performed { error, transfer })
}

/// A grid waits only where all its blocks are on the device at once, which a cooperative launch sees to.
fn grid_sync(host: &mut CallContext, _args: &[Arg]) -> Result<Ret, Stop> {
    if host.state.cuda.is_cooperative {
        return Ok(Ret::VOID);
    }
    let finding = Finding::new(Code::TRAP, host.place(), "`sync()` of a grid whose launch was not cooperative")
        .label("not all blocks need be on the device at once, so that they cannot wait for one another")
        .help("launch the kernel with `cudaLaunchCooperativeKernel`, or split it into two kernels, launched one after the other");
    host.report(finding);
    Err(Stop::Launch(LAUNCH_FAILURE))
}

/// `dim3` arguments come by address.
fn dim3(host: &mut CallContext, arg: Arg) -> Result<[u32; 3], Stop> {
    let bytes: [u8; 12] = host.read(arg.address())?;
    Ok(std::array::from_fn(|i| u32::from_le_bytes(std::array::from_fn(|k| bytes[4 * i + k]))))
}

fn launch_kernel(host: &mut CallContext, args: &[Arg], cooperative: bool) -> Result<i32, Stop> {
    if host.kernel(args.at(0).address()).is_none() {
        return Ok(refuse_function(host, args.at(0).address()));
    }
    let (grid, block) = (dim3(host, args.at(1))?, dim3(host, args.at(2))?);
    let shape = (grid, block, args.at(4).u64(), args.at(5).u64());
    launch_with(host, args.at(0).address(), shape, args.at(3).address(), (cooperative, None))
}

/// Grid, block, bytes of dynamic shared memory, stream.
pub(super) type LaunchValues = ([u32; 3], [u32; 3], u64, u64);

/// Launches a kernel whose arguments a list holds the addresses of: as a cooperative one or not, in clusters if it says so.
///
/// # Errors
/// The program cannot go on.
pub(super) fn launch_with(
    host: &mut CallContext,
    kernel: u64,
    (grid, block, shared, stream): LaunchValues,
    list: u64,
    (cooperative, cluster): (bool, Option<[u32; 3]>),
) -> Result<i32, Stop> {
    let Some(info) = host.kernel(kernel) else { return Ok(refuse_function(host, kernel)) };
    let mut config = config(host, kernel, grid, block, shared, stream);
    if let Some(cluster) = cluster {
        if let Some([x, y, z]) = info.cluster.filter(|&own| own != cluster) {
            let reason = format!("`{}` has clusters of ({x}, {y}, {z}) blocks, as `__cluster_dims__` says", info.name);
            return Ok(refuse(host, INVALID_CLUSTER_SIZE, reason));
        }
        config.cluster = cluster;
    }
    if cooperative && config.validate(&host.machine.device, info.static_shared, info.max_threads).is_ok() {
        let opted_in = host.state.cuda.kernels.get(&kernel).and_then(|k| k.dynamic_shared);
        let each = occupancy::blocks(host.device(), &info, host.registers(kernel), config.threads(), config.dynamic_shared, opted_in);
        if config.blocks() > each * host.device().sm_count as u64 {
            let most = each * u64::from(host.device().sm_count);
            let reason = format!("{} blocks, and the device holds {most} of them at once", config.blocks());
            return Ok(refuse(host, COOPERATIVE_LAUNCH_TOO_LARGE, reason));
        }
    }
    let params = match gather(host, &info, list)? {
        Ok(params) => params,
        Err(error) => return Ok(error),
    };
    host.state.cuda.is_cooperative = cooperative;
    host.state.cuda.had_cooperative |= cooperative;
    let error = run(host, kernel, info, config, params);
    host.state.cuda.is_cooperative = false;
    error
}

/// A kernel's arguments, of which a list holds the addresses.
///
/// # Errors
/// The program cannot go on.
pub(super) fn gather(host: &mut CallContext, info: &KernelInfo, list: u64) -> Result<Result<Vec<u8>, i32>, Stop> {
    let size = info.params.iter().map(|&(offset, size)| u64::from(offset) + u64::from(size)).max().unwrap_or(0);
    if size > u64::from(kern_ir::MOST_PARAM_BYTES) {
        return Ok(Err(INVALID_VALUE));
    }
    let mut params = vec![0; size as usize];
    let mut pointers = Vec::new();
    for (index, &(offset, size)) in info.params.iter().enumerate() {
        let pointer = u64::from_le_bytes(host.read(list.wrapping_add(8 * index as u64))?);
        let bytes = host.read_bytes(pointer, size as u64)?;
        params[offset as usize..(offset + size) as usize].copy_from_slice(&bytes);
        pointers.push((pointer, offset, size));
    }
    tell_unwritten(host, &info.name, &params, &pointers);
    Ok(Ok(params))
}

/// Tells who asks of the arguments of a kernel, or parts of them, to which the host wrote nothing: of each where it lies, its offset
/// among the parameters, and its bytes.
fn tell_unwritten(host: &mut CallContext, kernel: &str, params: &[u8], places: &[(u64, u32, u32)]) {
    let memory = &host.machine.memory;
    let pieces = places.iter().flat_map(|&(address, offset, size)| {
        let of_params = move |piece: Range<u64>| u64::from(offset) + piece.start..u64::from(offset) + piece.end;
        memory.unwritten(address, size.into()).into_iter().map(of_params)
    });
    let unwritten: Vec<Range<u64>> = pieces.collect();
    if !unwritten.is_empty() {
        host.machine.sinks.tell(|observer| observer.arguments_unwritten(kernel, params, &unwritten));
    }
}

/// Why a function is refused.
const NO_KERNEL: &str = "this is no kernel";

/// What answers an address that is no kernel's: whatever is not null counts as a handle (measured on an H200).
fn error_of(address: u64) -> i32 {
    if address == 0 { INVALID_DEVICE_FUNCTION } else { INVALID_RESOURCE_HANDLE }
}

/// Something else where a kernel is wanted.
pub(super) fn refuse_function(host: &mut CallContext, address: u64) -> i32 {
    refuse(host, error_of(address), NO_KERNEL)
}

/// A call about a kernel.
pub(super) fn with_kernel(
    host: &mut CallContext,
    kernel: Arg,
    body: impl FnOnce(&mut CallContext, KernelInfo) -> Result<i32, Stop>,
) -> Result<Ret, Stop> {
    call(host, |host| match host.kernel(kernel.address()) {
        Some(info) => body(host, info),
        None => Ok(refuse_function(host, kernel.address())),
    })
}

/// `cudaFuncAttributeMaxDynamicSharedMemorySize`
const MAX_DYNAMIC_SHARED: i32 = 8;
/// `cudaFuncAttributePreferredSharedMemoryCarveout`
const CARVEOUT: i32 = 9;

fn set_attribute(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_kernel(host, args.at(0), |host, info| {
        let value = args.at(2).i32();
        let most = host.device().shared_per_block_optin as i64 - info.static_shared as i64;
        let settings = host.state.cuda.kernels.entry(args.at(0).address()).or_default();
        match args.at(1).i32() {
            MAX_DYNAMIC_SHARED if (0..=most).contains(&i64::from(value)) => settings.dynamic_shared = Some(value as u64),
            MAX_DYNAMIC_SHARED => {
                let reason = format!("{value} bytes, and a block of `{}` can have {most} at most", info.name);
                return Ok(refuse(host, INVALID_VALUE, reason));
            }
            CARVEOUT if (-1..=100).contains(&value) => settings.carveout = Some(value),
            // Clusters: accepted where they ask for nothing.
            NON_PORTABLE if matches!(value, 0 | 1) => settings.is_non_portable = value != 0,
            10..=15 if value == 0 => {}
            _ => return Ok(INVALID_VALUE),
        }
        Ok(SUCCESS)
    })
}

/// `cudaFuncAttributeNonPortableClusterSizeAllowed`
const NON_PORTABLE: i32 = 14;

/// Fields of `cudaFuncAttributes` in order; see `driver_types.h`.
fn get_attributes(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_kernel(host, args.at(1), |host, info| {
        let target = args.at(0).address();
        if target == 0 {
            return Ok(INVALID_VALUE);
        }
        let settings = host.state.cuda.kernels.get(&args.at(1).address()).copied().unwrap_or_default();
        let registers = host.registers(args.at(1).address());
        let device = host.device();
        let version = (device.major * 10 + device.minor) as i32;
        let default_shared = (device.shared_per_block as u64).saturating_sub(info.static_shared);
        let most_threads = (1..=info.max_threads.unwrap_or(device.max_threads_per_block).min(device.max_threads_per_block) / 32)
            .rev()
            .map(|warps| warps * 32)
            .find(|&threads| occupancy::blocks(device, &info, registers, threads as u64, 0, Some(0)) > 0)
            .unwrap_or(info.max_threads.unwrap_or(0));
        let mut bytes = Vec::with_capacity(144);
        for size in [info.static_shared, info.constant, info.local] {
            bytes.extend_from_slice(&size.to_le_bytes());
        }
        let ints = [
            most_threads as i32,
            registers as i32,
            version,
            version,
            0,
            settings.dynamic_shared.unwrap_or(default_shared) as i32,
            settings.carveout.unwrap_or(-1),
            i32::from(info.cluster.is_some()),
        ];
        let cluster = info.cluster.unwrap_or_default().map(|blocks| blocks as i32);
        for value in ints.into_iter().chain(cluster) {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes.resize(72, 0);
        bytes.extend_from_slice(&i32::from(settings.is_non_portable).to_le_bytes());
        bytes.resize(144, 0);
        host.write_bytes(target, &bytes)?;
        Ok(SUCCESS)
    })
}

fn active_blocks(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_kernel(host, args.at(1), |host, info| {
        let threads = args.at(2).i32();
        if threads <= 0 || threads as u32 > host.device().max_threads_per_block {
            return Ok(INVALID_VALUE);
        }
        let opted_in = host.state.cuda.kernels.get(&args.at(1).address()).and_then(|k| k.dynamic_shared);
        let blocks =
            occupancy::blocks(host.device(), &info, host.registers(args.at(1).address()), threads as u64, args.at(3).u64(), opted_in);
        answer_int(host, args.at(0), blocks as i32)
    })
}

fn available_shared(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    with_kernel(host, args.at(1), |host, info| {
        let (blocks, threads) = (args.at(2).i32(), args.at(3).i32());
        if blocks <= 0 || threads <= 0 {
            return Ok(INVALID_VALUE);
        }
        let allowed = host.state.cuda.kernels.get(&args.at(1).address()).and_then(|k| k.dynamic_shared);
        let registers = host.registers(args.at(1).address());
        match occupancy::dynamic_shared(host.device(), &info, registers, blocks as u64, threads as u64, allowed) {
            Some(bytes) => answer(host, args.at(0), bytes),
            None => Ok(INVALID_VALUE),
        }
    })
}
