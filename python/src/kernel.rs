//! [`RawKernel`]: a kernel that is called as CuPy's are, `kernel(grid, block, args)`.

use std::sync::PoisonError;

use kern::{Buffer, Code, Diagnostic, LaunchDims, SourceMap, grid};
use kern_embed::cxx::parameter;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::array::named;
use crate::device::{Device, Lent, whole};
use crate::errors;
use crate::module::{self, RawModule};
use crate::parameters::{Given, Misfit, Parameter};
use crate::report::Report;
use crate::stack;

/// A kernel on a device.
#[pyclass(frozen, module = "kern")]
pub(crate) struct RawKernel {
    kernel: kern::Kernel,
    params: Vec<Parameter>,
    /// Bytes of the parameter buffer.
    size: usize,
    device: Py<Device>,
}

/// A copy of Python's memory on the device.
struct Copy {
    /// Whose memory it is: arguments with this number in the list.
    index: usize,
    start: usize,
    len: usize,
    is_written: bool,
    buffer: Buffer<u8>,
}

/// One to three sizes: an int, a tuple or a list of ints.
fn sizes(what: &str, object: &Bound<'_, PyAny>) -> PyResult<[i64; 3]> {
    let wrong = || {
        PyTypeError::new_err(format!(
            "{what}: expected a tuple of one to three ints, found {}",
            object.repr().map_or_else(|_| named(object), |text| text.to_string())
        ))
    };
    let mut sizes = [1; 3];
    if let Ok(size) = object.extract::<i64>() {
        sizes[0] = size;
        return Ok(sizes);
    }
    if let Ok(tuple) = object.cast::<PyTuple>()
        && (1..=3).contains(&tuple.len())
    {
        for (size, extent) in sizes.iter_mut().zip(tuple.iter()) {
            *size = extent.extract().map_err(|_| wrong())?;
        }
        return Ok(sizes);
    }
    let extents: Vec<i64> = object.extract().map_err(|_| wrong())?;
    if !(1..=3).contains(&extents.len()) {
        return Err(wrong());
    }
    sizes[..extents.len()].copy_from_slice(&extents);
    Ok(sizes)
}

impl RawKernel {
    pub(crate) fn of(kernel: kern::Kernel, device: Py<Device>) -> RawKernel {
        let params: Vec<Parameter> = kernel.parameters().iter().map(|param| Parameter::new(param, kernel.program().ir())).collect();
        let size = params.iter().map(|p| p.offset + p.size).max().unwrap_or(0);
        RawKernel { kernel, params, size, device }
    }

    /// The arguments as they are passed.
    fn given(&self, py: Python<'_>, args: &Bound<'_, PyAny>) -> PyResult<Vec<Given>> {
        let list: Vec<Bound<'_, PyAny>> = match (args.cast::<PyTuple>(), args.cast::<PyList>()) {
            (Ok(tuple), _) => tuple.iter().collect(),
            (_, Ok(list)) => list.iter().collect(),
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "args: expected a tuple with one argument for each parameter, found {}",
                    named(args)
                )));
            }
        };
        if list.len() != self.params.len() {
            return Err(self.wrong_count(py, &list));
        }
        let mut given = Vec::with_capacity(list.len());
        let mut problems = Vec::new();
        for (index, (param, object)) in self.params.iter().zip(&list).enumerate() {
            match param.given(object) {
                Ok(Given::Array(array)) if !array.get().device.is(&self.device) => {
                    problems.push((index, Code::FOREIGN_BUFFER, self.foreign(&array)))
                }
                Ok(fits) => given.push(fits),
                Err(misfit) => problems.push((index, Code::ARGUMENT_TYPE, misfit)),
            }
        }
        if problems.is_empty() {
            return Ok(given);
        }
        let mut sources = self.kernel.program().sources().clone();
        let diagnostics = problems.into_iter().map(|(index, code, misfit)| self.diagnostic(index, code, misfit, &mut sources)).collect();
        Err(errors::of_diagnostics(py, diagnostics, sources, "launched here"))
    }

    fn foreign(&self, array: &Py<crate::array::Array>) -> Misfit {
        let (there, here) = (array.get().device.get().short(), self.device.get().short());
        let message = format!("expected an array on the kernel's device ({here}), found one on another ({there})");
        Misfit { message, help: Some("make it with `device=` of the kernel".into()) }
    }

    fn diagnostic(&self, index: usize, code: Code, misfit: Misfit, sources: &mut SourceMap) -> Diagnostic {
        let message = format!("argument {} of `{}`: {}", index + 1, self.kernel.name(), misfit.message);
        let mut diagnostic = Diagnostic::without_place(code, message);
        diagnostic.help = misfit.help;
        let shown = parameter(&self.kernel.parameters()[index]);
        let label = if shown.is_empty() { "the parameter".to_string() } else { format!("the parameter is `{shown}`") };
        match errors::parameter_span(&self.kernel, self.kernel.program().ir(), index, sources) {
            Some(span) => diagnostic.also(span, label),
            None => diagnostic.note(label),
        }
    }

    fn wrong_count(&self, py: Python<'_>, list: &[Bound<'_, PyAny>]) -> PyErr {
        let plural = |n: usize, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
        let (has, gets) = (plural(self.params.len(), "parameter"), plural(list.len(), "argument"));
        let message = format!("`{}` has {has}, the launch gives {gets}", self.kernel.name());
        let mut diagnostic = Diagnostic::without_place(Code::ARGUMENT_COUNT, message).note(format!("`{}`", self.kernel.declaration()));
        if !list.is_empty() {
            diagnostic = diagnostic.note(format!("given: {}", list.iter().map(named).collect::<Vec<_>>().join(", ")));
        }
        errors::of_diagnostics(py, vec![diagnostic], self.kernel.program().sources().clone(), "launched here")
    }

    /// The parameter buffer; memory of Python is copied to the device.
    fn parameters(&self, py: Python<'_>, given: &[Given], gpu: &mut Lent<'_>) -> PyResult<(Vec<u8>, Vec<Copy>)> {
        let mut bytes = vec![0; self.size];
        let mut copies: Vec<Copy> = Vec::new();
        for (index, (param, argument)) in self.params.iter().zip(given).enumerate() {
            let place = &mut bytes[param.offset..][..param.size];
            match argument {
                Given::Value(value) => place.copy_from_slice(value),
                Given::Null => {}
                Given::Array(array) => place.copy_from_slice(&array.get().slice().address().to_le_bytes()),
                Given::Memory { view, is_written } => {
                    let (start, len) = (view.address(), view.len());
                    let other = copies.iter_mut().find(|c| len > 0 && c.start < start + len && start < c.start + c.len);
                    let address = match other {
                        // The same array twice is one on the device too.
                        Some(same) if same.start == start && same.len == len => {
                            if *is_written && !same.is_written {
                                (same.is_written, same.index) = (true, index);
                            }
                            same.buffer.address()
                        }
                        Some(other) if *is_written || other.is_written => return Err(self.overlap(py, other.index, index)),
                        _ => {
                            let problem = |error: kern::Error| errors::of(py, &error, "copied to the device here");
                            let buffer = gpu.alloc_bytes(len).map_err(problem)?;
                            gpu.write_bytes(&buffer, view.bytes(py)).map_err(problem)?;
                            let address = buffer.address();
                            copies.push(Copy { index, start, len, is_written: *is_written, buffer });
                            address
                        }
                    };
                    place.copy_from_slice(&address.to_le_bytes());
                }
            }
        }
        Ok((bytes, copies))
    }

    fn overlap(&self, py: Python<'_>, first: usize, second: usize) -> PyErr {
        let message = format!(
            "arguments {} and {} of `{}` share a part of their memory, and the kernel may write it",
            first + 1,
            second + 1,
            self.kernel.name()
        );
        let diagnostic = Diagnostic::without_place(Code::ARGUMENT_TYPE, message).help("put the data on the device once: kern.asarray(x)");
        errors::of_diagnostics(py, vec![diagnostic], self.kernel.program().sources().clone(), "launched here")
    }
}

