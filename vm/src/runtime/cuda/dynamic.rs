//! CUDA dynamic parallelism as CUDA 12 and 13 have it: kernels that launch kernels (CUDA C++ Programming Guide, "CUDA Dynamic
//! Parallelism").
//!
//! **What.** A launch in a kernel puts a child grid into a queue. Children run when the grid that launched them has run: those of
//! ordinary streams and of `cudaStreamFireAndForget` in the order of their launches, each with its own children, and after
//! all of them those of `cudaStreamTailLaunch`. That is one of the orders that the guide allows: a kernel cannot wait for what it
//! launches. A grid is over for the host when all its children are. Copies and fills are children too ([`super::device_copy`]).
//! **Invariant.** No grid runs while another does.
//! **Limits.** `cudaLimitDevRuntimePendingLaunchCount` launches of one grid may wait; those of `cudaStreamFireAndForget` do not. How
//! deep launches are nested has no limit.
//! **Source.** Measured on an H200 under CUDA 13 (November 2026): of 8192 threads that launch at once 2048 succeed, the others get
//! error 69. (There children start while their parent runs: one thread that launches short kernels one after the other does not
//! reach the limit.)

use super::super::{Arg, Args, Ret, Stop};
use super::code::{INVALID_DEVICE_FUNCTION, INVALID_RESOURCE_HANDLE, INVALID_VALUE, MEMORY_ALLOCATION};
use super::device_copy::DeviceCopy;
use super::device_limits::pending_limit;
use super::overlap::{self, Overlap};
use super::siblings::{Lineage, Queue, Ran, Siblings};
use super::stream::{is_stream, is_unnamed};
use crate::finding::Finding;
use crate::instrument::hazard::{AccessSite, AccessedRange};
use crate::launch::error::INVALID_CONFIGURATION;
use crate::launch::{LaunchConfig, NO_CLUSTERS};
use crate::limits::Limit;
use crate::memory::{Trace, Use, Window};
use crate::runtime::CallContext;
use kern_diag::Code;
use std::collections::HashMap;
use std::rc::Rc;

/// `cudaStreamTailLaunch`
const TAIL_LAUNCH: u64 = 0x0300_0000_0000_0000;
/// `cudaStreamFireAndForget`
const FIRE_AND_FORGET: u64 = 0x0400_0000_0000_0000;
/// Children, and threads with errors, of one grid that are remembered, whatever they count for.
const MOST_CHILDREN: usize = 1 << 20;
/// Bytes that count against the limit on memory for a child that waits, besides its parameters.
const EACH_CHILD: u64 = 512;
/// Instructions that a child costs besides its own: one that launches itself for ever comes to the end of the launch's fuel.
const EACH_GRID: u64 = 1000;
/// `cudaErrorLaunchPendingCountExceeded`
const PENDING_COUNT_EXCEEDED: i32 = 69;

/// What a grid has launched.
#[derive(Clone, Debug)]
pub(super) enum ChildWork {
    Grid { kernel: u64, config: LaunchConfig, params: Vec<u8> },
    Copy(Box<DeviceCopy>),
}

impl ChildWork {
    /// What counts against the limit on memory while it waits.
    fn bytes(&self) -> u64 {
        EACH_CHILD + if let ChildWork::Grid { params, .. } = self { params.len() as u64 } else { 0 }
    }
}

/// A grid to run, or a copy to make.
#[derive(Clone, Debug)]
struct Child {
    work: ChildWork,
    /// Where it was launched.
    trace: Trace,
    queue: Queue,
    /// `None` if it is too deep to be looked at.
    lineage: Option<Rc<Lineage>>,
    /// What the grids that launched it, and one another, access otherwise than before that.
    beside: Vec<Beside>,
}

/// Of a grid the memory that it accesses neither before a grid that it launched nor after it.
#[derive(Clone, Debug)]
struct Beside {
    /// As a user reads it.
    name: Rc<str>,
    memory: Rc<[AccessedRange]>,
}

/// The grid that runs, as far as its launches are concerned.
#[derive(Clone, Default, Debug)]
pub(super) struct DeviceLaunches {
    /// Its streams wait for events of one another.
    pub(super) waits_for_events: bool,
    /// What it has launched.
    children: Vec<Child>,
    /// How many of them count for the limit.
    pending: u64,
    /// The last errors of its threads.
    last: HashMap<([u32; 3], [u32; 3]), i32>,
    /// Launches and calls that failed and that no thread has asked about.
    unseen: Vec<Finding>,
}

