//! Functions without a body: C library, CUDA runtime, device `vprintf`, `malloc`, libdevice.
//!
//! A program's extern functions are bound by name when they are first called: [`implementation`]. A function gets
//! its arguments as registers ([`Arg`]) and reaches memory, streams, devices and launches through
//! [`CallContext`]. In kernels it is called once a lane.

mod args;
pub mod call_context;
mod clock;
mod cuda;
mod descriptors;
mod files;
mod for_core;
mod format;
mod format_arguments;
mod format_float;
mod heap;
mod lines;
mod math;
mod memory_streams;
mod number;
mod paths;
mod print;
mod random;
mod scan;
mod special;
mod state;
mod streams;
mod system;
mod text;
mod threads;

pub use crate::decode::externs::MathFunction;
pub use call_context::CallContext;
pub(crate) use cuda::dynamic::launch_with_children;
pub use state::State;

use crate::call::{Arg, Ret, Stop};
use crate::decode::externs::{ClusterFunction, Target};
use crate::machine::Awaited;
use kern_ir::{FuncId, FunctionKind, Module, RegType};

/// The areas, each with its functions by name; first those whose names the device has with `__nv_` in front.
const AREAS: &[&[(&str, HostFunction)]] = &[
    math::FUNCTIONS,
    print::FUNCTIONS,
    files::FUNCTIONS,
    lines::FUNCTIONS,
    memory_streams::FUNCTIONS,
    descriptors::FUNCTIONS,
    files::mappings::FUNCTIONS,
    paths::FUNCTIONS,
    scan::FUNCTIONS,
    heap::FUNCTIONS,
    text::FUNCTIONS,
    number::FUNCTIONS,
    random::FUNCTIONS,
    clock::FUNCTIONS,
    system::FUNCTIONS,
    threads::FUNCTIONS,
    cuda::memory::FUNCTIONS,
    cuda::copy::FUNCTIONS,
    cuda::array::FUNCTIONS,
    cuda::array_copy::FUNCTIONS,
    cuda::texture::FUNCTIONS,
    cuda::device::FUNCTIONS,
    cuda::error::FUNCTIONS,
    cuda::function::FUNCTIONS,
    cuda::stream::FUNCTIONS,
    cuda::pool::FUNCTIONS,
    cuda::launch_ex::FUNCTIONS,
    cuda::range::FUNCTIONS,
    cuda::stream_attributes::FUNCTIONS,
    cuda::graph::dot::FUNCTIONS,
    cuda::peers::FUNCTIONS,
    cuda::graph::build::FUNCTIONS,
    cuda::graph::capture_calls::FUNCTIONS,
    cuda::graph::edges::FUNCTIONS,
    cuda::graph::exec::FUNCTIONS,
    cuda::graph::memory::FUNCTIONS,
    cuda::graph::object::FUNCTIONS,
    cuda::graph::params_calls::FUNCTIONS,
    cuda::graph::query::FUNCTIONS,
    cuda::graph::update::FUNCTIONS,
];

/// A function without a body.
///
/// # Errors
/// [`Stop`] when the program (in a kernel: the launch) cannot go on.
pub type HostFunction = fn(&mut CallContext, &[Arg]) -> Result<Ret, Stop>;

/// A function without arguments that needs nothing but what runtime functions remember: the bits of its result.
pub(crate) type StateFunction = fn(&mut State) -> u64;

/// What implements the extern function `name`.
pub(crate) fn target(name: &str) -> Target {
    if let Some(math) = math_function(name) {
        return Target::Math(math);
    }
    if let Some(function) = ClusterFunction::named(name) {
        return Target::Cluster(function);
    }
    match random::STATE_FUNCTIONS.iter().position(|row| row.0 == name) {
        Some(number) => Target::State(number as u32),
        None => number_of(name).map_or(Target::Missing, Target::Host),
    }
}

/// The function of that number, which changes only what runtime functions remember.
pub(crate) fn state_function(number: u32) -> StateFunction {
    random::STATE_FUNCTIONS[number as usize].1
}

/// The number of the function called `name`: its area above 16 bits, its place there below.
fn number_of(name: &str) -> Option<u32> {
    let find = |areas: &[&[(&str, HostFunction)]], name: &str| {
        let places = areas.iter().enumerate().map(|(area, functions)| (area, functions.iter().position(|row| row.0 == name)));
        places.into_iter().find_map(|(area, place)| Some((area << 16 | place?) as u32))
    };
    find(AREAS, name).or_else(|| find(&AREAS[..1], name.strip_prefix("__nv_")?))
}

/// The function of that number.
#[inline]
pub(crate) fn host_function(number: u32) -> HostFunction {
    AREAS[(number >> 16) as usize][(number & 0xffff) as usize].1
}

/// The function called `name`, if there is one; asked after [`math_function`].
pub fn implementation(name: &str) -> Option<HostFunction> {
    number_of(name).map(host_function)
}

/// Arguments by position; one that is missing (a declaration of the program's own with fewer) is zero.
trait Args {
    fn at(&self, index: usize) -> Arg;
    fn from(&self, index: usize) -> &[Arg];
}

impl Args for [Arg] {
    fn at(&self, index: usize) -> Arg {
        self.get(index).copied().unwrap_or(Arg { ty: RegType::B64, bits: 0 })
    }

    fn from(&self, index: usize) -> &[Arg] {
        self.get(index..).unwrap_or(&[])
    }
}

/// The mathematical function called `name`, if there is one; asked before [`implementation`].
pub fn math_function(name: &str) -> Option<MathFunction> {
    math::find(name)
}

/// Whether a function of a module is a mathematical one, which touches no memory.
pub(crate) fn is_math(module: &Module, id: FuncId) -> bool {
    let callee = &module.functions[id.index()];
    callee.kind == FunctionKind::Extern && math_function(&callee.name).is_some()
}

/// Runs what `atexit` registered and what destroys variables, last first, and flushes open files: after `main` returned or `exit` was called.
///
/// # Errors
/// A handler stopped the program.
pub fn at_exit(host: &mut CallContext) -> Result<(), Stop> {
    system::at_exit(host)
}

/// The program is over, unless the launch that waits for what the host does waits in vain.
///
/// # Errors
/// The program cannot go on.
pub(crate) fn end_waiting(host: &mut CallContext) -> Result<(), Stop> {
    host.end_all_waiting(|_| Awaited::End)
}

/// However the program ended: reports the calls that failed without its notice, or for which it ended; and if it ended by itself, what
/// kernels printed and nobody saw.
pub(crate) fn at_end(host: &mut CallContext, end: &Result<i32, Stop>) {
    let status = match *end {
        Ok(status) | Err(Stop::ExitNow(status)) => Some(status),
        Err(_) => None,
    };
    cuda::error::report_failures(&mut host.state.cuda, host.machine, status);
    if end.is_ok() {
        cuda::printf_buffer::report_unshown(&mut host.state.cuda, host.machine);
    }
}

/// Writes open files out: where a limit ends a program, nothing else does.
pub(crate) fn write_files(host: &mut CallContext) {
    files::write_out_all(host);
}

#[cfg(test)]
mod tests;
