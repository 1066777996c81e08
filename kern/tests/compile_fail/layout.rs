//! Structures that lie otherwise than the kernel's.
use kern::Argument;

#[repr(C)]
#[derive(Clone, Copy, Argument)]
pub struct Order { pub b: f32, pub a: i32 }

#[repr(C)]
#[derive(Clone, Copy, Argument)]
pub struct Types { pub x: f32, pub y: f64 }

#[repr(C)]
#[derive(Clone, Copy, Argument)]
pub struct Missing { pub x: f32 }

#[repr(C)]
#[derive(Clone, Copy, Argument)]
pub struct Nested { pub inner: Missing, pub n: [i32; 4] }

mod kernels {
    use super::{Missing, Nested, Order, Types};
    kern::kernels! {
        struct Order { int a; float b; };
        struct Types { float x, y; };
        struct Missing { float x; int flags; };
        struct Nested { Missing inner; int n[4]; };
        struct Unknown { int a; };
        __global__ void order(Order o) {}
        __global__ void types(const Types *t) {}
        __global__ void nested(Nested n) {}
        __global__ void unknown(Unknown *u) {}
    }
}
fn main() {}