/// What `<<<…>>>` in a kernel calls.
pub(super) fn device_launch(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let kernel = args.at(0).address();
    let dims = |first: usize| [args.at(first).u32(), args.at(first + 1).u32(), args.at(first + 2).u32()];
    let stream = args.at(8).u64();
    let Some(info) = host.kernel(kernel) else { return Ok(refuse(host, INVALID_DEVICE_FUNCTION, "this is no kernel".to_string())) };
    let (dynamic_shared, cluster) = (args.at(7).u64(), info.cluster.unwrap_or(NO_CLUSTERS));
    let config = LaunchConfig { grid: dims(1), block: dims(4), dynamic_shared, shared_limit: 0, stream, cluster };
    let Some(queue) = queue_of(host, stream) else {
        return Ok(refuse(host, INVALID_RESOURCE_HANDLE, "the stream does not exist".to_string()));
    };
    if let Err((error, reason)) = config.validate(&host.machine.device, info.static_shared, info.max_threads) {
        // The runtime of the device has one name for all of them (measured on an H200 with CUDA 13).
        let error = if error == INVALID_VALUE { INVALID_CONFIGURATION } else { error };
        return Ok(refuse(host, error, reason));
    }
    if let Some(pending) = too_many(host, queue != Queue::None) {
        let reason = format!("{pending} launches of this grid wait, and the device has room for no more");
        return Ok(refuse(host, PENDING_COUNT_EXCEEDED, reason));
    }
    let size = info.params.iter().map(|&(offset, size)| u64::from(offset) + u64::from(size)).max().unwrap_or(0);
    let params = host.read_bytes(args.at(9).address(), size)?;
    if has_pointers_to_own(host, &info.params, &params) {
        return Ok(Ret::from(0));
    }
    host.fix_limits(kernel);
    add_child(host, queue, ChildWork::Grid { kernel, config, params }, queue != Queue::None)?;
    Ok(Ret::from(0))
}

/// What a thread's stream is to the grids in it; `None` if there is no such stream.
pub(super) fn queue_of(host: &CallContext, stream: u64) -> Option<Queue> {
    match stream {
        TAIL_LAUNCH => Some(Queue::Tail),
        FIRE_AND_FORGET => Some(Queue::None),
        _ if is_unnamed(stream) => Some(Queue::OfBlock(host.thread.map_or([0; 3], |thread| thread.block))),
        _ => is_stream(host, stream).then_some(Queue::Stream(stream)),
    }
}

/// How many launches of the grid that runs wait, if it may make no more; `counts`: none of those that count for the limit.
pub(super) fn too_many(host: &mut CallContext, counts: bool) -> Option<u64> {
    let most = pending_limit(host);
    let DeviceLaunches { children, pending, .. } = &host.state.cuda.device_launches;
    (counts && *pending >= most || children.len() >= MOST_CHILDREN).then_some(*pending)
}

/// The grid that runs launches something, which may count for the limit.
///
/// # Errors
/// There is no memory for it: the launch ends.
pub(super) fn add_child(host: &mut CallContext, queue: Queue, work: ChildWork, counts: bool) -> Result<(), Stop> {
    if !host.take_memory(work.bytes()) {
        return Err(Stop::Launch(MEMORY_ALLOCATION));
    }
    let child = Child { work, trace: host.trace(), queue, lineage: None, beside: Vec::new() };
    if let Some(thread) = host.thread {
        host.machine.sinks.tell(|observer| observer.launches_grid(&thread));
    }
    let launches = &mut host.state.cuda.device_launches;
    launches.children.push(child);
    launches.pending += u64::from(counts);
    Ok(())
}

/// Children that wait no more.
fn forget_children(host: &mut CallContext, children: &[Child]) {
    host.machine.memory.give_back(children.iter().map(|child| child.work.bytes()).sum());
}

/// A launch of a kernel fails: `cudaGetLastError` of the kernel tells why, if it asks.
fn refuse(host: &mut CallContext, error: i32, reason: String) -> Ret {
    let (name, text) = (kern_stdlib::error_name(error), kern_stdlib::error_text(error));
    let help = match error {
        PENDING_COUNT_EXCEEDED => {
            "launch fewer kernels, or ask for more room before: `cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n)`"
        }
        _ => "call `cudaGetLastError()` in the kernel after the launch and check what it returns",
    };
    let finding = Finding::new(Code::LAUNCH_FAILED_UNSEEN, host.place(), format!("a kernel did not run: {text}"))
        .label(reason)
        .note(format!("the launch failed with `{name}`, and the kernel that launches never asks"))
        .help(help);
    fail_thread(host, error);
    note_unseen(host, finding);
    Ret::from(error)
}

/// A thread does not look at the answer of what fails: that is told, unless somebody asks for the last error.
pub(super) fn note_unseen(host: &mut CallContext, finding: Finding) {
    let unseen = &mut host.state.cuda.device_launches.unseen;
    if unseen.is_empty() {
        unseen.push(finding);
    }
}

/// A call of the thread fails.
pub(super) fn fail_thread(host: &mut CallContext, error: i32) {
    let launches = &mut host.state.cuda.device_launches;
    if let Some(thread) = host.thread.filter(|_| launches.last.len() < MOST_CHILDREN) {
        launches.last.insert((thread.block, thread.thread), error);
    }
}

