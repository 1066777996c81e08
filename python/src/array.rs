//! [`Array`]: data that stays on a device between launches.

use kern::{Buffer, DeviceSlice};
use kern_embed::layout::{Numbers, Scalar};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::device::{self, Device};
use crate::element::{Element, Foreign, Sixteen, numpy_name};
use crate::errors;
use crate::memory::View;

/// Where the bytes of an array are.
enum Memory {
    /// Its own, freed with it.
    Own(Buffer<u8>),
    /// A variable's of a module.
    Variable(DeviceSlice<u8>),
}

/// An array in memory of a device.
#[pyclass(frozen, module = "kern")]
pub(crate) struct Array {
    memory: Memory,
    pub(crate) device: Py<Device>,
    pub(crate) element: Element,
    dtype: Py<PyAny>,
    shape: Vec<usize>,
}

/// A function of numpy.
pub(crate) fn numpy<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    MODULE.get_or_try_init(py, || py.import("numpy").map(Bound::unbind))?.bind(py).getattr(name)
}

/// The `numpy.dtype` of a name.
fn dtype_of<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    numpy(py, "dtype")?.call1((name,))
}

/// `float32 array of shape (3, 4)`.
fn described(dtype: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<String> {
    Ok(format!("{} array of shape {}", dtype.str()?, PyTuple::new(dtype.py(), shape)?.repr()?))
}

/// A value as an error names it.
pub(crate) fn named(object: &Bound<'_, PyAny>) -> String {
    let text = || -> PyResult<String> {
        let py = object.py();
        if let Ok(array) = object.cast::<Array>() {
            let array = array.get();
            return Ok(format!("kern.Array: {}", described(array.dtype.bind(py), &array.shape)?));
        }
        let class = object.get_type();
        if object.is_instance(&numpy(py, "ndarray")?)? {
            return described(&object.getattr(intern!(py, "dtype"))?, &object.getattr(intern!(py, "shape"))?.extract::<Vec<usize>>()?);
        }
        let name = class.fully_qualified_name()?.to_string();
        Ok(match name.as_str() {
            // Python writes out no more than some thousand digits.
            "int" if object.call_method0("bit_length")?.extract::<usize>()? > 256 => "an int of more than 256 bits".into(),
            "int" | "float" | "bool" => format!("{name} {}", object.repr()?),
            _ => name,
        })
    };
    text().unwrap_or_else(|_| "an object".into())
}

/// Bytes of an array of this shape.
fn bytes_of(dtype: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<usize> {
    let size: usize = dtype.getattr(intern!(dtype.py(), "itemsize"))?.extract()?;
    shape
        .iter()
        .try_fold(size, |all, &extent| all.checked_mul(extent))
        .filter(|&all| isize::try_from(all).is_ok())
        .ok_or_else(|| PyValueError::new_err(format!("an array of shape {shape:?} has more bytes than there are addresses")))
}

impl Array {
    /// The address in memory of the device.
    pub(crate) fn slice(&self) -> &DeviceSlice<u8> {
        match &self.memory {
            Memory::Own(buffer) => buffer,
            Memory::Variable(slice) => slice,
        }
    }

    /// A new one, all zero.
    fn zeros(py: Python<'_>, shape: Vec<usize>, dtype: &Bound<'_, PyAny>, device: Py<Device>) -> PyResult<Array> {
        let mut element = Element::of_dtype(dtype)?;
        // Numpy passes the memory of dates to nobody, also where they are part of a structure.
        if matches!(element, Element::Structure(_)) && View::of(&numpy(py, "empty")?.call1((0, dtype))?).is_none() {
            element = Element::Foreign(Foreign::Other);
        }
        if let Element::Foreign(foreign) = element {
            return Err(PyTypeError::new_err(format!("kernels have no elements of dtype {}: {}", dtype.repr()?, foreign.help())));
        }
        let bytes = bytes_of(dtype, &shape)?;
        let buffer = device.get().lend(py)?.alloc_bytes(bytes).map_err(|error| errors::of(py, &error, "allocated here"))?;
        Ok(Array { memory: Memory::Own(buffer), device, element, dtype: dtype.clone().unbind(), shape })
    }

    /// A variable of a module, of numbers or else of bytes.
    pub(crate) fn of_variable(py: Python<'_>, slice: DeviceSlice<u8>, type_name: &str, device: Py<Device>) -> PyResult<Array> {
        let (base, extents) = type_name.split_once('[').unwrap_or((type_name, ""));
        let mut shape: Vec<usize> = extents.split(['[', ']']).filter_map(|extent| extent.trim().parse().ok()).collect();
        let base = base.trim();
        let numbers = match Sixteen::of(base) {
            Some((_, count)) => Some(Numbers { scalar: Scalar::U16, count }),
            None => kern_embed::cxx::numbers(base),
        };
        let name = match numbers {
            Some(numbers) => {
                if numbers.count > 1 {
                    shape.push(numbers.count);
                }
                Sixteen::of(base).map_or(numpy_name(numbers.scalar), |(kind, _)| kind.numpy_name())
            }
            None => "uint8",
        };
        let dtype = dtype_of(py, name)?;
        let (dtype, shape) = match bytes_of(&dtype, &shape)? == slice.len() {
            true => (dtype, shape),
            false => (dtype_of(py, "uint8")?, vec![slice.len()]),
        };
        Ok(Array { element: Element::of_dtype(&dtype)?, memory: Memory::Variable(slice), device, dtype: dtype.unbind(), shape })
    }

    /// Copies `data` here, which must have the same type and shape.
    fn write(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let view = self.fitting(py, data, "set")?;
        let mut gpu = self.device.get().lend(py)?;
        gpu.write_bytes(self.slice(), view.bytes(py)).map_err(|error| errors::of(py, &error, "written here"))
    }

    /// The memory of an array of Python with the same type and shape.
    fn fitting(&self, py: Python<'_>, data: &Bound<'_, PyAny>, verb: &str) -> PyResult<View> {
        let own = described(self.dtype.bind(py), &self.shape)?;
        let Some(view) = View::of(data) else {
            return Err(PyTypeError::new_err(format!("{verb}: expected a {own}, found {}", named(data))));
        };
        let is_same = view.element == self.element && self.has_fields_of(data)?;
        if !is_same || view.shape() != self.shape {
            let message = format!("{verb}: expected a {own}, found {}", named(data));
            return Err(if is_same { PyValueError::new_err(message) } else { PyTypeError::new_err(message) });
        }
        if !view.is_c_contiguous() {
            return Err(PyValueError::new_err(format!(
                "{verb}: expected an array in C order, found strides {:?} for shape {:?}: use numpy.ascontiguousarray",
                view.strides(),
                view.shape()
            )));
        }
        Ok(view)
    }
}

impl Array {
    /// Whether `data`, whose elements have as many bytes, has the same fields. Who has no dtype has none that could be others.
    fn has_fields_of(&self, data: &Bound<'_, PyAny>) -> PyResult<bool> {
        match data.getattr_opt(intern!(data.py(), "dtype"))? {
            Some(dtype) if matches!(self.element, Element::Structure(_)) => dtype.eq(&self.dtype),
            _ => Ok(true),
        }
    }
}

/// An array on a device, with a copy of `data`.
#[pyfunction]
#[pyo3(signature = (data, dtype=None, *, device=None))]
pub(crate) fn asarray(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
    device: Option<&Bound<'_, PyAny>>,
) -> PyResult<Array> {
    let keywords = PyDict::new(py);
    keywords.set_item("dtype", dtype)?;
    keywords.set_item("order", "C")?;
    // No copy of what is an array in this order already.
    let data = numpy(py, "asarray")?.call((data,), Some(&keywords))?;
    let shape = data.getattr(intern!(py, "shape"))?.extract()?;
    let array = Array::zeros(py, shape, &data.getattr(intern!(py, "dtype"))?, device::given(py, device)?)?;
    array.write(py, &data)?;
    Ok(array)
}

/// An array of zeros on a device.
#[pyfunction]
#[pyo3(signature = (shape, dtype=None, *, device=None))]
pub(crate) fn zeros(
    py: Python<'_>,
    shape: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
    device: Option<&Bound<'_, PyAny>>,
) -> PyResult<Array> {
    let dtype = match dtype {
        Some(dtype) => numpy(py, "dtype")?.call1((dtype,))?,
        None => dtype_of(py, numpy_name(Scalar::F32))?,
    };
    let shape = match shape.extract::<usize>() {
        Ok(size) => vec![size],
        Err(_) => shape.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "shape: expected an int or a tuple of ints that are not negative, found {}",
                shape.repr().map_or_else(|_| named(shape), |text| text.to_string())
            ))
        })?,
    };
    // Elements that are arrays are more extents, as numpy has them.
    let (dtype, shape) = match dtype.getattr(intern!(py, "subdtype"))?.extract::<Option<(Bound<'_, PyAny>, Vec<usize>)>>()? {
        Some((base, more)) => (base, [shape, more].concat()),
        None => (dtype, shape),
    };
    Array::zeros(py, shape, &dtype, device::given(py, device)?)
}

