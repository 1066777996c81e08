//! [`Element`]: what an array has for elements, from a format of the buffer protocol or from a `numpy.dtype`.
//!
//! Bytes that a kernel may write go back into memory of Python. So nothing is let through but what is known to be data: a pointer that
//! the interpreter keeps in an array would be overwritten.

use kern_embed::layout::Scalar;
use pyo3::intern;
use pyo3::prelude::*;

/// What an array has for elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    /// Numbers that C++ has too.
    Number(Scalar),
    /// `float16`: two bytes.
    Half,
    /// Two numbers side by side.
    Complex(Scalar),
    /// A structure of so many bytes, data all of it.
    Structure(usize),
    /// Nothing that kernels have.
    Foreign(Foreign),
}

/// Why kernels have no such elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Foreign {
    /// They are, or hold, objects or pointers of the interpreter.
    Objects,
    /// Their bytes are in the order that this computer does not have.
    Order,
    /// Text, dates, numbers of other sizes.
    Other,
}

impl Foreign {
    /// What to do.
    pub(crate) fn help(self) -> &'static str {
        match self {
            Foreign::Objects => "a kernel can do nothing with objects and pointers of Python: make an array of numbers",
            Foreign::Order => "the bytes are in the other order: x.astype(x.dtype.newbyteorder(\"=\"))",
            Foreign::Other => "kernels have numbers and structures of them: x.view(…) or x.astype(…) makes it an array of those",
        }
    }
}

/// The name of a number's type in numpy.
pub(crate) fn numpy_name(scalar: Scalar) -> &'static str {
    use Scalar::*;
    match scalar {
        Bool => "bool",
        I8 => "int8",
        U8 => "uint8",
        I16 => "int16",
        U16 => "uint16",
        I32 => "int32",
        U32 => "uint32",
        I64 => "int64",
        U64 => "uint64",
        F32 => "float32",
        F64 => "float64",
    }
}

/// Numbers of sixteen bits with a point, which Rust has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sixteen {
    /// `__half`: numpy's `float16`.
    Half,
    /// `__nv_bfloat16`: numpy has nothing but its bits.
    Bfloat,
}

impl Sixteen {
    /// The kind that a C++ type is of, without qualifiers, and how many of it.
    pub(crate) fn of(name: &str) -> Option<(Sixteen, usize)> {
        Some(match name {
            "half" | "__half" => (Sixteen::Half, 1),
            "half2" | "__half2" => (Sixteen::Half, 2),
            "nv_bfloat16" | "__nv_bfloat16" => (Sixteen::Bfloat, 1),
            "nv_bfloat162" | "__nv_bfloat162" => (Sixteen::Bfloat, 2),
            _ => return None,
        })
    }

    /// The name of its type in numpy.
    pub(crate) fn numpy_name(self) -> &'static str {
        match self {
            Sixteen::Half => "float16",
            Sixteen::Bfloat => "uint16",
        }
    }
}

fn signed(bytes: usize) -> Element {
    number(bytes, &[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64])
}

fn unsigned(bytes: usize) -> Element {
    number(bytes, &[Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64])
}

/// The one of so many bytes.
fn number(bytes: usize, of: &[Scalar]) -> Element {
    of.iter().find(|scalar| scalar.bytes() == bytes).map_or(Element::Foreign(Foreign::Other), |&scalar| Element::Number(scalar))
}

/// The sign of the byte order that this computer has.
const NATIVE: u8 = if cfg!(target_endian = "little") { b'<' } else { b'>' };