/// The last error of the thread.
pub(super) fn last_of_thread(host: &mut CallContext, forget: bool) -> i32 {
    let Some(thread) = host.thread else { return 0 };
    let launches = &mut host.state.cuda.device_launches;
    launches.unseen.clear();
    let thread = (thread.block, thread.thread);
    let last = if forget { launches.last.remove(&thread) } else { launches.last.get(&thread).copied() };
    last.unwrap_or(0)
}

/// What an address is in that means other memory in every grid.
pub(super) fn own_memory(address: u64) -> Option<&'static str> {
    match Window::of(address) {
        Window::Local => Some("a local variable"),
        Window::Shared => Some("shared memory"),
        _ => None,
    }
}

/// A child has local and shared memory of its own: pointers to its parent's mean nothing there. Reports them; whether there are any.
fn has_pointers_to_own(host: &mut CallContext, layout: &[(u32, u32)], params: &[u8]) -> bool {
    let mut has_some = false;
    for &(offset, size) in layout.iter().filter(|(_, size)| *size == 8) {
        let bytes = params.get(offset as usize..(offset + size) as usize).and_then(|bytes| bytes.first_chunk());
        let address = bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes));
        let Some(what) = own_memory(address) else { continue };
        let finding =
            Finding::new(Code::WILD_POINTER, host.place(), format!("a kernel is given a pointer to {what} of the one that launches it"))
                .label("not launched")
                .note(format!("the pointer is {address:#x}, and the other kernel has memory of its own there"))
                .help("pass values, or pointers to memory of `cudaMalloc`, of `malloc` in the kernel, or to `__device__` variables");
        host.report(finding);
        has_some = true;
    }
    has_some
}

/// Runs a grid, which `launch` does, and all that it launches; the first error, as CUDA's code.
///
/// # Errors
/// The program cannot go on.
pub(crate) fn launch_with_children(
    host: &mut CallContext,
    launch: impl FnOnce(&mut CallContext) -> Result<i32, Stop>,
) -> Result<i32, Stop> {
    let before = start_grids(host);
    let error = launch(host)?;
    Ok(launch_children(host, error, before)?.error)
}

/// A grid starts that the host launches: instructions of launches before it.
pub(super) fn start_grids(host: &mut CallContext) -> u64 {
    host.state.cuda.device_launches = DeviceLaunches::default();
    // The fuel of the host's launch is for all of them together.
    host.machine.spent_by_launch = 0;
    host.machine.launched_instructions
}

/// What came of a grid of the host and of all that it launched.
#[derive(Default, Debug)]
pub(super) struct Family {
    /// The first error, as CUDA's code.
    pub(super) error: i32,
    /// Nanoseconds on the modelled clock that copies took.
    pub(super) copying: u64,
    /// What copies used of memory of both sides.
    pub(super) copied: Vec<Use>,
}

/// Runs what a grid of the host has launched, which has ended with `error`. `before` is what [`start_grids`] said.
///
/// # Errors
/// The program cannot go on.
pub(super) fn launch_children(host: &mut CallContext, error: i32, before: u64) -> Result<Family, Stop> {
    let (mut waiting, mut siblings) = (Vec::new(), Siblings::default());
    let mut grids = 1;
    take_children(host, error, &mut waiting, None);
    let mut family = Family { error, ..Family::default() };
    while let Some(child) = waiting.pop() {
        forget_children(host, std::slice::from_ref(&child));
        if family.error != 0 {
            continue;
        }
        if !host.work(1) {
            return Err(Stop::Limit(host.machine.config.interrupt.get().map_or(Limit::Fuel, Limit::Interrupted)));
        }
        let mut launcher = host.called_at(child.trace.clone(), "", false);
        match &child.work {
            ChildWork::Grid { kernel, config, params } => {
                launcher.machine.spent_by_launch = launcher.machine.launched_instructions - before + grids * EACH_GRID;
                let error = launcher.launch(*kernel, config, params);
                report_overlaps(&mut launcher, &child, &mut siblings);
                launcher.machine.spent_by_launch = 0;
                family.error = error?;
                grids += 1;
                take_children(host, family.error, &mut waiting, Some(&child));
            }
            ChildWork::Copy(copy) => match copy.run(&mut launcher)? {
                Ok(duration) => {
                    report_overlaps(&mut launcher, &child, &mut siblings);
                    family.copying += duration;
                    family.copied.extend(copy.uses_of_both(&launcher));
                }
                Err(error) => family.error = error,
            },
        }
    }
    Ok(family)
}

