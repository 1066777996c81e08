//! The arguments of a launch against the parameters of the kernel, before anything runs: numbers as bytes, arrays as what is to be copied.

use kern_embed::cxx::{Wanted, wanted};
use kern_embed::layout::{Numbers, Scalar};
use kern_ir::KernelParam;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyTuple};

use crate::array::{Array, named};
use crate::memory::{Element, View, numpy_name};

/// A parameter, as far as arguments from Python go.
pub(crate) struct Parameter {
    pub(crate) wanted: Wanted,
    /// What it points to is not written through it.
    is_const: bool,
    /// It is a `char`, which is neither `int8` nor `uint8` by name, or points to such.
    is_char: bool,
    /// It is a `__half`, or points to such.
    is_half: bool,
    pub(crate) size: usize,
    /// Bytes from the start of the parameter buffer.
    pub(crate) offset: usize,
}

/// An argument that fits.
pub(crate) enum Given {
    /// The bytes of a number or an object.
    Value(Vec<u8>),
    /// Memory of a device.
    Array(Py<Array>),
    /// Memory of Python, which is copied to the device, and back if the kernel may write it.
    Memory { view: View, is_written: bool },
    /// A null pointer.
    Null,
}

/// What is wrong with an argument: what the message says was expected and found, and what to do.
pub(crate) struct Misfit {
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Parameter {
    pub(crate) fn new(param: &KernelParam) -> Parameter {
        let words = |text: &str, word: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word);
        let name = param.type_name.as_str();
        let target = name.rfind('*').map_or("", |star| &name[..star]);
        // Of a pointer to pointers it is the pointer that must not be written.
        let is_const = match target.rfind('*') {
            Some(inner) => words(&target[inner..], "const"),
            None => words(target, "const"),
        };
        Parameter {
            wanted: wanted(param),
            is_const,
            is_char: words(name, "char") && !words(name, "signed") && !words(name, "unsigned"),
            is_half: words(name, "__half") || words(name, "half"),
            size: param.size as usize,
            offset: param.offset as usize,
        }
    }

    /// The type that Python's arguments have.
    fn expected(&self) -> String {
        match &self.wanted {
            Wanted::Value(Numbers { scalar, count: 1 }) | Wanted::Enumeration(Numbers { scalar, .. }) => match scalar {
                Scalar::Bool => "bool or numpy.bool".into(),
                Scalar::F32 | Scalar::F64 => format!("float or numpy.{}", numpy_name(*scalar)),
                _ => format!("int or numpy.{}", numpy_name(*scalar)),
            },
            Wanted::Value(Numbers { scalar, count }) => format!("{count} numbers, as a tuple or an array of {}", numpy_name(*scalar)),
            Wanted::Object(_) if self.is_half => "numpy.float16".into(),
            Wanted::Object(size) => format!("an object of {size} bytes, such as a scalar of a structured dtype"),
            Wanted::Pointer(Numbers { scalar, count: 1 }) => format!("an array of {}", numpy_name(*scalar)),
            Wanted::Pointer(Numbers { scalar, count }) => {
                format!("an array of {} with a multiple of {count} elements", numpy_name(*scalar))
            }
            Wanted::AnyPointer => "an array".into(),
            Wanted::PointerToPointer => "an array of uint64, of addresses".into(),
            Wanted::PointerToObject if self.is_half => "an array of float16".into(),
            Wanted::PointerToObject => "an array of a structured dtype, or of uint8".into(),
        }
    }

    /// Whether it is a pointer.
    fn is_pointer(&self) -> bool {
        !matches!(self.wanted, Wanted::Value(_) | Wanted::Enumeration(_) | Wanted::Object(_))
    }

    /// The argument as it is passed.
    pub(crate) fn given(&self, object: &Bound<'_, PyAny>) -> Result<Given, Misfit> {
        if self.is_pointer() { self.pointer(object) } else { self.value(object).map(Given::Value) }
    }

    fn misfit(&self, object: &Bound<'_, PyAny>, help: Option<&str>) -> Misfit {
        Misfit { message: format!("expected {}, found {}", self.expected(), named(object)), help: help.map(String::from) }
    }

    fn pointer(&self, object: &Bound<'_, PyAny>) -> Result<Given, Misfit> {
        if let Ok(array) = object.cast::<Array>() {
            let own = array.get();
            return match self.points_to(own.element, own.slice().len()) {
                true => Ok(Given::Array(array.clone().unbind())),
                false => Err(self.misfit(object, None)),
            };
        }
        if object.is_none() {
            return Ok(Given::Null);
        }
        let Some(view) = View::of(object) else {
            return Err(self.misfit(object, Some("kernels reach arrays: numpy's, which are copied, or those of kern.asarray")));
        };
        if view.dimensions() == 0 {
            return Err(self.misfit(object, Some("one element is an array too: numpy.array([x])")));
        }
        if !self.points_to(view.element, view.len()) {
            let help = match &self.wanted {
                Wanted::Pointer(numbers) => Some(format!("convert it: x.astype(numpy.{})", numpy_name(numbers.scalar))),
                _ => None,
            };
            return Err(self.misfit(object, help.as_deref()));
        }
        if !view.is_c_contiguous() {
            let (strides, shape) = (view.strides(), view.shape());
            let message = format!("expected an array in C order, found {} with strides {strides:?}", named(object));
            let _ = shape;
            return Err(Misfit { message, help: Some("copy it: numpy.ascontiguousarray(x)".into()) });
        }
        let is_written = !self.is_const && !view.is_readonly();
        Ok(Given::Memory { view, is_written })
    }

