//! The arguments of a launch: tuples of numbers, buffers, [`Null`] and [`Object`].

use std::any::Any;
use std::sync::Arc;

use kern_embed::layout::Layout;

use crate::Texture;
use crate::buffer::{Allocation, Buffer, DeviceSlice, Heap, View, ViewMut};
use crate::element::{self, Element};
use crate::texture::Picture;

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

/// Arguments, as the check sees them.
#[doc(hidden)]
#[derive(Default)]
pub struct Given {
    what: Vec<(What, usize)>,
    /// One after the other, as they go into the parameter buffer.
    bytes: Vec<u8>,
}

/// One of them.
pub(crate) struct GivenOne<'a> {
    pub(crate) what: &'a What,
    /// As it goes into the parameter buffer.
    pub(crate) bytes: &'a [u8],
}

pub(crate) enum What {
    Value(Layout),
    Buffer { element: Layout, allocation: Arc<Allocation> },
    Texture(Arc<Picture>),
    Null,
    Object,
}

/// Keeps memory of a device.
pub(crate) type Held = Arc<dyn Any + Send + Sync>;

impl What {
    /// The memory that it is in, if it is a buffer or a texture.
    pub(crate) fn heap(&self) -> Option<&Arc<Heap>> {
        match self {
            What::Buffer { allocation, .. } => Some(&allocation.heap),
            What::Texture(picture) => Some(picture.heap()),
            _ => None,
        }
    }
}

impl Given {
    /// Room for so many.
    pub(crate) fn with_capacity(count: usize) -> Given {
        Given { what: Vec::with_capacity(count), bytes: Vec::with_capacity(8 * count) }
    }

    fn of(arguments: &[&dyn Argument]) -> Given {
        let mut given = Given::with_capacity(arguments.len());
        arguments.iter().for_each(|argument| argument.give(&mut given));
        given
    }

    fn push(&mut self, what: What, put: impl FnOnce(&mut Vec<u8>)) {
        put(&mut self.bytes);
        self.what.push((what, self.bytes.len()));
    }

    /// Puts those of another one behind.
    pub(crate) fn append(&mut self, other: Given) {
        let before = self.bytes.len();
        self.bytes.extend(other.bytes);
        self.what.extend(other.what.into_iter().map(|(what, end)| (what, before + end)));
    }

    pub(crate) fn len(&self) -> usize {
        self.what.len()
    }

    /// What keeps the memory of the arguments.
    pub(crate) fn held(&self) -> Vec<Held> {
        let held = |(what, _): &(What, usize)| match what {
            What::Buffer { allocation, .. } => Some(allocation.clone() as Held),
            What::Texture(picture) => Some(picture.clone() as Held),
            _ => None,
        };
        self.what.iter().filter_map(held).collect()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = GivenOne<'_>> {
        let mut start = 0;
        self.what.iter().map(move |(what, end)| GivenOne { what, bytes: &self.bytes[std::mem::replace(&mut start, *end)..*end] })
    }
}

impl GivenOne<'_> {
    /// The argument's type in Rust.
    pub(crate) fn rust(&self) -> String {
        match self.what {
            What::Value(layout) => layout.rust(),
            What::Buffer { element, .. } => format!("&Buffer<{}>", element.rust()),
            What::Texture(_) => "&Texture".into(),
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
    fn give(&self, given: &mut Given);
}

impl<T: Element> Argument for T {
    fn give(&self, given: &mut Given) {
        given.push(What::Value(T::LAYOUT), |bytes| self.put(bytes));
    }
}

impl<T: Element> Argument for &DeviceSlice<T> {
    fn give(&self, given: &mut Given) {
        let what = What::Buffer { element: T::LAYOUT, allocation: self.allocation.clone() };
        given.push(what, |bytes| bytes.extend(self.address.to_le_bytes()));
    }
}

impl<T: Element> Argument for &Texture<T> {
    fn give(&self, given: &mut Given) {
        let what = What::Texture(self.picture.clone());
        given.push(what, |bytes| bytes.extend(self.handle().to_le_bytes()));
    }
}

macro_rules! slices {
    ($($ty:ty)*) => {$(
        impl<T: Element> Argument for $ty {
            fn give(&self, given: &mut Given) {
                let slice: &DeviceSlice<T> = self;
                slice.give(given);
            }
        }

        impl<T: Element> Sealed for $ty {}
    )*};
}
slices!(&mut DeviceSlice<T> &Buffer<T> &mut Buffer<T> View<'_, T> &View<'_, T> ViewMut<'_, T> &ViewMut<'_, T> &mut ViewMut<'_, T>);

impl Argument for usize {
    fn give(&self, given: &mut Given) {
        (*self as u64).give(given);
    }
}

impl Argument for isize {
    fn give(&self, given: &mut Given) {
        (*self as i64).give(given);
    }
}

impl Argument for Null {
    fn give(&self, given: &mut Given) {
        given.push(What::Null, |bytes| bytes.extend([0; 8]));
    }
}

impl Argument for Object<'_> {
    fn give(&self, given: &mut Given) {
        given.push(What::Object, |bytes| bytes.extend(self.0));
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
    fn give_all(&self) -> Given;
}

macro_rules! tuples {
    (@ [$($name:ident $value:ident)*]) => {
        impl<$($name: Argument),*> Sealed for ($($name,)*) {}

        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            fn give_all(&self) -> Given {
                let ($($value,)*) = self;
                Given::of(&[$($value),*])
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
