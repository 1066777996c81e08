//! The arguments of a launch: tuples of numbers, buffers, [`Null`] and [`Object`].

use std::rc::Rc;

use crate::buffer::{Buffer, Element, Heap, bytes_of};
use crate::cxx::{Numbers, Scalar};

/// A null pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Null;

/// The bytes of an object of a class, for a parameter that takes one by value: padding included, as C++ lays it out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object<'a>(pub &'a [u8]);

/// One argument, as the check sees it.
pub struct Given {
    pub(crate) what: What,
    /// As it goes into the parameter buffer.
    pub(crate) bytes: Vec<u8>,
}

pub(crate) enum What {
    Value(Numbers),
    Buffer { element: Numbers, heap: Rc<Heap> },
    Null,
    Object,
}

impl Given {
    /// The argument's type in Rust.
    pub(crate) fn rust(&self) -> String {
        match &self.what {
            What::Value(numbers) => numbers.rust(),
            What::Buffer { element, .. } => format!("&Buffer<{}>", element.rust()),
            What::Null => "Null".into(),
            What::Object => format!("Object of {} bytes", self.bytes.len()),
        }
    }
}

/// Something that can be passed to a kernel: a number (`i8` to `u64`, `usize`, `isize`, `f32`, `f64`, `bool`), an array of
/// two to four numbers for a vector type, a reference to a [`Buffer`], [`Null`], an [`Object`].
pub trait Argument {
    #[doc(hidden)]
    fn give(&self) -> Given;
}

impl<T: Element> Argument for T {
    fn give(&self) -> Given {
        Given { what: What::Value(T::NUMBERS), bytes: bytes_of(&[*self]) }
    }
}

impl<T: Element> Argument for &Buffer<T> {
    fn give(&self) -> Given {
        let what = What::Buffer { element: T::NUMBERS, heap: self.heap.clone() };
        Given { what, bytes: self.address.to_le_bytes().to_vec() }
    }
}

impl<T: Element> Argument for &mut Buffer<T> {
    fn give(&self) -> Given {
        (&**self).give()
    }
}

impl Argument for usize {
    fn give(&self) -> Given {
        Given { what: What::Value(Numbers { scalar: Scalar::U64, count: 1 }), bytes: (*self as u64).to_le_bytes().to_vec() }
    }
}

impl Argument for isize {
    fn give(&self) -> Given {
        Given { what: What::Value(Numbers { scalar: Scalar::I64, count: 1 }), bytes: (*self as i64).to_le_bytes().to_vec() }
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
pub trait Arguments {
    #[doc(hidden)]
    fn give_all(&self) -> Vec<Given>;
}

macro_rules! tuples {
    ($($name:ident)*) => {
        tuples!(@ [] $($name)*);
    };
    (@ [$($done:ident)*]) => { tuple!($($done)*); };
    (@ [$($done:ident)*] $next:ident $($rest:ident)*) => {
        tuple!($($done)*);
        tuples!(@ [$($done)* $next] $($rest)*);
    };
}

macro_rules! tuple {
    ($($name:ident)*) => {
        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            #[allow(non_snake_case, reason = "a variable for each type")]
            fn give_all(&self) -> Vec<Given> {
                let ($($name,)*) = self;
                vec![$($name.give()),*]
            }
        }
    };
}
tuples!(A B C D E F G H I J K L M N O P);
