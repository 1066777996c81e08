//! [`Element`]: what can be in memory of a device.

use kern_embed::layout::{Layout, Scalar};

/// What a [`Buffer`](crate::Buffer) holds and a kernel takes by value: numbers; arrays of two to four of them for CUDA's vector types
/// (`[f32; 4]` is `float4`); longer arrays and structures with `#[derive(kern::Argument)]`, as C++ lays them out.
///
/// Nobody else's types: their bytes might not be what C++ expects. The derive is for structures with `#[repr(C)]` whose fields are
/// elements:
///
/// ```
/// # #[cfg(feature = "macros")] {
/// #[repr(C)]
/// #[derive(Clone, Copy, PartialEq, Debug, kern::Argument)]
/// struct Particle { position: [f32; 3], mass: f32 }
///
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let particles = [Particle { position: [1.0, 2.0, 3.0], mass: 4.0 }];
/// let buffer = gpu.upload(&particles)?;
/// assert_eq!(gpu.download(&buffer)?, particles);
/// # }
/// # Ok::<(), kern::Error>(())
/// ```
///
/// What has no bytes is refused where the program is compiled, because C++ has nothing like it:
///
/// ```compile_fail,E0080
/// let mut gpu = kern::Device::new(kern::device("h200").unwrap());
/// let _ = gpu.upload(&[[0.0f32; 0]; 2]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that kernels have",
    note = "a structure needs `#[repr(C)]` and `#[derive(Clone, Copy, kern::Argument)]`"
)]
pub trait Element: sealed::Sealed + Copy + 'static {
    /// Bytes in memory of the device.
    #[doc(hidden)]
    const BYTES: usize;

    /// How they lie.
    #[doc(hidden)]
    const LAYOUT: Layout;

    /// Appends its bytes.
    #[doc(hidden)]
    fn put(self, bytes: &mut Vec<u8>);

    /// From [`Element::BYTES`] bytes.
    #[doc(hidden)]
    fn get(bytes: &[u8]) -> Self;
}

pub(crate) mod sealed {
    /// Implemented here and by the derive only.
    pub trait Sealed {}
}

macro_rules! elements {
    ($($ty:ident $scalar:ident)*) => {$(
        impl sealed::Sealed for $ty {}

        impl Element for $ty {
            const BYTES: usize = size_of::<$ty>();
            const LAYOUT: Layout = Layout::numbers(Scalar::$scalar, 1);

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

impl sealed::Sealed for bool {}

impl Element for bool {
    const BYTES: usize = 1;
    const LAYOUT: Layout = Layout::numbers(Scalar::Bool, 1);

    fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(self as u8);
    }

    /// Anything but 0 is true, as in C++.
    fn get(bytes: &[u8]) -> bool {
        bytes[0] != 0
    }
}

impl<T: Element, const N: usize> sealed::Sealed for [T; N] {}

impl<T: Element, const N: usize> Element for [T; N] {
    const BYTES: usize = N * T::BYTES;
    const LAYOUT: Layout = {
        assert!(N > 0, "C++ has no arrays without elements");
        T::LAYOUT.times(N)
    };

    fn put(self, bytes: &mut Vec<u8>) {
        self.into_iter().for_each(|element| element.put(bytes));
    }

    fn get(bytes: &[u8]) -> [T; N] {
        std::array::from_fn(|i| T::get(&bytes[i * T::BYTES..][..T::BYTES]))
    }
}

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