impl Element {
    /// Of a format of the buffer protocol, as the module `struct` and PEP 3118 describe it, for elements of so many bytes.
    pub(crate) fn of_format(format: &[u8], bytes: usize) -> Element {
        let code = match format {
            [order, rest @ ..] if *order == NATIVE || matches!(order, b'@' | b'=') => rest,
            [b'<' | b'>' | b'!', _, ..] => return Element::Foreign(Foreign::Order),
            other => other,
        };
        match code {
            b"?" => number(bytes, &[Scalar::Bool]),
            // ctypes calls a union of eight bytes by the name of one byte.
            b"b" => number(bytes, &[Scalar::I8]),
            b"B" => number(bytes, &[Scalar::U8]),
            b"h" | b"i" | b"l" | b"q" | b"n" => signed(bytes),
            b"H" | b"I" | b"L" | b"Q" | b"N" => unsigned(bytes),
            b"e" if bytes == 2 => Element::Half,
            b"f" => number(bytes, &[Scalar::F32]),
            b"d" => number(bytes, &[Scalar::F64]),
            b"Zf" if bytes == 8 => Element::Complex(Scalar::F32),
            b"Zd" if bytes == 16 => Element::Complex(Scalar::F64),
            [b'T', b'{', .., b'}'] => check_data(format).map_or_else(Element::Foreign, |()| Element::Structure(bytes)),
            [b'1'..=b'9', .., b'x'] if code[..code.len() - 1].iter().all(u8::is_ascii_digit) => Element::Structure(bytes),
            [b'O' | b'P' | b'&' | b'X' | b'z' | b'Z', ..] => Element::Foreign(Foreign::Objects),
            _ => Element::Foreign(Foreign::Other),
        }
    }

    /// Of a `numpy.dtype`.
    pub(crate) fn of_dtype(dtype: &Bound<'_, PyAny>) -> PyResult<Element> {
        let py = dtype.py();
        if dtype.getattr(intern!(py, "hasobject"))?.extract::<bool>()? {
            return Ok(Element::Foreign(Foreign::Objects));
        }
        if !dtype.getattr(intern!(py, "isnative"))?.extract::<bool>()? {
            return Ok(Element::Foreign(Foreign::Order));
        }
        let bytes: usize = dtype.getattr(intern!(py, "itemsize"))?.extract()?;
        let kind: String = dtype.getattr(intern!(py, "kind"))?.extract()?;
        Ok(match (kind.as_str(), bytes) {
            ("b", _) => number(bytes, &[Scalar::Bool]),
            ("i", _) => signed(bytes),
            ("u", _) => unsigned(bytes),
            ("f", 2) => Element::Half,
            ("f", _) => number(bytes, &[Scalar::F32, Scalar::F64]),
            ("c", 8) => Element::Complex(Scalar::F32),
            ("c", 16) => Element::Complex(Scalar::F64),
            ("V", 1..) => Element::Structure(bytes),
            _ => Element::Foreign(Foreign::Other),
        })
    }
}

/// Checks that a format describes data and nothing else: numbers in this computer's byte order, text of fixed length, and padding.
///
/// Names of fields (`:name:`) may hold anything and are left out. A name stands behind a field and nowhere else; where one stands
/// elsewhere, a colon of a name hides what comes after it, so that is refused.
fn check_data(format: &[u8]) -> Result<(), Foreign> {
    let mut rest = format;
    let mut may_be_named = false;
    while let [first, after @ ..] = rest {
        rest = after;
        let was_field = std::mem::replace(&mut may_be_named, false);
        match first {
            b':' if was_field => {
                let end = rest.iter().position(|&byte| byte == b':').ok_or(Foreign::Other)?;
                rest = &rest[end + 1..];
            }
            b'}' | b'?' | b'c' | b'b' | b'B' | b'h' | b'H' | b'i' | b'I' | b'l' | b'L' | b'q' | b'Q' | b'n' | b'N' | b'e' | b'f' | b'd'
            | b'g' | b's' | b'u' | b'w' | b'x' => may_be_named = true,
            b'Z' => match rest {
                [b'f' | b'd' | b'g', more @ ..] => (rest, may_be_named) = (more, true),
                _ => return Err(Foreign::Objects),
            },
            b'T' | b'{' | b'(' | b')' | b',' | b' ' | b'0'..=b'9' | b'@' | b'=' | b'^' | b'|' => {}
            order if *order == NATIVE => {}
            b'<' | b'>' | b'!' => return Err(Foreign::Order),
            b'O' | b'P' | b'&' | b'X' => return Err(Foreign::Objects),
            _ => return Err(Foreign::Other),
        }
    }
    Ok(())
}