#[pymethods]
impl RawKernel {
    #[new]
    #[pyo3(signature = (code, name, options=None, *, device=None))]
    fn new(
        py: Python<'_>,
        code: &Bound<'_, PyAny>,
        name: &str,
        options: Option<&Bound<'_, PyAny>>,
        device: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<RawKernel> {
        let module = RawModule::of_code(py, code, &format!("<{name}>"), options, device)?;
        module.function(py, name)
    }

    /// Launches it and waits for its end. Arrays of numpy are copied to the device, and back where the kernel may have written them.
    #[pyo3(signature = (grid, block, args=None, *, shared_mem=None))]
    fn __call__(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        block: &Bound<'_, PyAny>,
        args: Option<&Bound<'_, PyAny>>,
        shared_mem: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let dims: LaunchDims = self::grid(sizes("grid", grid)?).block(sizes("block", block)?);
        let shared = shared_mem.map_or(Ok(0), |bytes| whole("shared_mem", bytes, 0..=u64::MAX))?;
        let mut given = match args {
            Some(args) => self.given(py, args)?,
            None => self.given(py, &PyTuple::empty(py))?,
        };
        let device = self.device.get();
        let mut gpu = device.lend(py)?;
        let (parameters, copies) = self.parameters(py, &given, &mut gpu)?;
        let gpu_ref: &mut kern::Device = &mut gpu;
        let on_signal = |error| _ = device.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        let launched = stack::with_room(py, on_signal, || self.kernel.launch_untyped(gpu_ref, dims.shared(shared), &parameters))?;
        for copy in copies.iter().filter(|copy| copy.is_written) {
            if let Given::Memory { view, .. } = &mut given[copy.index] {
                gpu.read_bytes(&copy.buffer, view.bytes_mut(py)).map_err(|error| errors::of(py, &error, "copied back here"))?;
            }
        }
        drop(gpu);
        if let Some(raised) = device.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(raised);
        }
        match launched {
            Ok(launch) => Ok(Report { launch: Box::new(launch), kernel: self.kernel.clone() }),
            Err(error) => Err(match error.report() {
                Some(launch) => errors::of_launch(py, &error, Report { launch: Box::new(launch.clone()), kernel: self.kernel.clone() }),
                None => errors::of(py, &error, "launched here"),
            }),
        }
    }

    /// The name in the source.
    #[getter]
    fn name(&self) -> &str {
        self.kernel.name()
    }

    /// As C++ declares it.
    #[getter]
    fn declaration(&self) -> String {
        self.kernel.declaration()
    }

    /// Where it is launched.
    #[getter]
    fn device(&self, py: Python<'_>) -> Py<Device> {
        self.device.clone_ref(py)
    }

    /// The program that it is of.
    #[getter]
    fn module(&self, py: Python<'_>) -> RawModule {
        module::of_program(self.kernel.program().clone(), self.device.clone_ref(py))
    }

    fn __repr__(&self) -> String {
        format!("<kern.RawKernel {}>", self.kernel.declaration())
    }
}
