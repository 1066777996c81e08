//! `malloc` and its kin.

use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::finding::Finding;
use crate::memory::{Allocation, AllocationKind, FreedBy, Window};
use crate::report;
use crate::runtime::CallContext;
use crate::world::Stream;
use kern_diag::Code;

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("malloc", |host, args| Ok(Ret::from(allocate_for_free(host, args.at(0).u64()).unwrap_or(0)))),
    ("_Znwm", |host, args| new(host, args.at(0).u64(), FreedBy::Delete)),
    ("_Znam", |host, args| new(host, args.at(0).u64(), FreedBy::DeleteArray)),
    ("__kern_new", |host, args| Ok(Ret::from(allocate(host, args.at(0).u64(), 16).unwrap_or(0)))),
    ("__kern_new_single", |host, args| Ok(new_or_null(host, args.at(0).u64(), FreedBy::Delete))),
    ("__kern_new_array", |host, args| Ok(new_or_null(host, args.at(0).u64(), FreedBy::DeleteArray))),
    ("free", |host, args| free(host, args.at(0).address(), FreedBy::Free)),
    ("_ZdlPv", |host, args| free(host, args.at(0).address(), FreedBy::Delete)),
    ("_ZdaPv", |host, args| free(host, args.at(0).address(), FreedBy::DeleteArray)),
    ("_ZdlPvm", |host, args| free(host, args.at(0).address(), FreedBy::Delete)),
    ("_ZdaPvm", |host, args| free(host, args.at(0).address(), FreedBy::DeleteArray)),
    ("__kern_delete", |host, args| free(host, args.at(0).address(), FreedBy::Any)),
    ("__kern_alloca", alloca),
    ("calloc", calloc),
    ("realloc", realloc),
    ("aligned_alloc", |host, args| aligned(host, args.at(0).u64(), args.at(1).u64())),
    ("memalign", |host, args| aligned(host, args.at(0).u64(), args.at(1).u64())),
    ("posix_memalign", posix_memalign),
    ("__kern_aligned_device_malloc", |host, args| Ok(aligned_on_device(host, args.at(0).u64(), args.at(1).u64()))),
    ("__kern_fresh", fresh),
    ("__kern_unwritten", unwritten),
];

/// A variable begins: nothing was written to it.
fn fresh(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    host.machine.memory.mark(args.at(0).address(), args.at(1).u64(), true);
    Ok(Ret::VOID)
}

/// What was read there is used, and was never written.
fn unwritten(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    host.report_unwritten(args.at(0).address(), args.at(1).u64());
    Ok(Ret::VOID)
}

/// `new`: where memory is exhausted the program ends as one that does not catch `std::bad_alloc`.
fn new(host: &mut CallContext, size: u64, freed_by: FreedBy) -> Result<Ret, Stop> {
    if let Some(address) = allocate_for(host, size, freed_by) {
        return Ok(Ret::from(address));
    }
    let words = b"terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n";
    host.write_stream(Stream::Stderr, words)?;
    Err(Stop::ExitNow(134))
}

/// `new` of a program that says itself what happens where memory is exhausted.
fn new_or_null(host: &mut CallContext, size: u64, freed_by: FreedBy) -> Ret {
    Ret::from(allocate_for(host, size, freed_by).unwrap_or(0))
}

/// `alloca`: a block of the heap, which a function has instead of the stack's memory. More than the stack has ends the program.
fn alloca(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (size, sum) = (args.at(0).u64(), args.at(1).u64());
    let fits = size <= sum && sum <= host.machine.memory.stack_size();
    // The head of the block, for the chain.
    if let Some(address) = size.checked_add(16).filter(|_| fits).and_then(|size| allocate(host, size, 16)) {
        return Ok(Ret::from(address));
    }
    host.report_about(Code::STACK_OVERFLOW, 0, |host| report::stack_used_up(host.machine, host.place(), sum));
    Err(Stop::Fault(139))
}

/// Allocates on the caller's heap: the host's, or in a kernel the device's, which `cudaDeviceSetLimit` bounds.
pub(super) fn allocate(host: &mut CallContext, size: u64, align: u64) -> Option<u64> {
    if host.thread.is_none() {
        let address = host.allocate(size, align, AllocationKind::Heap)?;
        host.make_fresh(address, size);
        host.machine.memory.mark(address, size, true);
        return Some(address);
    }
    let (taken, limit) = (on_device(size)?, super::cuda::device_limits::heap_limit(host));
    let used = host.state.device_heap.checked_add(taken).filter(|&used| used <= limit)?;
    let address = host.allocate(size, align, AllocationKind::DeviceHeap)?;
    host.state.device_heap = used;
    Some(address)
}

