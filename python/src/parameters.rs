//! The arguments of a launch against the parameters of the kernel, before anything runs: numbers as bytes, arrays as what is to be copied.

use kern_embed::cxx::{Wanted, wanted};
use kern_embed::layout::{Numbers, Scalar};
use kern_ir::{KernelParam, Program};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyTuple};

use crate::array::{Array, named, numpy};
use crate::element::{Element, Foreign, Sixteen, numpy_name};
use crate::memory::View;

/// A parameter, as far as arguments from Python go.
pub(crate) struct Parameter {
    pub(crate) wanted: Wanted,
    /// What it points to is not written through it.
    is_const: bool,
    /// It is a `char`, which is neither `int8` nor `uint8` by name, or points to such.
    is_char: bool,
    /// It is a number of sixteen bits with a point, or points to such; `wanted` then says `uint16`.
    sixteen: Option<Sixteen>,
    /// Bytes of the structure that it points to, where the program tells them.
    target: Option<usize>,
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

/// A type without qualifiers.
fn bare(name: &str) -> String {
    let words = name.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile" | "__restrict__"));
    words.collect::<Vec<_>>().join(" ")
}

/// Bytes of the structure of this name, if a kernel takes one by value or a variable is one; `None` also if there are several of the name.
fn size_of(name: &str, program: &Program) -> Option<usize> {
    let params = program.device.functions.iter().flat_map(|function| &function.kernel_params);
    let by_value = params.filter(|param| !param.is_pointer && bare(&param.type_name) == name).map(|param| param.size as usize);
    // Of an array of arrays an element may be either.
    let is_one = |of: &str| of.matches('[').count() <= 1 && bare(of.split('[').next().unwrap_or_default()) == name;
    let variables = program.device.globals.iter().filter(|variable| is_one(&variable.info.type_name));
    let mut all = by_value.chain(variables.map(|variable| variable.info.element_size as usize));
    let first = all.next()?;
    all.all(|size| size == first).then_some(first)
}

impl Parameter {
    pub(crate) fn new(param: &KernelParam, program: &Program) -> Parameter {
        let words = |text: &str, word: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word);
        let name = param.type_name.as_str();
        let target = name.rfind('*').map_or("", |star| &name[..star]);
        // Of a pointer to pointers it is the pointer that must not be written.
        let is_const = match target.rfind('*') {
            Some(inner) => words(&target[inner..], "const"),
            None => words(target, "const"),
        };
        let is_pointer = name.contains('*');
        let own = bare(if is_pointer { target.trim_end_matches(['(', ' ']) } else { name });
        let (sixteen, wanted) = match Sixteen::of(&own) {
            Some((kind, count)) => {
                let numbers = Numbers { scalar: Scalar::U16, count };
                (Some(kind), if is_pointer { Wanted::Pointer(numbers) } else { Wanted::Value(numbers) })
            }
            None => (None, wanted(param)),
        };
        Parameter {
            target: if wanted == Wanted::PointerToObject { size_of(&own, program) } else { None },
            sixteen,
            wanted,
            is_const,
            is_char: words(name, "char") && !words(name, "signed") && !words(name, "unsigned"),
            size: param.size as usize,
            offset: param.offset as usize,
        }
    }

