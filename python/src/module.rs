//! [`RawModule`]: a compiled program, with its kernels and variables.

use std::path::PathBuf;

use kern::{Options, Program};
use kern_core::pass::PassOptions;
use kern_diag::render::{TextStyle, text};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::array::{Array, named};
use crate::device::{self, Device};
use crate::errors;
use crate::kernel::RawKernel;
use crate::stack;

/// A compiled program on a device.
#[pyclass(frozen, module = "kern")]
pub(crate) struct RawModule {
    program: Program,
    device: Py<Device>,
}

/// A program that is compiled already.
pub(crate) fn of_program(program: Program, device: Py<Device>) -> RawModule {
    RawModule { program, device }
}

/// Options as nvcc takes them, and folders for included files.
fn options_of(options: Option<&Bound<'_, PyAny>>, cuda_arch: u32) -> PyResult<(Options, Vec<PathBuf>)> {
    let mut all = Options { cuda_arch, ..Options::default() };
    let mut folders = Vec::new();
    let Some(given) = options.filter(|options| !options.is_none()) else { return Ok((all, folders)) };
    let list: Vec<String> = match given.is_instance_of::<PyString>() {
        true => return Err(PyTypeError::new_err("options: expected a tuple of strings, found a string")),
        false => {
            given.extract().map_err(|_| {
                // Of a sequence, the element that is none.
                let wrong =
                    given.try_iter().ok().and_then(|mut all| all.find_map(|one| one.ok().filter(|one| !one.is_instance_of::<PyString>())));
                let found = wrong.map_or_else(|| named(given), |one| format!("{} with {}", named(given), named(&one)));
                PyTypeError::new_err(format!("options: expected a tuple of strings, found {found}"))
            })?
        }
    };
    let mut passes = PassOptions::default();
    let mut rest = list.iter().map(String::as_str);
    while let Some(option) = rest.next() {
        let mut value_of = |short: &str| -> PyResult<String> {
            match &option[short.len()..] {
                "" => rest.next().map(String::from).ok_or_else(|| PyValueError::new_err(format!("options: {short} wants a value"))),
                value => Ok(value.to_string()),
            }
        };
        if option.starts_with("-D") {
            let define = value_of("-D")?;
            let (name, body) = define.split_once('=').unwrap_or((&define, "1"));
            all.defines.push((name.to_string(), body.to_string()));
        } else if option.starts_with("-I") {
            folders.push(PathBuf::from(value_of("-I")?));
        } else if let Some(level) = option.strip_prefix("-O") {
            let level = level.parse().ok().filter(|level| *level <= 3);
            passes.opt_level = level.ok_or_else(|| PyValueError::new_err(format!("options: expected -O0 to -O3, found {option}")))?;
        } else {
            match option.trim_start_matches('-') {
                "fmad=true" => passes.fmad = true,
                "fmad=false" => passes.fmad = false,
                "w" => all.no_warnings = true,
                // What is there anyway.
                "std=c++11" | "std=c++14" | "std=c++17" | "lineinfo" => {}
                _ => {
                    let known = "-DNAME=VALUE, -IDIR, -O0 to -O3, --fmad=false, -w, -std=c++17";
                    return Err(PyValueError::new_err(format!("options: {option:?} is not supported; there are {known}")));
                }
            }
        }
    }
    all.passes = passes;
    Ok((all, folders))
}

/// Compiles, with room on the stack. The handler of a signal that comes meanwhile runs afterwards.
fn compile<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let mut raised = None;
    let done = stack::with_room(py, |error| _ = raised.get_or_insert(error), work)?;
    raised.map_or(Ok(done), Err)
}