    /// Whether it points to such elements, of which there are so many bytes.
    fn points_to(&self, element: Element, bytes: usize) -> bool {
        match (&self.wanted, element) {
            (_, Element::Foreign) => false,
            (Wanted::AnyPointer, _) => true,
            (Wanted::Pointer(want), Element::Number(have)) => {
                self.is_number(want.scalar, have) && bytes.is_multiple_of(want.count * want.scalar.bytes())
            }
            (Wanted::Pointer(want), Element::Complex(have)) => want.count == 2 && want.scalar == have,
            (Wanted::Pointer(want), Element::Structure(size)) => want.count > 1 && size == want.count * want.scalar.bytes(),
            (Wanted::PointerToPointer, Element::Number(have)) => have == Scalar::U64,
            (Wanted::PointerToObject, Element::Half) => self.is_half,
            (Wanted::PointerToObject, Element::Number(have)) => have == Scalar::U8,
            (Wanted::PointerToObject, Element::Structure(_)) => true,
            _ => false,
        }
    }

    fn is_number(&self, want: Scalar, have: Scalar) -> bool {
        want == have || self.is_char && matches!(have, Scalar::I8 | Scalar::U8)
    }

    fn value(&self, object: &Bound<'_, PyAny>) -> Result<Vec<u8>, Misfit> {
        match &self.wanted {
            Wanted::Value(Numbers { scalar, count: 1 }) | Wanted::Enumeration(Numbers { scalar, .. }) => match number(*scalar, object) {
                Number::Bytes(bytes) => return Ok(bytes),
                Number::DoesNotFit => {
                    let message = format!("{} is no {}", named(object), numpy_name(*scalar));
                    return Err(Misfit { message, help: None });
                }
                Number::Other => {}
            },
            Wanted::Value(Numbers { scalar, count }) => {
                if let Some(bytes) = vector(*scalar, *count, object) {
                    return Ok(bytes);
                }
            }
            _ => {}
        }
        let Some(view) = View::of(object) else { return Err(self.misfit(object, None)) };
        let does_fit = match (&self.wanted, view.element) {
            (Wanted::Value(want), Element::Number(have)) => {
                self.is_number(want.scalar, have) && (view.dimensions() == 0) == (want.count == 1)
            }
            (Wanted::Value(want), Element::Complex(have)) => want.scalar == have && view.dimensions() == 0,
            (Wanted::Enumeration(want), Element::Number(have)) => {
                !matches!(have, Scalar::Bool | Scalar::F32 | Scalar::F64) && have.bytes() == want.scalar.bytes()
            }
            (Wanted::Object(_), Element::Half) => self.is_half,
            (Wanted::Object(_), _) => true,
            _ => false,
        };
        if !does_fit || view.len() != self.size || !view.is_c_contiguous() {
            return Err(self.misfit(object, None));
        }
        Ok(view.bytes(object.py()).to_vec())
    }
}

/// A number of Python as bytes.
enum Number {
    Bytes(Vec<u8>),
    /// It is a number of the right kind, but the type has not got it.
    DoesNotFit,
    /// No number, or of another kind.
    Other,
}

/// `bool` for bools, `int` for integers and where it is exact for floats, `float` for floats.
fn number(want: Scalar, object: &Bound<'_, PyAny>) -> Number {
    use Scalar::*;
    if let Ok(value) = object.cast_exact::<PyBool>() {
        return if want == Bool { Number::Bytes(vec![value.is_true() as u8]) } else { Number::Other };
    }
    if object.cast_exact::<PyFloat>().is_ok() {
        let Ok(value) = object.extract::<f64>() else { return Number::Other };
        return match want {
            F32 if value.is_finite() && (value as f32).is_infinite() => Number::DoesNotFit,
            F32 => Number::Bytes((value as f32).to_le_bytes().to_vec()),
            F64 => Number::Bytes(value.to_le_bytes().to_vec()),
            _ => Number::Other,
        };
    }
    if object.cast_exact::<PyInt>().is_err() || want == Bool {
        return Number::Other;
    }
    let Ok(value) = object.extract::<i128>() else { return Number::DoesNotFit };
    let bytes = match want {
        I8 => i8::try_from(value).ok().map(|v| v.to_le_bytes().to_vec()),
        U8 => u8::try_from(value).ok().map(|v| v.to_le_bytes().to_vec()),
        I16 => i16::try_from(value).ok().map(|v| v.to_le_bytes().to_vec()),
        U16 => u16::try_from(value).ok().map(|v| v.to_le_bytes().to_vec()),
        I32 => i32::try_from(value).ok().map(|v| v.to_le_bytes().to_vec()),
        U32 => u32::try_from(value).ok().map(|v| v.to_le_bytes().to_vec()),
        I64 => i64::try_from(value).ok().map(|v| v.to_le_bytes().to_vec()),
        U64 => u64::try_from(value).ok().map(|v| v.to_le_bytes().to_vec()),
        F32 => Some(value as f32).filter(|v| *v as i128 == value).map(|v| v.to_le_bytes().to_vec()),
        F64 => Some(value as f64).filter(|v| *v as i128 == value).map(|v| v.to_le_bytes().to_vec()),
        Bool => None,
    };
    bytes.map_or(Number::DoesNotFit, Number::Bytes)
}

/// A tuple or list of so many numbers of Python.
fn vector(scalar: Scalar, count: usize, object: &Bound<'_, PyAny>) -> Option<Vec<u8>> {
    if object.cast::<PyTuple>().is_err() && object.cast::<PyList>().is_err() {
        return None;
    }
    let elements: Vec<Bound<'_, PyAny>> = object.extract().ok()?;
    let mut bytes = Vec::new();
    for element in &elements {
        match number(scalar, element) {
            Number::Bytes(more) => bytes.extend(more),
            _ => return None,
        }
    }
    (elements.len() == count).then_some(bytes)
}
