//! What calls of functions without a body pass, give back, and end with.

use crate::limits::Limit;
use kern_ir::RegType;

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
    /// `exit(status)`: `atexit` handlers and destructors run.
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
