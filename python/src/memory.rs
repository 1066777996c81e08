//! Memory of Python's objects, by the buffer protocol. The only file with `unsafe`.
//!
//! Memory of Python is copied and never becomes the machine's: nothing here lives longer than the call that asked for it.

use pyo3::buffer::PyUntypedBuffer;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use crate::element::{Element, Foreign};

/// Memory of an object, as long as this is there.
pub(crate) struct View {
    buffer: PyUntypedBuffer,
    /// The extents, where the buffer has others: of a scalar, which has none, and of memory that is seen as bytes.
    extents: Option<Vec<usize>>,
    pub(crate) element: Element,
}

/// What `object`, an array, has for elements. Of a structure, what numpy says counts too.
fn element(object: &Bound<'_, PyAny>, buffer: &PyUntypedBuffer) -> Element {
    let element = Element::of_format(buffer.format().to_bytes(), buffer.item_size());
    match (element, object.getattr_opt(intern!(object.py(), "dtype"))) {
        (Element::Structure(_), Ok(Some(dtype))) => Element::of_dtype(&dtype).unwrap_or(Element::Foreign(Foreign::Other)),
        _ => element,
    }
}

impl View {
    /// Of an array, a scalar of numpy, `bytes` or what else has the buffer protocol; `None` of anything else.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> Option<View> {
        if let Ok(buffer) = PyUntypedBuffer::get(object) {
            return Some(View { element: element(object, &buffer), buffer, extents: None });
        }
        // What has no extents tells none: a scalar of numpy becomes an array.
        if let Ok(array) = object.call_method1(intern!(object.py(), "reshape"), (1,)) {
            let buffer = PyUntypedBuffer::get(&array).ok()?;
            return Some(View { element: element(&array, &buffer), buffer, extents: Some(Vec::new()) });
        }
        View::of_ctypes(object).ok()
    }

    /// Of an array or a structure of ctypes, which tells no strides: its bytes follow each other.
    fn of_ctypes(object: &Bound<'_, PyAny>) -> PyResult<View> {
        let memory = PyMemoryView::from(object)?;
        let py = object.py();
        let format: String = memory.getattr(intern!(py, "format"))?.extract()?;
        let size: usize = memory.getattr(intern!(py, "itemsize"))?.extract()?;
        let extents: Vec<usize> = memory.getattr(intern!(py, "shape"))?.extract()?;
        let buffer = PyUntypedBuffer::get(&memory.call_method1(intern!(py, "cast"), ("B",))?)?;
        let element = match Element::of_format(format.as_bytes(), size) {
            // Unions and packed structures do not say what they hold; by value they are bytes.
            Element::Foreign(Foreign::Other) if extents.is_empty() => Element::Structure(size),
            Element::Number(_) if extents.is_empty() => Element::Structure(size),
            element => element,
        };
        Ok(View { element, buffer, extents: Some(extents) })
    }

    /// 0 of a scalar.
    pub(crate) fn dimensions(&self) -> usize {
        self.shape().len()
    }

    pub(crate) fn shape(&self) -> &[usize] {
        self.extents.as_deref().unwrap_or_else(|| self.buffer.shape())
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
