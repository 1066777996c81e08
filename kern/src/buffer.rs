//! [`Buffer`]: typed memory of a device; [`Element`]: what can be in it.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use crate::cxx::{Numbers, Scalar};

/// What a device and its buffers share: which device it is, and what was dropped since it last looked.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    pub(crate) dropped: RefCell<Vec<u64>>,
}

/// Memory of a [`Device`](crate::Device) for `len` elements. Dropping it frees the memory.
#[derive(Debug)]
pub struct Buffer<T: Element> {
    pub(crate) heap: Rc<Heap>,
    pub(crate) address: u64,
    len: usize,
    element: PhantomData<T>,
}

impl<T: Element> Buffer<T> {
    pub(crate) fn new(heap: Rc<Heap>, address: u64, len: usize) -> Buffer<T> {
        Buffer { heap, address, len, element: PhantomData }
    }

    /// Elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The address that kernels see: for pointers inside of data.
    pub fn address(&self) -> u64 {
        self.address
    }
}

impl<T: Element> Drop for Buffer<T> {
    fn drop(&mut self) {
        self.heap.dropped.borrow_mut().push(self.address);
    }
}

/// Numbers, and arrays of two to four of them for CUDA's vector types: `f32` is `float`, `[f32; 4]` is `float4`.
pub trait Element: sealed::Sealed + Copy {
    /// Bytes in memory of the device.
    #[doc(hidden)]
    const BYTES: usize;

    /// Appends its bytes.
    #[doc(hidden)]
    fn put(self, bytes: &mut Vec<u8>);

    /// From [`Element::BYTES`] bytes.
    #[doc(hidden)]
    fn get(bytes: &[u8]) -> Self;
}

mod sealed {
    use crate::cxx::Numbers;

    /// Nobody else's types: their bytes might not be what C++ expects.
    pub trait Sealed {
        #[doc(hidden)]
        #[expect(private_interfaces, reason = "the trait is sealed: nobody outside names its constant")]
        const NUMBERS: Numbers;
    }
}
pub(crate) use sealed::Sealed;

macro_rules! elements {
    ($($ty:ident $scalar:ident)*) => {$(
        impl Sealed for $ty {
            #[expect(private_interfaces, reason = "the trait is sealed: nobody outside names its constant")]
            const NUMBERS: Numbers = Numbers { scalar: Scalar::$scalar, count: 1 };
        }

        impl Element for $ty {
            const BYTES: usize = size_of::<$ty>();

            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn get(bytes: &[u8]) -> $ty {
                let mut array = [0; size_of::<$ty>()];
                array.copy_from_slice(bytes);
                $ty::from_le_bytes(array)
            }
        }
    )*};
}
elements!(i8 I8 u8 U8 i16 I16 u16 U16 i32 I32 u32 U32 i64 I64 u64 U64 f32 F32 f64 F64);

impl Sealed for bool {
    #[expect(private_interfaces, reason = "the trait is sealed: nobody outside names its constant")]
    const NUMBERS: Numbers = Numbers { scalar: Scalar::Bool, count: 1 };
}

impl Element for bool {
    const BYTES: usize = 1;

    fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(self as u8);
    }

    /// Anything but 0 is true, as in C++.
    fn get(bytes: &[u8]) -> bool {
        bytes[0] != 0
    }
}

macro_rules! vectors {
    ($($count:literal)*) => {$(
        impl<T: Element> Sealed for [T; $count] {
            #[expect(private_interfaces, reason = "the trait is sealed: nobody outside names its constant")]
            const NUMBERS: Numbers = Numbers { scalar: T::NUMBERS.scalar, count: $count * T::NUMBERS.count };
        }

        impl<T: Element> Element for [T; $count] {
            const BYTES: usize = $count * T::BYTES;

            fn put(self, bytes: &mut Vec<u8>) {
                self.into_iter().for_each(|element| element.put(bytes));
            }

            fn get(bytes: &[u8]) -> [T; $count] {
                std::array::from_fn(|i| T::get(&bytes[i * T::BYTES..][..T::BYTES]))
            }
        }
    )*};
}
vectors!(2 3 4);

/// The bytes of `data`, one element after the other.
pub(crate) fn bytes_of<T: Element>(data: &[T]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(data.len() * T::BYTES);
    data.iter().for_each(|element| element.put(&mut bytes));
    bytes
}

/// The elements in `bytes`.
pub(crate) fn elements_of<T: Element>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(T::BYTES).map(T::get).collect()
}