/// The grid that ran, a child or what the host has launched, is over: what it launched comes next, unless it failed.
fn take_children(host: &mut CallContext, error: i32, waiting: &mut Vec<Child>, parent: Option<&Child>) {
    let DeviceLaunches { mut children, unseen, waits_for_events, .. } = std::mem::take(&mut host.state.cuda.device_launches);
    unseen.into_iter().for_each(|finding| host.report(finding));
    if error != 0 {
        forget_children(host, &children);
        return;
    }
    if host.machine.config.check_races && !children.is_empty() {
        note_beside(host, &mut children, parent.map_or(&[], |parent| parent.beside.as_slice()));
        // What a grid that is too deep launches is deeper still.
        let is_deep = parent.is_some_and(|parent| parent.lineage.is_none());
        let of_parent = parent.and_then(|parent| parent.lineage.clone());
        for child in children.iter_mut().filter(|_| !is_deep) {
            child.lineage = Lineage::new(of_parent.clone(), child.queue, waits_for_events);
        }
    }
    // The last one is taken first: tails come after all others and their children.
    let (tails, others): (Vec<Child>, Vec<Child>) = children.into_iter().partition(|child| child.queue == Queue::Tail);
    waiting.extend(tails.into_iter().rev());
    waiting.extend(others.into_iter().rev());
}

/// Notes what the grid that has launched them does beside its children; those in `cudaStreamTailLaunch` come after it.
fn note_beside(host: &mut CallContext, children: &mut [Child], beside: &[Beside]) {
    let of_grids = host.machine.sinks.beside_grids();
    let name: Rc<str> =
        host.machine.launches.last().map_or_else(Rc::default, |launch| format!("`{}{}`", launch.kernel, launch.config.text()).into());
    for (index, child) in children.iter_mut().enumerate() {
        child.beside = beside.to_vec();
        let memory = of_grids.get(index).filter(|memory| child.queue != Queue::Tail && !memory.is_empty());
        child.beside.extend(memory.map(|memory| Beside { name: name.clone(), memory: memory.as_slice().into() }));
    }
}

/// A child has run: reports where it races with the grids that launched it, and with others that these have launched.
fn report_overlaps(launcher: &mut CallContext, child: &Child, siblings: &mut Siblings) {
    if child.beside.is_empty() && child.lineage.is_none() {
        return;
    }
    let accessed = match &child.work {
        ChildWork::Grid { .. } => launcher.machine.sinks.footprint(),
        ChildWork::Copy(copy) => copy.accessed.clone(),
    };
    for Beside { name, memory } in &child.beside {
        if let Some(race) = overlap::overlaps(memory, &accessed).first() {
            let finding = child_finding(launcher, child, name, race);
            launcher.report(finding);
        }
    }
    if let Some(lineage) = child.lineage.clone() {
        let name = name_of(launcher, child);
        siblings.add(launcher, Ran { name, trace: child.trace.clone(), lineage, accessed });
    }
}

/// A child as a user reads it.
fn name_of(launcher: &CallContext, child: &Child) -> String {
    match &child.work {
        ChildWork::Grid { kernel, config, .. } => {
            launcher.kernel(*kernel).map_or(String::new(), |info| format!("`{}{}`", info.name, config.text()))
        }
        ChildWork::Copy(copy) => copy.name.clone(),
    }
}

fn child_finding(launcher: &CallContext, child: &Child, parent: &str, race: &Overlap) -> Finding {
    let verb = |writes| if writes { "writes" } else { "reads" };
    let (of_parent, of_child) = (verb(race.first_writes), verb(race.second_writes));
    let name = name_of(launcher, child);
    let what = overlap::what(launcher.machine, race);
    let message = format!("{name} {of_child} {what} that {parent}, which launches it, {of_parent}, and nothing orders the two");
    let place = |accessed: &AccessSite| accessed.site.and_then(|site| launcher.machine.place(&[site]));
    let (accessed, launched) = (place(&race.second), launcher.machine.place(&child.trace));
    // A copy has no code: where it is asked for is where it accesses.
    let beside = accessed.is_some().then(|| launched.clone()).flatten();
    Finding::new(Code::RACE_OF_OPERATIONS, accessed.or(launched), message)
        .label(format!("{name} {of_child} it here"))
        .also(place(&race.first), format!("{parent} {of_parent} it here"))
        .also(beside, format!("{name} is launched here"))
        .note(
            "a kernel that is launched in a kernel runs beside it: of what that one does only what its launching thread has done, and \
             its block before a barrier ahead of the launch, comes first",
        )
        .help(match race.first_writes {
            true => {
                "put `__syncthreads();` between the writes and the launch, where other threads write than the one that launches; what is \
                 to be written after the child has run belongs into a kernel launched with `cudaStreamTailLaunch`"
            }
            false => {
                "a kernel cannot wait for what it launches: do what needs the results in a kernel launched after it with \
                 `cudaStreamTailLaunch`, or in the next launch of the host"
            }
        })
}
