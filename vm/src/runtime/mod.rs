//! Functions without a body: C library, CUDA runtime, device `vprintf`, `malloc`, libdevice.
//!
//! A program's extern functions are bound by name when they are first called: [`implementation`]. A function gets
//! its arguments as registers ([`Arg`]) and reaches memory, streams, devices and launches through
//! [`CallContext`]. In kernels it is called once a lane.

mod args;
mod clock;
mod cuda;
mod descriptors;
mod files;
mod format;
mod format_float;
mod heap;
mod math;
mod number;
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
pub(crate) use cuda::device::stack_limit;
pub(crate) use cuda::dynamic::launch_with_children;
pub use state::State;

use crate::CallContext;
use crate::decode::externs::Target;
use crate::finding::Finding;
use crate::limits::Limit;
use crate::machine::{Awaited, Machine};
use kern_ir::{FuncId, FunctionKind, Module, RegType};

/// The areas, each with its functions by name; first those whose names the device has with `__nv_` in front.
const AREAS: &[&[(&str, HostFunction)]] = &[
    math::FUNCTIONS,
    print::FUNCTIONS,
    files::FUNCTIONS,
    descriptors::FUNCTIONS,
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

/// An argument: register class and bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The register class it was passed in: `.b32`, `.b64`, `.f64` for variadic ones.
    pub ty: RegType,
    /// The bits, zero-extended.
    pub bits: u64,
}

impl Arg {
    /// As `unsigned`; also the low half of a wider one.
    pub fn u32(self) -> u32 {
        self.bits as u32
    }

    /// As `int`.
    pub fn i32(self) -> i32 {
        self.bits as i32
    }

    /// As `unsigned long long` or `size_t`; a `.b32` is zero-extended.
    pub fn u64(self) -> u64 {
        self.bits
    }

    /// As `long long`; a `.b32` is sign-extended.
    pub fn i64(self) -> i64 {
        if self.ty == RegType::B32 { self.bits as i32 as i64 } else { self.bits as i64 }
    }

    /// As `float`.
    pub fn f32(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    /// As `double`.
    pub fn f64(self) -> f64 {
        f64::from_bits(self.bits)
    }

    /// As a generic address.
    pub fn address(self) -> u64 {
        self.bits
    }

    /// As `bool`.
    pub fn bool(self) -> bool {
        self.bits as u32 != 0
    }
}

/// A result: the bits, zero-extended; ignored for `void`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ret(pub u64);

impl Ret {
    /// Of a `void` function.
    pub const VOID: Ret = Ret(0);
}

macro_rules! ret_from {
    ($($ty:ty: $value:ident => $bits:expr;)*) => { $(impl From<$ty> for Ret {
        fn from($value: $ty) -> Ret {
            Ret($bits)
        }
    })* };
}

ret_from! {
    i32: v => v as u32 as u64;
    u32: v => v as u64;
    i64: v => v as u64;
    u64: v => v;
    f32: v => v.to_bits() as u64;
    f64: v => v.to_bits();
    bool: v => v as u64;
}

impl From<()> for Ret {
    fn from((): ()) -> Ret {
        Ret::VOID
    }
}

/// Why execution ends early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// `exit(status)`: atexit handlers and `__kern_shutdown` run.
    Exit(i32),
    /// `_exit`, `abort` (134) and the like: nothing more runs.
    ExitNow(i32),
    /// A finding was reported after which the program cannot go on; the exit status a shell would show
    /// (139 for a segmentation fault, 136 for an arithmetic one). In a kernel the launch ends.
    Fault(i32),
    /// `assert` failed or `__trap` ran in a kernel: the launch fails with this CUDA error code.
    Launch(i32),
    /// A limit of the whole program; nothing more runs.
    Limit(Limit),
    /// The call has done nothing, and is to be made again once other threads of the host have had their turn: a function at which these may
    /// run waits for a launch that they may end.
    Again,
}

/// What implements the extern function `name`.
pub(crate) fn target(name: &str) -> Target {
    if let Some(math) = math_function(name) {
        return Target::Math(math);
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

/// Runs what `atexit` registered, last first, and flushes open files: after `main` returned or `exit` was called.
///
/// # Errors
/// A handler stopped the program.
pub fn at_exit(host: &mut CallContext) -> Result<(), Stop> {
    system::at_exit(host)
}

/// Host code has had some time slices: the launch that waits for what the host does goes on.
///
/// # Errors
/// The program cannot go on.
pub(crate) fn resume_waiting(host: &mut CallContext) -> Result<(), Stop> {
    host.resume_after_slice()
}

/// The program is over, unless the launch that waits for what the host does waits in vain.
///
/// # Errors
/// The program cannot go on.
pub(crate) fn end_waiting(host: &mut CallContext) -> Result<(), Stop> {
    host.end_waiting_for(|_| Awaited::End)
}

/// However the program ended: reports the calls that failed without its notice; and if it ended by itself, what kernels printed
/// and nobody saw.
pub(crate) fn at_end(machine: &mut Machine, by_itself: bool) {
    cuda::error::report_unseen(machine);
    if by_itself {
        cuda::printf_buffer::report_unshown(machine);
    }
}

/// Adds to the finding of an access through a null pointer which call of the runtime it may come from.
pub(crate) fn blame_null(machine: &mut Machine, finding: Finding) -> Finding {
    cuda::error::blame_null(machine, finding)
}

/// Writes open files out: where a limit ends a program, nothing else does.
pub(crate) fn write_files(host: &mut CallContext) {
    files::write_out_all(host);
}

#[cfg(test)]
mod tests;
