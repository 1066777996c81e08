//! Memory of Python's objects, by the buffer protocol: what its elements are, and its bytes. The only file with `unsafe`.
//!
//! Memory of Python is copied and never becomes the machine's: nothing here lives longer than the call that asked for it.

use kern_embed::layout::Scalar;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

/// What an array has for elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    /// Numbers that C++ has too.
    Number(Scalar),
    /// `float16`: two bytes.
    Half,
    /// Two numbers side by side.
    Complex(Scalar),
    /// A structure of so many bytes.
    Structure(usize),
    /// Nothing that kernels have: objects, text, bytes in another order.
    Foreign,
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

fn signed(bytes: usize) -> Element {
    number(bytes, [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64])
}

fn unsigned(bytes: usize) -> Element {
    number(bytes, [Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64])
}

fn number(bytes: usize, of: [Scalar; 4]) -> Element {
    of.into_iter().find(|scalar| scalar.bytes() == bytes).map_or(Element::Foreign, Element::Number)
}

impl Element {
    /// Of a format of the buffer protocol, as the module `struct` describes it.
    fn of_format(format: &[u8], bytes: usize) -> Element {
        let format = match format {
            [b'@' | b'=', rest @ ..] => rest,
            [b'<', rest @ ..] if cfg!(target_endian = "little") => rest,
            other => other,
        };
        match format {
            b"?" => Element::Number(Scalar::Bool),
            b"b" | b"h" | b"i" | b"l" | b"q" | b"n" => signed(bytes),
            b"B" | b"H" | b"I" | b"L" | b"Q" | b"N" => unsigned(bytes),
            b"e" => Element::Half,
            b"f" => Element::Number(Scalar::F32),
            b"d" => Element::Number(Scalar::F64),
            b"Zf" => Element::Complex(Scalar::F32),
            b"Zd" => Element::Complex(Scalar::F64),
            [b'T', ..] => Element::Structure(bytes),
            _ => Element::Foreign,
        }
    }

    /// Of a `numpy.dtype`.
    pub(crate) fn of_dtype(dtype: &Bound<'_, PyAny>) -> PyResult<Element> {
        let py = dtype.py();
        if !dtype.getattr(intern!(py, "isnative"))?.extract::<bool>()? || dtype.getattr(intern!(py, "hasobject"))?.extract::<bool>()? {
            return Ok(Element::Foreign);
        }
        let bytes: usize = dtype.getattr(intern!(py, "itemsize"))?.extract()?;
        let kind: String = dtype.getattr(intern!(py, "kind"))?.extract()?;
        Ok(match (kind.as_str(), bytes) {
            ("b", 1) => Element::Number(Scalar::Bool),
            ("i", _) => signed(bytes),
            ("u", _) => unsigned(bytes),
            ("f", 2) => Element::Half,
            ("f", 4) => Element::Number(Scalar::F32),
            ("f", 8) => Element::Number(Scalar::F64),
            ("c", 8) => Element::Complex(Scalar::F32),
            ("c", 16) => Element::Complex(Scalar::F64),
            ("V", 1..) => Element::Structure(bytes),
            _ => Element::Foreign,
        })
    }
}

/// Memory of an object, as long as this is there.
pub(crate) struct View {
    buffer: PyUntypedBuffer,
    is_scalar: bool,
    pub(crate) element: Element,
}

impl View {
    /// Of an array, a scalar of numpy, `bytes` or what else has the buffer protocol; `None` of anything else.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> Option<View> {
        let element = |buffer: &PyUntypedBuffer| Element::of_format(buffer.format().to_bytes(), buffer.item_size());
        if let Ok(buffer) = PyUntypedBuffer::get(object) {
            return Some(View { element: element(&buffer), buffer, is_scalar: false });
        }
        // What has no extents tells none: a scalar of numpy becomes an array, a structure of ctypes its bytes.
        if let Ok(array) = object.call_method1(intern!(object.py(), "reshape"), (1,)) {
            let buffer = PyUntypedBuffer::get(&array).ok()?;
            return Some(View { element: element(&buffer), buffer, is_scalar: true });
        }
        let bytes = PyMemoryView::from(object).and_then(|memory| memory.call_method1("cast", ("B",))).ok()?;
        let buffer = PyUntypedBuffer::get(&bytes).ok()?;
        Some(View { element: Element::Structure(buffer.len_bytes()), buffer, is_scalar: true })
    }

    /// 0 of a scalar.
    pub(crate) fn dimensions(&self) -> usize {
        self.shape().len()
    }

    pub(crate) fn shape(&self) -> &[usize] {
        if self.is_scalar { &[] } else { self.buffer.shape() }
    }

    pub(crate) fn strides(&self) -> &[isize] {
        self.buffer.strides()
    }

    /// All of its bytes.
    pub(crate) fn len(&self) -> usize {
        self.buffer.len_bytes()
    }

    /// Where it starts in the process: to find out which arrays are one.
    pub(crate) fn address(&self) -> usize {
        self.buffer.buf_ptr() as usize
    }

    pub(crate) fn is_readonly(&self) -> bool {
        self.buffer.readonly()
    }

    /// Whether its bytes follow each other, the last index running fastest.
    pub(crate) fn is_c_contiguous(&self) -> bool {
        self.len() == 0 || self.buffer.is_c_contiguous()
    }

    /// Its bytes; none unless they follow each other.
    pub(crate) fn bytes<'a>(&'a self, _py: Python<'a>) -> &'a [u8] {
        if self.len() == 0 || !self.buffer.is_c_contiguous() {
            return &[];
        }
        // SAFETY: the exporter keeps that many bytes at that address while the buffer is held, and they follow each other. Nobody else
        // runs Python code while `_py` lives, and what numpy does without the interpreter's lock to an array that somebody passes here
        // at the same time is the caller's race, of bytes that have no invariants.
        unsafe { std::slice::from_raw_parts(self.buffer.buf_ptr().cast(), self.len()) }
    }

    /// Its bytes, to be written; none if they must not be, or do not follow each other.
    pub(crate) fn bytes_mut<'a>(&'a mut self, _py: Python<'a>) -> &'a mut [u8] {
        if self.len() == 0 || self.is_readonly() || !self.buffer.is_c_contiguous() {
            return &mut [];
        }
        // SAFETY: as in `bytes`; the exporter says that they may be written, and `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.buffer.buf_ptr().cast(), self.len()) }
    }
}
