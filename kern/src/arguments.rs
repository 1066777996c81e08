//! The arguments of a launch: tuples of numbers, buffers, [`Null`] and [`Object`].

use std::sync::Arc;

use kern_embed::layout::{Layout, Scalar};

use crate::Texture;
use crate::buffer::{Buffer, DeviceSlice, Heap, View, ViewMut};
use crate::element::{self, Element, bytes_of};

/// A null pointer, for a kernel that is launched by name.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { if (x) *x = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// kernel.launch(&mut gpu, kern::grid(1), (kern::Null,))?;
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Null;

/// The bytes of an object of a class, for a parameter that takes one by value: padding included, as C++ lays it out.
///
/// ```
/// let source = "struct P { float a; int b; }; __global__ void k(P p, int *x) { *x = p.b; }";
/// let kernel = kern::Program::from_source("k.kern", source)?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(1)?;
/// kernel.launch(&mut gpu, kern::grid(1), (kern::Object(&[0, 0, 0, 0, 7, 0, 0, 0]), &x))?;
/// assert_eq!(gpu.download(&x)?, [7]);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object<'a>(pub &'a [u8]);

mod sealed {
    /// Implemented here only.
    pub trait Sealed {}
}
use sealed::Sealed;

impl<T: element::sealed::Sealed> Sealed for T {}
impl<T: Element> Sealed for &DeviceSlice<T> {}
impl<T: Element> Sealed for &Texture<T> {}
impl Sealed for usize {}
impl Sealed for isize {}
impl Sealed for Null {}
impl Sealed for Object<'_> {}

/// One argument, as the check sees it.
#[doc(hidden)]
pub struct Given {
    pub(crate) what: What,
    /// As it goes into the parameter buffer.
    pub(crate) bytes: Vec<u8>,
}

pub(crate) enum What {
    Value(Layout),
    Buffer { element: Layout, heap: Arc<Heap> },
    Texture { heap: Arc<Heap> },
    Null,
    Object,
}

impl Given {
    /// The argument's type in Rust.
    pub(crate) fn rust(&self) -> String {
        match &self.what {
            What::Value(layout) => layout.rust(),
            What::Buffer { element, .. } => format!("&Buffer<{}>", element.rust()),
            What::Texture { .. } => "&Texture".into(),
            What::Null => "Null".into(),
            What::Object => format!("Object of {} bytes", self.bytes.len()),
        }
    }
}

/// Something that can be passed to a kernel: a number (`i8` to `u64`, `usize`, `isize`, `f32`, `f64`, `bool`), an array of
/// two to four numbers for a vector type, a structure with `#[derive(kern::Argument)]`, a reference to a [`Buffer`] or
/// [`DeviceSlice`], or to a [`Texture`], [`Null`], an [`Object`].
///
/// Nobody else can implement it: a structure becomes an [`Element`] by `#[derive(kern::Argument)]`.
///
/// ```
/// fn takes(argument: impl kern::Argument) { let _ = argument; }
/// takes(1i32);
/// takes([1.0f32; 4]); // a `float4`
/// takes(kern::Null);
/// ```
pub trait Argument: Sealed {
    #[doc(hidden)]
    fn give(&self) -> Given;
}

impl<T: Element> Argument for T {
    fn give(&self) -> Given {
        Given { what: What::Value(T::LAYOUT), bytes: bytes_of(&[*self]) }
    }
}

impl<T: Element> Argument for &DeviceSlice<T> {
    fn give(&self) -> Given {
        let what = What::Buffer { element: T::LAYOUT, heap: self.heap.clone() };
        Given { what, bytes: self.address.to_le_bytes().to_vec() }
    }
}

impl<T: Element> Argument for &Texture<T> {
    fn give(&self) -> Given {
        Given { what: What::Texture { heap: self.memory.heap.clone() }, bytes: self.handle().to_le_bytes().to_vec() }
    }
}

macro_rules! slices {
    ($($ty:ty)*) => {$(
        impl<T: Element> Argument for $ty {
            fn give(&self) -> Given {
                let slice: &DeviceSlice<T> = self;
                slice.give()
            }
        }

        impl<T: Element> Sealed for $ty {}
    )*};
}
slices!(&mut DeviceSlice<T> &Buffer<T> &mut Buffer<T> View<'_, T> &View<'_, T> ViewMut<'_, T> &ViewMut<'_, T> &mut ViewMut<'_, T>);

impl Argument for usize {
    fn give(&self) -> Given {
        Given { what: What::Value(Layout::numbers(Scalar::U64, 1)), bytes: (*self as u64).to_le_bytes().to_vec() }
    }
}

impl Argument for isize {
    fn give(&self) -> Given {
        Given { what: What::Value(Layout::numbers(Scalar::I64, 1)), bytes: (*self as i64).to_le_bytes().to_vec() }
    }
}

impl Argument for Null {
    fn give(&self) -> Given {
        Given { what: What::Null, bytes: vec![0; 8] }
    }
}

impl Argument for Object<'_> {
    fn give(&self) -> Given {
        Given { what: What::Object, bytes: self.0.to_vec() }
    }
}

/// A tuple of up to 16 [`Argument`]s; `()` for a kernel without parameters.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
/// assert_eq!(gpu.download(&x)?, [4, 5]); // `(&x, 3)` are the arguments
/// # Ok::<(), kern::Error>(())
/// ```
pub trait Arguments: Sealed {
    #[doc(hidden)]
    fn give_all(&self) -> Vec<Given>;
}

macro_rules! tuples {
    (@ [$($name:ident $value:ident)*]) => {
        impl<$($name: Argument),*> Sealed for ($($name,)*) {}

        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            fn give_all(&self) -> Vec<Given> {
                let ($($value,)*) = self;
                vec![$($value.give()),*]
            }
        }
    };
    (@ [$($done:ident)*] $name:ident $value:ident $($rest:ident)*) => {
        tuples!(@ [$($done)*]);
        tuples!(@ [$($done)* $name $value] $($rest)*);
    };
    ($($all:ident)*) => {
        tuples!(@ [] $($all)*);
    };
}
tuples!(A a B b C c D d E e F f G g H h I i J j K k L l M m N n O o P p);
