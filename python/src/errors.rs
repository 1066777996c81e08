//! Errors of kern as exceptions of `kern._errors`, with the place in the Python program that they came from.

use kern::places::file_of;
use kern::{Code, Diagnostic, Error, Kernel, Place, SourceMap};
use kern_cli::diagnostic_object;
use kern_diag::render::{TextStyle, text};
use kern_diag::{Label, Span};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use crate::report::{Report, from_json};

/// An exception of `kern._errors`.
fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("kern._errors").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}

/// Which exception a mistake with this code is, where no kernel ran.
fn class_of(code: Option<Code>) -> &'static str {
    match code {
        Some(Code::ARGUMENT_COUNT | Code::ARGUMENT_TYPE) => "ArgumentError",
        Some(Code::FOREIGN_BUFFER | Code::LAUNCH_SHAPE | Code::BUFFER_LENGTH) => "LaunchError",
        Some(Code::UNKNOWN_KERNEL | Code::AMBIGUOUS_KERNEL | Code::UNKNOWN_SYMBOL | Code::UNKNOWN_DEVICE) => "NotFoundError",
        Some(Code::DEVICE_MEMORY | Code::NO_ROOM) => "DeviceMemoryError",
        Some(Code::KERNEL_FAILED) => "KernelError",
        _ => "KernError",
    }
}

/// The exception of a program that does not compile.
pub(crate) fn of_compilation(py: Python<'_>, error: &Error) -> PyErr {
    exception(py, "CompileError", error.diagnostics().to_vec(), error.sources().clone(), None)
}

/// The exception of anything else but a launch that failed.
pub(crate) fn of(py: Python<'_>, error: &Error, label: &str) -> PyErr {
    of_diagnostics(py, error.diagnostics().to_vec(), error.sources().clone(), label)
}

/// The exception of diagnostics, the first of which says what kind it is.
pub(crate) fn of_diagnostics(py: Python<'_>, mut diagnostics: Vec<Diagnostic>, mut sources: SourceMap, label: &str) -> PyErr {
    diagnostics = diagnostics.into_iter().map(|diagnostic| blame(py, diagnostic, label, &mut sources)).collect();
    exception(py, class_of(diagnostics.first().map(|d| d.code)), diagnostics, sources, None)
}

/// The exception of a launch that failed.
pub(crate) fn of_launch(py: Python<'_>, error: &Error, report: Report) -> PyErr {
    let mut sources = error.sources().clone();
    let mut diagnostics = error.diagnostics().to_vec();
    if let Some(last) = diagnostics.pop() {
        diagnostics.push(blame(py, last, "launched here", &mut sources));
    }
    exception(py, "KernelError", diagnostics, sources, Some(report))
}

fn exception(py: Python<'_>, name: &str, diagnostics: Vec<Diagnostic>, sources: SourceMap, report: Option<Report>) -> PyErr {
    let raise = || -> PyResult<PyErr> {
        let message: String = diagnostics.iter().map(|d| text(d, &sources, TextStyle::default())).collect();
        let objects: Vec<serde_json::Value> = diagnostics.iter().map(|d| diagnostic_object(d, &sources)).collect();
        let keywords = PyDict::new(py);
        keywords.set_item("diagnostics", from_json(py, &serde_json::Value::from(objects))?)?;
        keywords.set_item("report", report)?;
        Ok(PyErr::from_value(class(py, name)?.call((message.trim_end(),), Some(&keywords))?))
    };
    raise().unwrap_or_else(|error| error)
}

/// Makes the line of the Python program that called the primary place; what was primary comes after it.
fn blame(py: Python<'_>, mut diagnostic: Diagnostic, label: &str, sources: &mut SourceMap) -> Diagnostic {
    let Some(span) = caller(py, sources).ok().flatten() else { return diagnostic };
    let label = Label { span, message: label.to_string() };
    diagnostic.secondary.splice(0..0, diagnostic.primary.replace(label));
    diagnostic
}

/// The line of the Python program that called kern, if its text is known.
fn caller(py: Python<'_>, sources: &mut SourceMap) -> PyResult<Option<Span>> {
    let mut frame = py.import("sys")?.call_method0("_getframe")?;
    // The package's own functions are nobody's mistake.
    loop {
        let name = frame.getattr("f_globals")?.call_method1("get", ("__name__", ""))?;
        let name: String = name.extract().unwrap_or_default();
        if name != "kern" && !name.starts_with("kern.") {
            break;
        }
        // A cell is called by IPython, of whose lines none is the user's.
        if name == "kern.magic" {
            return Ok(None);
        }
        frame = frame.getattr("f_back")?;
        if frame.is_none() {
            return Ok(None);
        }
    }
    let file: String = frame.getattr("f_code")?.getattr("co_filename")?.extract()?;
    let number: usize = frame.getattr(intern!(py, "f_lineno"))?.extract()?;
    let lines: Vec<String> = py.import("linecache")?.call_method1("getlines", (&file, frame.getattr("f_globals")?))?.extract()?;
    let Some(line) = number.checked_sub(1).and_then(|index| lines.get(index)) else { return Ok(None) };
    let before: usize = lines[..number - 1].iter().map(String::len).sum();
    let start = before + line.len() - line.trim_start().len();
    let end = start + line.trim().len();
    let text = lines.concat();
    let known = sources.files().find(|(_, f)| f.name == file && *f.text == *text).map(|(id, _)| id);
    let id = known.unwrap_or_else(|| sources.add(file, text, false));
    Ok((end > start).then(|| Span::new(id, start as u32, end as u32)))
}

/// The span of the name of parameter `index` of `kernel`, if its source is there.
pub(crate) fn parameter_span(kernel: &Kernel, ir: &kern_ir::Program, index: usize, sources: &mut SourceMap) -> Option<Span> {
    let place = Place::resolve(&ir.device, kernel.parameters().get(index)?.loc, kernel.name())?;
    let file = file_of(&place, sources)?;
    (place.end > place.start && place.end as usize <= sources.file(file).text.len()).then(|| Span::new(file, place.start, place.end))
}