#[pymethods]
impl Array {
    /// A copy as an array of numpy; into `out`, if there is one.
    #[pyo3(signature = (out=None))]
    fn get<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let data = match out {
            Some(out) => out.clone(),
            None => numpy(py, "empty")?.call1((PyTuple::new(py, &self.shape)?, &self.dtype))?,
        };
        let mut view = self.fitting(py, &data, "get")?;
        if view.is_readonly() && view.len() > 0 {
            return Err(PyValueError::new_err("get: expected an array that can be written, found a read-only one"));
        }
        let gpu = self.device.get().lend(py)?;
        gpu.read_bytes(self.slice(), view.bytes_mut(py)).map_err(|error| errors::of(py, &error, "read here"))?;
        Ok(data)
    }

    /// Replaces what it holds by a copy of `data`, an array of the same type and shape.
    fn set(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        // Numbers and lists, as numpy assigns them.
        if View::of(data).is_none_or(|view| view.dimensions() == 0) {
            let keywords = PyDict::new(py);
            let kind = |of: &Bound<'_, PyAny>| -> PyResult<String> { of.getattr(intern!(py, "kind"))?.extract() };
            let given = numpy(py, "asarray")?.call1((data,))?.getattr(intern!(py, "dtype"))?;
            // Kinds of numbers, each of which has those before it.
            let rank = |kind: &str| "biufc".find(kind);
            if let Some(own) = rank(&kind(self.dtype.bind(py))?) {
                let has = rank(&kind(&given)?).map(|rank| if rank <= 2 { 2 } else { rank });
                if has.is_none_or(|has| has > own.max(2)) {
                    let own = described(self.dtype.bind(py), &self.shape)?;
                    let found = if has.is_none() { named(data) } else { format!("values of {given}") };
                    return Err(PyTypeError::new_err(format!("set: expected a {own}, found {found}")));
                }
            }
            keywords.set_item("dtype", &self.dtype)?;
            let data = numpy(py, "asarray")?.call((data,), Some(&keywords))?;
            return self.write(py, &data);
        }
        self.write(py, data)
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(&self, py: Python<'py>, dtype: Option<&Bound<'py, PyAny>>, copy: Option<bool>) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("memory of a device is only reached by a copy"));
        }
        let data = self.get(py, None)?;
        match dtype.filter(|dtype| !dtype.is_none()) {
            Some(dtype) => data.call_method1("astype", (dtype,)),
            None => Ok(data),
        }
    }

    /// Extents.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape)
    }

    /// The type of its elements.
    #[getter]
    fn dtype(&self, py: Python<'_>) -> Py<PyAny> {
        self.dtype.clone_ref(py)
    }

    /// How many extents it has.
    #[getter]
    fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// Elements.
    #[getter]
    fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// Bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.slice().len()
    }

    /// Where it is.
    #[getter]
    fn device(&self, py: Python<'_>) -> Py<Device> {
        self.device.clone_ref(py)
    }

    /// The address that kernels see: for pointers inside of data.
    #[getter]
    fn address(&self) -> u64 {
        self.slice().address()
    }

    fn __len__(&self) -> PyResult<usize> {
        self.shape.first().copied().ok_or_else(|| PyTypeError::new_err("an array without extents has no length"))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<kern.Array: {} on {}>", described(self.dtype.bind(py), &self.shape)?, self.device.get().short()))
    }
}
