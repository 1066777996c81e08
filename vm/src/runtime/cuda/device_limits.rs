//! CUDA runtime API, "Device Management": the limits of a device (`enum cudaLimit`).
//!
//! **What.** The buffer of `printf` and the heap of `malloc` get their size with the first launch of a kernel that may use them, and
//! keep it up to `cudaDeviceReset`: to set the limit between is refused, the same value again too.
//! **May miss.** A kernel that gets to `printf` or `malloc` through tables of virtual functions only.
//! **Source.** Measured on an H200 under CUDA 13.0: it is the kernel's code with all that it calls that counts, not what is executed; and
//! which error answers a limit that does not exist.

use super::super::{Arg, Args, Ret, Stop};
use super::code::{INVALID_VALUE, SUCCESS, UNSUPPORTED_LIMIT};
use super::error::{call, refuse};
use super::memory::answer;
use super::properties::attribute;
use super::{Cuda, printf_buffer};
use crate::device::Device;
use crate::exec::touched::calls;
use crate::runtime::CallContext;
use std::collections::{BTreeMap, BTreeSet};

/// `cudaLimitStackSize`
const STACK: i32 = 0;
/// `cudaLimitPrintfFifoSize`
const PRINTF: i32 = 1;
/// `cudaLimitMallocHeapSize`
const HEAP: i32 = 2;
/// `cudaLimitDevRuntimeSyncDepth`: went with synchronisation in kernels.
const SYNC_DEPTH: i32 = 3;
/// `cudaLimitDevRuntimePendingLaunchCount`
const PENDING_LAUNCHES: i32 = 4;
/// `cudaLimitMaxL2FetchGranularity`
const L2_FETCH: i32 = 5;
/// `cudaLimitPersistingL2CacheSize`
const PERSISTING_L2: i32 = 6;
/// `cudaDevAttrMaxPersistingL2CacheSize`
const MOST_PERSISTING_L2: i32 = 108;

/// Limits that are fixed by the launch of a kernel that calls one of the functions.
const FIXED_BY: &[(i32, &[&str])] = &[(PRINTF, &["vprintf"]), (HEAP, &["malloc", "free", "cudaMalloc", "cudaFree"])];

/// What the program made of the limits.
#[derive(Clone, Default, Debug)]
pub(super) struct Limits {
    /// Those that it has set.
    set: BTreeMap<i32, u64>,
    /// Those that cannot be set any more.
    fixed: BTreeSet<i32>,
    /// Kernels that were launched.
    launched: BTreeSet<u32>,
}

/// Value of a limit on a fresh context.
fn default_limit(device: &Device, limit: i32) -> Option<u64> {
    match limit {
        STACK => Some(1024),
        PRINTF => Some(printf_buffer::default_size(device.sm_count)),
        HEAP => Some(8 << 20),
        PENDING_LAUNCHES => Some(2048),
        L2_FETCH => Some(128),
        PERSISTING_L2 => Some(0),
        _ => None,
    }
}

/// Bytes of each thread's stack for calls of functions that call themselves again.
pub(crate) fn stack_limit(cuda: &Cuda, device: &Device) -> u64 {
    limit_of(cuda, device, STACK).unwrap_or(0)
}

/// Bytes that kernels may print between two moments at which the host reads them.
pub(crate) fn printf_limit(host: &mut CallContext) -> u64 {
    limit(host, PRINTF).unwrap_or(0)
}

/// Most launches of a grid that may wait.
pub(super) fn pending_limit(host: &mut CallContext) -> u64 {
    limit(host, PENDING_LAUNCHES).unwrap_or(0)
}

/// Most bytes that kernels may have taken with `malloc`.
pub(crate) fn heap_limit(host: &mut CallContext) -> u64 {
    limit(host, HEAP).unwrap_or(0)
}

/// What a limit is now; `None` if there is no such limit.
fn limit(host: &mut CallContext, limit: i32) -> Option<u64> {
    limit_of(&host.state.cuda, host.device(), limit)
}

fn limit_of(cuda: &Cuda, device: &Device, limit: i32) -> Option<u64> {
    cuda.limits.set.get(&limit).copied().or_else(|| default_limit(device, limit))
}

pub(super) fn set_limit(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| {
        let (limit, value) = (args.at(0).i32(), args.at(1).u64());
        if default_limit(host.device(), limit).is_none() {
            let error = if limit == SYNC_DEPTH { UNSUPPORTED_LIMIT } else { INVALID_VALUE };
            return Ok(refuse(host, error, format!("there is no limit {limit}")));
        }
        if host.state.cuda.limits.fixed.contains(&limit) {
            let does = if limit == PRINTF { "prints" } else { "allocates or frees memory" };
            let reason = format!("a kernel that {does} was launched before: set the limit ahead of it, or after `cudaDeviceReset`");
            return Ok(refuse(host, INVALID_VALUE, reason));
        }
        let most = attribute(host.device(), MOST_PERSISTING_L2).filter(|&most| limit == PERSISTING_L2 && most > 0);
        if let Some(most) = most.filter(|&most| value > most as u64) {
            return Ok(refuse(host, INVALID_VALUE, format!("{value} bytes, and the device can keep {most} at most")));
        }
        let value = if limit == PRINTF { printf_buffer::size_for(value) } else { value };
        host.state.cuda.limits.set.insert(limit, value);
        Ok(SUCCESS)
    })
}

pub(super) fn get_limit(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    call(host, |host| match limit(host, args.at(1).i32()) {
        Some(value) => answer(host, args.at(0), value),
        None => Ok(UNSUPPORTED_LIMIT),
    })
}

impl CallContext<'_, '_> {
    /// A kernel is launched: from now on the limits of what it may use are fixed.
    pub(super) fn fix_limits(&mut self, kernel: u64) {
        let Some(kernel) = self.machine.kernel_at(kernel) else { return };
        let limits = &mut self.state.cuda.limits;
        if limits.launched.insert(kernel) {
            let module = &self.machine.program.device;
            limits.fixed.extend(FIXED_BY.iter().filter(|(_, functions)| calls(module, kernel, functions)).map(|(limit, _)| limit));
        }
    }
}