impl RawModule {
    /// Of source text, or of bytecode.
    pub(crate) fn of_code(
        py: Python<'_>,
        code: &Bound<'_, PyAny>,
        name: &str,
        options: Option<&Bound<'_, PyAny>>,
        device: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<RawModule> {
        let device = device::given(py, device)?;
        let (options, folders) = options_of(options, device.get().cuda_arch)?;
        let program = if let Ok(bytes) = code.cast::<PyBytes>() {
            let bytes = bytes.as_bytes().to_vec();
            compile(py, || Program::from_bytes(name, bytes))?
        } else if let Ok(text) = code.cast::<PyString>() {
            // Where it has no UTF-8, for half of a surrogate pair, that is what Python says.
            let text = text.to_str()?.to_string();
            compile(py, || Program::compile_with(name, &text, &options, &folders))?
        } else {
            return Err(PyTypeError::new_err(format!("code: expected a string of source text, or bytes, found {}", named(code))));
        };
        let program = program.map_err(|error| errors::of_compilation(py, &error))?;
        Ok(RawModule { program, device })
    }

    fn of_file(
        py: Python<'_>,
        path: PathBuf,
        options: Option<&Bound<'_, PyAny>>,
        device: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<RawModule> {
        let device = device::given(py, device)?;
        let (options, folders) = options_of(options, device.get().cuda_arch)?;
        let is_compiled = path.extension().is_some_and(|ending| ending == "kbc" || ending == "ptx");
        let name = path.display().to_string();
        let program = compile(py, || match kern::files::read_bytes(&path) {
            Ok(bytes) if !is_compiled => match kern::files::source_text(&name, bytes) {
                Ok(text) => Program::compile_with(&name, &text, &options, &folders),
                // Says the same.
                Err(_) => Program::load(&path),
            },
            _ => Program::load(&path),
        })?;
        let program = program.map_err(|error| errors::of_compilation(py, &error))?;
        Ok(RawModule { program, device })
    }

    pub(crate) fn function(&self, py: Python<'_>, name: &str) -> PyResult<RawKernel> {
        let kernel = self.program.find_kernel(name).map_err(|error| errors::of(py, &error, "asked for here"))?;
        Ok(RawKernel::of(kernel, self.device.clone_ref(py)))
    }
}

#[pymethods]
impl RawModule {
    #[new]
    #[pyo3(signature = (*, code=None, path=None, options=None, device=None))]
    fn new(
        py: Python<'_>,
        code: Option<&Bound<'_, PyAny>>,
        path: Option<PathBuf>,
        options: Option<&Bound<'_, PyAny>>,
        device: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<RawModule> {
        match (code, path) {
            (Some(code), None) => RawModule::of_code(py, code, "<module>", options, device),
            (None, Some(path)) => RawModule::of_file(py, path, options, device),
            _ => Err(PyTypeError::new_err("expected one of code= and path=")),
        }
    }

    /// The kernel that the source calls `name`: `saxpy`, `filters::blur`, `scale<float>`.
    fn get_function(&self, py: Python<'_>, name: &str) -> PyResult<RawKernel> {
        self.function(py, name)
    }

    /// The `__device__` or `__constant__` variable of this name: its memory, where kernels see it.
    fn get_global(&self, py: Python<'_>, name: &str) -> PyResult<Array> {
        let slice = self.device.get().lend(py)?.symbol_bytes(&self.program, name);
        let slice = slice.map_err(|error| errors::of(py, &error, "asked for here"))?;
        let globals = &self.program.ir().device.globals;
        let type_name = globals.iter().find(|g| g.info.name == name || g.name == name).map_or("", |g| g.info.type_name.as_str());
        Array::of_variable(py, slice, type_name, self.device.clone_ref(py))
    }

    /// The names of all kernels, in the order of the source.
    #[getter]
    fn kernels(&self) -> Vec<String> {
        self.program.kernels().map(|kernel| kernel.name().to_string()).collect()
    }

    /// Whether the program has a `main` that `kern.run` runs.
    #[getter]
    fn has_main(&self) -> bool {
        self.program.ir().host.functions.iter().any(|f| f.name == "main")
    }

    /// What the compiler warned of, as text with the lines it is about.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.program.warnings().iter().map(|warning| text(warning, self.program.sources(), TextStyle::default())).collect()
    }

    /// Where its kernels are launched.
    #[getter]
    fn device(&self, py: Python<'_>) -> Py<Device> {
        self.device.clone_ref(py)
    }

    /// The device code as PTX text.
    fn to_ptx(&self) -> String {
        self.program.to_ptx()
    }

    /// The program as bytecode, which `RawModule(code=…)` of the same version of kern takes.
    fn to_bytecode<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.program.to_bytecode())
    }

    fn __repr__(&self) -> String {
        format!("<kern.RawModule with {}>", self.kernels().join(", "))
    }
}
