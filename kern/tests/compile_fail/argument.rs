//! What `#[derive(Argument)]` does not take.
use kern::Argument;

#[derive(Clone, Copy, Argument)]
struct NoLayout { x: f32 }

#[repr(C)]
#[derive(Clone, Copy, Argument)]
struct Tuple(f32);

#[repr(C)]
#[derive(Clone, Copy, Argument)]
struct Generic<T> { x: T }

#[repr(C)]
#[derive(Clone, Copy, Argument)]
enum Colour { Red }

#[repr(C)]
#[derive(Clone, Copy, Argument)]
struct Field { text: &'static str }

#[repr(C)]
#[derive(Argument)]
struct NotCopy { x: f32 }

fn main() {}