    /// The name of the type in numpy of the numbers that it is, or points to.
    fn numpy_name(&self, scalar: Scalar) -> &'static str {
        self.sixteen.map_or(numpy_name(scalar), Sixteen::numpy_name)
    }

    /// The type that Python's arguments have.
    fn expected(&self) -> String {
        match &self.wanted {
            Wanted::Value(Numbers { scalar, count: 1 }) | Wanted::Enumeration(Numbers { scalar, .. }) => match (scalar, self.sixteen) {
                (Scalar::Bool, _) => "bool or numpy.bool".into(),
                (Scalar::F32 | Scalar::F64, _) | (_, Some(Sixteen::Half)) => format!("float or numpy.{}", self.numpy_name(*scalar)),
                (_, Some(Sixteen::Bfloat)) => "numpy.uint16, the bits of it".into(),
                _ => format!("int or numpy.{}", numpy_name(*scalar)),
            },
            Wanted::Value(Numbers { scalar, count }) if self.sixteen == Some(Sixteen::Bfloat) => {
                format!("an array of {count} numbers of {}, the bits of it", numpy_name(*scalar))
            }
            Wanted::Value(Numbers { scalar, count }) => format!("{count} numbers, as a tuple or an array of {}", self.numpy_name(*scalar)),
            Wanted::Object(size) => format!("an object of {size} bytes, such as a scalar of a structured dtype"),
            Wanted::Pointer(Numbers { scalar, count: 1 }) => format!("an array of {}", self.numpy_name(*scalar)),
            Wanted::Pointer(Numbers { scalar, count }) => {
                format!("an array of {} with a multiple of {count} elements", self.numpy_name(*scalar))
            }
            Wanted::AnyPointer => "an array".into(),
            Wanted::PointerToPointer => "an array of uint64, of addresses".into(),
            Wanted::PointerToObject => match self.target {
                Some(size) => format!("an array of a structured dtype of {size} bytes, or of uint8"),
                None => "an array of a structured dtype, or of uint8".into(),
            },
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
                false => Err(self.wrong_elements(object, own.element, own.slice().len())),
            };
        }
        if object.is_none() {
            return Ok(Given::Null);
        }
        let Some(view) = View::of(object) else {
            let help = match object.hasattr("dtype") {
                // Dates, and text of any length: numpy passes their memory to nobody.
                Ok(true) if object.hasattr("__array_interface__").unwrap_or(false) => Foreign::Other.help(),
                _ => "kernels reach arrays: numpy's, which are copied, or those of kern.asarray",
            };
            return Err(self.misfit(object, Some(help)));
        };
        if view.dimensions() == 0 {
            return Err(self.misfit(object, Some("one element is an array too: numpy.array([x])")));
        }
        if !self.points_to(view.element, view.len()) {
            return Err(self.wrong_elements(object, view.element, view.len()));
        }
        if !view.is_c_contiguous() {
            let message = format!("expected an array in C order, found {} with strides {:?}", named(object), view.strides());
            return Err(Misfit { message, help: Some("copy it: numpy.ascontiguousarray(x)".into()) });
        }
        let is_written = !self.is_const && !view.is_readonly();
        Ok(Given::Memory { view, is_written })
    }

    /// What is wrong with an array of such elements, so many bytes of them, which it does not point to.
    fn wrong_elements(&self, object: &Bound<'_, PyAny>, element: Element, bytes: usize) -> Misfit {
        let expected = self.expected();
        match (element, &self.wanted) {
            (Element::Foreign(foreign), Wanted::Pointer(Numbers { count: 2.., .. }) | Wanted::AnyPointer | Wanted::PointerToObject) => {
                self.misfit(object, Some(foreign.help()))
            }
            (Element::Structure(size), Wanted::PointerToObject) if self.target.is_some() => {
                let message = format!("expected {expected}, found {} with elements of {size} bytes", named(object));
                Misfit { message, help: Some("C++ aligns what is in a structure, and so does numpy.dtype(…, align=True)".into()) }
            }
            (Element::Number(Scalar::U8), Wanted::PointerToObject) => {
                Misfit { message: format!("expected {expected}, found {bytes} bytes, which are no number of those"), help: None }
            }
            (_, Wanted::Pointer(numbers)) => {
                self.misfit(object, Some(&format!("convert it: x.astype(numpy.{})", numpy_name(numbers.scalar))))
            }
            _ => self.misfit(object, None),
        }
    }

    /// Whether it points to such elements, of which there are so many bytes.
    fn points_to(&self, element: Element, bytes: usize) -> bool {
        let is_whole = self.target.is_none_or(|target| target == 0 || bytes.is_multiple_of(target));
        match (&self.wanted, element) {
            (_, Element::Foreign(_)) => false,
            (Wanted::AnyPointer, _) => true,
            (Wanted::Pointer(want), Element::Number(have)) => {
                self.is_number(want.scalar, have) && bytes.is_multiple_of(want.count * want.scalar.bytes())
            }
            (Wanted::Pointer(want), Element::Half) => self.sixteen == Some(Sixteen::Half) && bytes.is_multiple_of(2 * want.count),
            (Wanted::Pointer(want), Element::Complex(have)) => want.count == 2 && want.scalar == have,
            (Wanted::Pointer(want), Element::Structure(size)) => want.count > 1 && size == want.count * want.scalar.bytes(),
            (Wanted::PointerToPointer, Element::Number(have)) => have == Scalar::U64,
            (Wanted::PointerToObject, Element::Number(have)) => have == Scalar::U8 && is_whole,
            (Wanted::PointerToObject, Element::Structure(size)) => self.target.is_none_or(|target| target == size),
            _ => false,
        }
    }

    fn is_number(&self, want: Scalar, have: Scalar) -> bool {
        want == have || self.is_char && matches!(have, Scalar::I8 | Scalar::U8)
    }

    fn value(&self, object: &Bound<'_, PyAny>) -> Result<Vec<u8>, Misfit> {
        match &self.wanted {
            Wanted::Value(Numbers { scalar, count: 1 }) | Wanted::Enumeration(Numbers { scalar, .. }) => match self.number(*scalar, object)
            {
                Number::Bytes(bytes) => return Ok(bytes),
                Number::DoesNotFit => {
                    let message = format!("{} is no {}", named(object), self.numpy_name(*scalar));
                    return Err(Misfit { message, help: None });
                }
                Number::Other => {}
            },
            Wanted::Value(Numbers { scalar, count }) => {
                if let Some(bytes) = self.vector(*scalar, *count, object) {
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
            (Wanted::Value(want), Element::Half) => self.sixteen == Some(Sixteen::Half) && (view.dimensions() == 0) == (want.count == 1),
            (Wanted::Value(want), Element::Complex(have)) => want.scalar == have && view.dimensions() == 0,
            (Wanted::Enumeration(want), Element::Number(have)) => {
                !matches!(have, Scalar::Bool | Scalar::F32 | Scalar::F64) && have.bytes() == want.scalar.bytes()
            }
            (_, Element::Foreign(foreign)) => return Err(self.misfit(object, Some(foreign.help()))),
            (Wanted::Object(_), _) => true,
            _ => false,
        };
        if !does_fit || view.len() != self.size || !view.is_c_contiguous() {
            return Err(self.misfit(object, None));
        }
        Ok(view.bytes(object.py()).to_vec())
    }

    /// A number of Python as the type that is wanted.
    fn number(&self, want: Scalar, object: &Bound<'_, PyAny>) -> Number {
        match self.sixteen {
            None => number(want, object),
            Some(Sixteen::Half) => half(object),
            // An int would be taken for its value.
            Some(Sixteen::Bfloat) => Number::Other,
        }
    }

    /// A tuple or list of so many numbers of Python.
    fn vector(&self, scalar: Scalar, count: usize, object: &Bound<'_, PyAny>) -> Option<Vec<u8>> {
        if object.cast::<PyTuple>().is_err() && object.cast::<PyList>().is_err() {
            return None;
        }
        let elements: Vec<Bound<'_, PyAny>> = object.extract().ok()?;
        let mut bytes = Vec::new();
        for element in &elements {
            match self.number(scalar, element) {
                Number::Bytes(more) => bytes.extend(more),
                _ => return None,
            }
        }
        (elements.len() == count).then_some(bytes)
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

/// A number of Python as a `float16`.
fn half(object: &Bound<'_, PyAny>) -> Number {
    let is_int = object.cast_exact::<PyInt>().is_ok();
    if !is_int && object.cast_exact::<PyFloat>().is_err() {
        return Number::Other;
    }
    // What is rounded to more than the largest, numpy warns of.
    if object.extract::<f64>().is_ok_and(|value| value.is_finite() && value.abs() >= 65520.0) {
        return Number::DoesNotFit;
    }
    let convert = || -> PyResult<(Vec<u8>, bool)> {
        let (value, half) = (object.extract::<f64>()?, numpy(object.py(), "float16")?.call1((object,))?);
        let back: f64 = half.extract()?;
        Ok((half.call_method0("tobytes")?.extract()?, !is_int || back == value))
    };
    match convert() {
        Ok((bytes, true)) => Number::Bytes(bytes),
        _ => Number::DoesNotFit,
    }
}
