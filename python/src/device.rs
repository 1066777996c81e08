//! [`Device`]: a GPU with memory, as Python sees it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use kern::{Counting, EngineKind};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::{MutexExt, PyOnceLock};

use crate::errors;

/// What a signal handler raised while a launch was going on.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// A GPU with memory. Two threads that use one take turns.
#[pyclass(frozen, module = "kern")]
pub(crate) struct Device {
    gpu: Mutex<kern::Device>,
    /// Who has it now: a signal handler may run in a thread that has.
    user: Mutex<Option<ThreadId>>,
    /// As it was asked for.
    model: String,
    name: String,
    memory: u64,
    pub(crate) cuda_arch: u32,
    pub(crate) raised: Raised,
}

/// A device that nobody else uses.
pub(crate) struct Lent<'a> {
    gpu: MutexGuard<'a, kern::Device>,
    user: &'a Mutex<Option<ThreadId>>,
}

impl std::ops::Deref for Lent<'_> {
    type Target = kern::Device;

    fn deref(&self) -> &kern::Device {
        &self.gpu
    }
}

impl std::ops::DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut kern::Device {
        &mut self.gpu
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        *self.user.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Device {
    fn named(py: Python<'_>, name: &str) -> PyResult<Device> {
        let model = kern::device(name).map_err(|error| errors::of(py, &error, "no device has this name"))?;
        let (asked, name) = (name, model.name.to_string());
        let (memory, cuda_arch) = (model.memory_bytes, model.major * 100 + model.minor * 10);
        let mut gpu = kern::Device::new(model);
        let raised = Raised::default();
        let told = raised.clone();
        gpu.watch(move || {
            Python::attach(|py| match py.check_signals() {
                Ok(()) => true,
                Err(error) => {
                    *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    false
                }
            })
        });
        Ok(Device { gpu: Mutex::new(gpu), user: Mutex::default(), model: asked.to_lowercase(), name, memory, cuda_arch, raised })
    }

    /// As `--device` takes it.
    pub(crate) fn short(&self) -> &str {
        &self.model
    }

    /// The device, as soon as no other thread uses it.
    pub(crate) fn lend(&self, py: Python<'_>) -> PyResult<Lent<'_>> {
        let own = std::thread::current().id();
        if *self.user.lock().unwrap_or_else(PoisonError::into_inner) == Some(own) {
            return Err(PyRuntimeError::new_err("a signal handler uses the device whose launch it interrupts"));
        }
        let gpu = self.gpu.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        *self.user.lock().unwrap_or_else(PoisonError::into_inner) = Some(own);
        Ok(Lent { gpu, user: &self.user })
    }
}

/// The devices that are asked for by name: one each.
static SHARED: PyOnceLock<Mutex<HashMap<String, Py<Device>>>> = PyOnceLock::new();

/// The process's device of a product.
#[pyfunction]
#[pyo3(signature = (model="h200"))]
pub(crate) fn device(py: Python<'_>, model: &str) -> PyResult<Py<Device>> {
    let shared = SHARED.get_or_init(py, Mutex::default);
    let name = model.to_lowercase();
    if let Some(known) = shared.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).get(&name) {
        return Ok(known.clone_ref(py));
    }
    let made = Py::new(py, Device::named(py, model)?)?;
    let mut shared = shared.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
    Ok(shared.entry(name).or_insert(made).clone_ref(py))
}

/// What an argument `device` means: a device, the name of one, or the default.
pub(crate) fn given(py: Python<'_>, device: Option<&Bound<'_, PyAny>>) -> PyResult<Py<Device>> {
    let Some(object) = device.filter(|object| !object.is_none()) else { return self::device(py, "h200") };
    if let Ok(known) = object.cast::<Device>() {
        return Ok(known.clone().unbind());
    }
    match object.extract::<&str>() {
        Ok(name) => self::device(py, name),
        Err(_) => Err(PyTypeError::new_err(format!(
            "device: expected a kern.Device or a name such as \"h200\", found {}",
            object.get_type().name()?
        ))),
    }
}

#[pymethods]
impl Device {
    #[new]
    #[pyo3(signature = (model="h200", *, count=true, caches=false, sanitize=false, engine=None, fuel=None, threads=None))]
    fn new(
        py: Python<'_>,
        model: &str,
        count: bool,
        caches: bool,
        sanitize: bool,
        engine: Option<&str>,
        fuel: Option<u64>,
        threads: Option<u32>,
    ) -> PyResult<Device> {
        let device = Device::named(py, model)?;
        let mut gpu = device.lend(py)?;
        gpu.count(match (count, caches) {
            (false, false) => Counting::Off,
            (true, false) => Counting::On,
            (_, true) => Counting::WithCaches,
        });
        gpu.sanitize(sanitize);
        match engine {
            None => {}
            Some("jit") => _ = gpu.engine(EngineKind::Jit),
            Some("interp") => _ = gpu.engine(EngineKind::Interp),
            Some(other) => return Err(PyValueError::new_err(format!("engine: expected \"jit\" or \"interp\", found {other:?}"))),
        }
        if let Some(fuel) = fuel {
            gpu.fuel(fuel);
        }
        if let Some(threads) = threads {
            gpu.threads(threads);
        }
        drop(gpu);
        Ok(device)
    }

    /// The name by which `--device` takes it: `h200`.
    #[getter]
    fn model(&self) -> &str {
        &self.model
    }

    /// The product.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Bytes of its memory.
    #[getter]
    fn memory(&self) -> u64 {
        self.memory
    }

    fn __repr__(&self) -> String {
        format!("<kern.Device {}>", self.model)
    }
}
