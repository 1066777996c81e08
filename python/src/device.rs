//! [`Device`]: a GPU with memory, as Python sees it.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use kern::{Counting, EngineKind};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::{MutexExt, PyOnceLock};
use pyo3::types::PyInt;

use crate::array::named;
use crate::errors;

/// What a signal handler raised while a launch was going on.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// How many forks lie between this process and the one that first loaded kern.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// What a process calls that was forked off: it has a copy of all memory, and one thread.
#[pyfunction]
pub(crate) fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
}

/// A GPU with memory. Two threads that use one take turns.
#[pyclass(frozen, module = "kern")]
pub(crate) struct Device {
    /// There until it is dropped.
    gpu: Mutex<Option<kern::Device>>,
    /// Who has it now, and in which process: a signal handler may run in a thread that has.
    user: Mutex<Option<(ThreadId, u32)>>,
    /// [`forks`] where it was made.
    made: u32,
    /// As it was asked for.
    model: String,
    name: String,
    memory: u64,
    pub(crate) cuda_arch: u32,
    pub(crate) raised: Raised,
}

/// A device that nobody else uses.
pub(crate) struct Lent<'a> {
    gpu: MutexGuard<'a, Option<kern::Device>>,
    user: &'a Mutex<Option<(ThreadId, u32)>>,
}

impl std::ops::Deref for Lent<'_> {
    type Target = kern::Device;

    fn deref(&self) -> &kern::Device {
        self.gpu.as_ref().expect("a device that is lent is there")
    }
}

impl std::ops::DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut kern::Device {
        self.gpu.as_mut().expect("a device that is lent is there")
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        *self.user.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // To end a device is to wait for its threads, which the process that was forked off has not.
        if self.made != forks() {
            std::mem::forget(self.gpu.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
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
            if told.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                return false;
            }
            Python::attach(|py| match py.check_signals() {
                Ok(()) => true,
                Err(error) => {
                    *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    false
                }
            })
        });
        let gpu = Mutex::new(Some(gpu));
        Ok(Device { gpu, user: Mutex::default(), made: forks(), model: asked.to_lowercase(), name, memory, cuda_arch, raised })
    }

    /// As `--device` takes it.
    pub(crate) fn short(&self) -> &str {
        &self.model
    }

    /// The device, as soon as no other thread uses it.
    pub(crate) fn lend(&self, py: Python<'_>) -> PyResult<Lent<'_>> {
        let own = (std::thread::current().id(), forks());
        match *self.user.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(user) if user == own => {
                return Err(PyRuntimeError::new_err("a signal handler uses the device whose launch it interrupts"));
            }
            Some((_, forks)) if forks != own.1 => {
                return Err(PyRuntimeError::new_err(
                    "this process was forked off while a thread used the device: use another, or start processes with the method \"spawn\"",
                ));
            }
            _ => {}
        }
        let gpu = self.gpu.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        *self.user.lock().unwrap_or_else(PoisonError::into_inner) = Some(own);
        let mut lent = Lent { gpu, user: &self.user };
        if self.made != own.1 {
            // The threads that would help are those of another process.
            lent.threads(1);
        }
        Ok(lent)
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

/// An int of a range.
pub(crate) fn whole(what: &str, object: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    if let Ok(value) = object.extract::<u64>()
        && range.contains(&value)
    {
        return Ok(value);
    }
    let last = if *range.end() == u64::MAX { "2**64 - 1".to_string() } else { range.end().to_string() };
    let message = format!("{what}: expected an int from {} to {last}, found {}", range.start(), named(object));
    Err(if object.is_instance_of::<PyInt>() { PyValueError::new_err(message) } else { PyTypeError::new_err(message) })
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
        fuel: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
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
            gpu.fuel(whole("fuel", fuel, 0..=u64::MAX)?);
        }
        if let Some(threads) = threads {
            gpu.threads(whole("threads", threads, 1..=64)? as u32);
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