/// The same for what only `free` frees.
fn allocate_for_free(host: &mut CallContext, size: u64) -> Option<u64> {
    allocate_for(host, size, FreedBy::Free)
}

/// The same for what only `freed_by` frees; a kernel's heap makes no difference between them.
fn allocate_for(host: &mut CallContext, size: u64, freed_by: FreedBy) -> Option<u64> {
    let address = allocate(host, size, 16)?;
    if host.thread.is_none() {
        host.machine.memory.set_freed_by(address, freed_by);
    }
    Some(address)
}

/// Bytes that an allocation takes of the device's heap: its own and those of a head, an estimate.
fn on_device(size: u64) -> Option<u64> {
    size.checked_add(64)?.checked_next_multiple_of(16)
}

fn calloc(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let size = args.at(0).u64().checked_mul(args.at(1).u64());
    let address = size.and_then(|size| allocate_for_free(host, size));
    if let Some((address, size)) = address.zip(size).filter(|_| !host.machine.sinks.is_empty()) {
        // New memory holds zeros, but where it is to be known again.
        host.fill_raw(address, 0, size);
    }
    Ok(Ret::from(address.unwrap_or(0)))
}

fn aligned(host: &mut CallContext, align: u64, size: u64) -> Result<Ret, Stop> {
    if !align.is_power_of_two() || align > 1 << 30 {
        super::system::set_errno(host, super::system::EINVAL)?;
        return Ok(Ret::from(0u64));
    }
    Ok(Ret::from(allocate(host, size, align.max(16)).unwrap_or(0)))
}

/// Null where the heap has no room, or for what is no alignment.
fn aligned_on_device(host: &mut CallContext, size: u64, align: u64) -> Ret {
    let fits = align.is_power_of_two() && align <= 1 << 30;
    Ret::from(fits.then(|| allocate(host, size, align.max(16))).flatten().unwrap_or(0))
}

fn posix_memalign(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (align, size) = (args.at(1).u64(), args.at(2).u64());
    if !align.is_power_of_two() || !align.is_multiple_of(8) || align > 1 << 30 {
        return Ok(Ret::from(super::system::EINVAL));
    }
    match allocate(host, size, align.max(16)) {
        Some(address) => {
            host.write_bytes(args.at(0).address(), &address.to_le_bytes())?;
            Ok(Ret::from(0))
        }
        None => Ok(Ret::from(super::system::ENOMEM)),
    }
}

fn free(host: &mut CallContext, address: u64, by: FreedBy) -> Result<Ret, Stop> {
    if address == 0 {
        return Ok(Ret::VOID);
    }
    let wanted = if host.thread.is_some() { AllocationKind::DeviceHeap } else { AllocationKind::Heap };
    if is_start_of(host, address, wanted) {
        look_at_function(host, address, by);
        report_use(host, address);
        if let Some(freed) = host.release(address)
            && host.thread.is_some()
        {
            let given_back = on_device(freed.size).unwrap_or(0);
            host.state.device_heap = host.state.device_heap.saturating_sub(given_back);
        }
        return Ok(Ret::VOID);
    }
    let name = free_name(by).unwrap_or("free");
    report_bad_free(host, name, address);
    // glibc notices a second free and pointers that it never gave out, and aborts; kernels go on.
    if host.thread.is_some() || host.allocation(address).is_some_and(|a| a.kind.is_for_device()) {
        return Ok(Ret::VOID);
    }
    Err(Stop::Fault(134))
}

/// Memory is freed that an unfinished operation of the device uses, which was registered for that.
fn report_use(host: &mut CallContext, address: u64) {
    let size = host.allocation(address).map_or(0, |a| a.size);
    if host.thread.is_none() && host.machine.memory.is_in_use(address, size) {
        let place = host.place();
        host.state.report_freed(host.machine, address, size, place);
    }
}

/// The function of the program that frees.
fn free_name(by: FreedBy) -> Option<&'static str> {
    match by {
        FreedBy::Any => None,
        FreedBy::Free => Some("free"),
        FreedBy::Delete => Some("delete"),
        FreedBy::DeleteArray => Some("delete[]"),
    }
}

/// A block of the heap is freed, as it can be, but perhaps by the wrong function.
fn look_at_function(host: &mut CallContext, address: u64, by: FreedBy) {
    let Some(near) = host.allocation(address) else { return };
    let (Some(used), Some(right)) = (free_name(by), free_name(near.freed_by)) else { return };
    if used == right {
        return;
    }
    let maker = match near.freed_by {
        FreedBy::DeleteArray => "new[]",
        FreedBy::Delete => "new",
        _ => "malloc",
    };
    let (made, size) = (near.allocated.as_ref().and_then(|trace| host.machine.place(trace)), near.size);
    let finding =
        Finding::new(Code::BAD_FREE, host.place(), format!("`{used}` of memory that `{right}` must free: `{maker}` allocated it"))
            .label("the wrong function for this pointer")
            .also(made, format!("{size} bytes allocated here"))
            .help(format!("free it with `{right}`"));
    host.report(finding);
}

fn realloc(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (address, size) = (args.at(0).address(), args.at(1).u64());
    if address == 0 {
        return Ok(Ret::from(allocate_for_free(host, size).unwrap_or(0)));
    }
    if !is_start_of(host, address, AllocationKind::Heap) {
        report_bad_free(host, "realloc", address);
        return Err(Stop::Fault(134));
    }
    let old = host.allocation(address).map_or(0, |a| a.size);
    report_use(host, address);
    if size == 0 {
        host.release(address);
        return Ok(Ret::from(0u64));
    }
    look_at_function(host, address, FreedBy::Free);
    let Some(moved) = allocate_for_free(host, size) else { return Ok(Ret::from(0u64)) };
    host.copy_raw(moved, address, old.min(size));
    host.release(address);
    Ok(Ret::from(moved))
}

/// Whether a live allocation of `kind` starts at `address`.
pub(super) fn is_start_of(host: &CallContext, address: u64, kind: AllocationKind) -> bool {
    host.allocation(address).is_some_and(|a| a.base == address && a.kind == kind && !a.is_freed())
}

/// The function that frees an allocation.
fn right_function(near: &Allocation) -> Option<&'static str> {
    match near.kind {
        AllocationKind::Heap => Some(free_name(near.freed_by).unwrap_or("free")),
        AllocationKind::Pinned => Some("cudaFreeHost"),
        AllocationKind::Device | AllocationKind::Managed => Some("cudaFree"),
        AllocationKind::DeviceHeap => Some("free` in a kernel, not `cudaFree"),
        AllocationKind::Array => Some("cudaFreeArray"),
        _ => None,
    }
}

/// Reports a pointer that `function` cannot free.
fn report_bad_free(host: &mut CallContext, function: &str, address: u64) {
    let finding = bad_free(host, function, address);
    host.report(finding);
}

/// What is wrong with a pointer that `function` cannot free.
pub(super) fn bad_free(host: &CallContext, function: &str, address: u64) -> Finding {
    if let Some(near) = host.allocation(address) {
        return bad_free_near(host, function, address, near);
    }
    let what = match Window::of(address) {
        Window::HostStack => "a variable on the stack",
        Window::Symbols => "a device variable",
        _ => "nothing that was allocated",
    };
    Finding::new(Code::BAD_FREE, host.place(), format!("`{function}` of a pointer to {what}"))
        .label(format!("the pointer is {address:#x}"))
        .help("free only what an allocation function returned")
}

fn bad_free_near(host: &CallContext, function: &str, address: u64, near: &Allocation) -> Finding {
    let place = host.place();
    let made = near.allocated.as_ref().and_then(|trace| host.machine.place(trace));
    if let Some(freed) = &near.freed {
        let freed = freed.as_ref().and_then(|trace| host.machine.place(trace));
        let at = |place: &crate::finding::Place| (place.file.clone(), place.start);
        let is_of_copy =
            place.as_ref().is_some_and(|place| place.function.contains('~')) && place.as_ref().map(at) == freed.as_ref().map(at);
        return Finding::new(Code::BAD_FREE, place, format!("`{function}` of memory that was freed before"))
            .label("freed again here")
            .also(freed, "freed here")
            .also(made, format!("{} bytes allocated here", near.size))
            .help(if is_of_copy {
                "an object and a copy of it both free it: pass it by reference, `const T &`, and forbid copies: `T(const T &) = delete;`"
            } else {
                "free it once; set the pointer to null after freeing"
            });
    }
    if address != near.base {
        return Finding::new(Code::BAD_FREE, place, format!("`{function}` of a pointer into the middle of an allocation"))
            .label(format!("{} bytes after its start", address - near.base))
            .also(made, format!("{} bytes allocated here", near.size))
            .help("free the pointer that the allocation function returned");
    }
    let finding = match right_function(near) {
        Some(right) => Finding::new(Code::BAD_FREE, place, format!("`{function}` of memory that `{right}` must free"))
            .help(format!("free it with `{right}`")),
        None => Finding::new(Code::BAD_FREE, place, format!("`{function}` of a variable"))
            .help("free only what an allocation function returned"),
    };
    finding.label("the wrong function for this pointer").also(made, format!("{} bytes allocated here", near.size))
}
