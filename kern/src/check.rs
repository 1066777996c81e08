//! The arguments of a launch against the parameters of the kernel, before anything runs.
//!
//! A mistake is shown from both sides: the argument in the Rust program, the parameter in the kernel's source.

use kern_diag::{Code, Diagnostic, SourceMap};
use kern_ir::KernelParam;

use crate::arguments::{Given, GivenOne, What};
use crate::call_site::{CallSite, Part};
use crate::{Device, Error, Kernel};
use kern_embed::cxx::{Wanted, parameter, wanted};
use kern_embed::layout::{Layout, Numbers, Scalar};

/// Which argument of `launch`, or of a typed kernel, the kernel's arguments are or start at.
const ARGUMENTS: usize = 2;

/// How the arguments are given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// As a tuple, of any types.
    Tuple,
    /// One after the other, to a function whose parameters have the kernel's types.
    Typed,
}

/// The parameter buffer for `given`.
///
/// # Errors
/// All that do not fit.
pub(crate) fn parameters(kernel: &Kernel, device: &Device, given: &Given, style: Style, site: CallSite) -> Result<Vec<u8>, Error> {
    let params = &kernel.function().kernel_params;
    if params.len() != given.len() {
        let mut sources = kernel.program.sources().clone();
        let problem = wrong_count(kernel, given, site, &mut sources);
        return Err(Error::new(vec![problem], sources));
    }
    let (mut problems, mut sources) = (Vec::new(), None);
    let mut buffer = vec![0; buffer_size(kernel)];
    let wanted = match style {
        Style::Tuple => kernel.program.wanted(kernel.id),
        Style::Typed => &[],
    };
    for (index, (param, argument)) in params.iter().zip(given.iter()).enumerate() {
        let does_fit = match style {
            Style::Tuple => fits(param, wanted.get(index), &argument),
            Style::Typed => argument.bytes.len() == param.size as usize,
        };
        let foreign = argument.what.heap().filter(|heap| !device.owns(heap));
        if does_fit && foreign.is_none() {
            buffer[param.offset as usize..][..argument.bytes.len()].copy_from_slice(argument.bytes);
            continue;
        }
        let part = match style {
            Style::Tuple => Part::Element { argument: ARGUMENTS, index, of: given.len() },
            Style::Typed => Part::Argument(ARGUMENTS + index),
        };
        let sources = sources.get_or_insert_with(|| kernel.program.sources().clone());
        problems.push(if let Some(heap) = foreign.filter(|_| does_fit) {
            let what = if matches!(argument.what, What::Texture(_)) { "a texture" } else { "a buffer" };
            let message = device.foreign(&format!("argument {} of `{}`: ", index + 1, kernel.name()), what, heap);
            let diagnostic = Diagnostic::without_place(Code::FOREIGN_BUFFER, message);
            site.blame(diagnostic, part, "allocated on another device", sources)
        } else {
            wrong_type(kernel, index, &argument, site, part, sources)
        });
    }
    if problems.is_empty() { Ok(buffer) } else { Err(Error::new(problems, sources.unwrap_or_default())) }
}

/// Bytes of the parameter buffer.
pub(crate) fn buffer_size(kernel: &Kernel) -> usize {
    kernel.parameters().iter().map(|p| p.offset as usize + p.size as usize).max().unwrap_or(0)
}

/// Whether the parameter, which takes `wanted`, takes the argument without any conversion.
fn fits(param: &KernelParam, wanted: Option<&Wanted>, argument: &GivenOne<'_>) -> bool {
    let Some(wanted) = wanted.filter(|_| argument.bytes.len() == param.size as usize) else { return false };
    match (wanted.clone(), argument.what) {
        // `char` is a type of its own in C++, neither signed nor unsigned by name.
        (Wanted::Value(want), What::Value(have)) => Layout::Numbers(want) == *have || is_char(param, have.rust().as_str()),
        // The size is the parameter's.
        // `cudaTextureObject_t` is another name of `unsigned long long`.
        (Wanted::Value(want), What::Texture(_)) => Layout::Numbers(want) == Layout::numbers(Scalar::U64, 1),
        (Wanted::Enumeration(_), What::Value(have)) => number(have).is_some_and(is_integer),
        (Wanted::Pointer(want), What::Buffer { element, .. }) => {
            Layout::Numbers(want) == *element || is_char(param, element.rust().as_str())
        }
        // By name nothing is known of the kernel's structure but its size.
        (Wanted::Object(_), What::Object | What::Value(Layout::Struct(_))) => true,
        (Wanted::AnyPointer, What::Buffer { .. }) => true,
        (Wanted::PointerToPointer, What::Buffer { element, .. }) => element.rust() == "u64",
        (Wanted::PointerToObject, What::Buffer { element, .. }) => element.rust() == "u8" || matches!(element, Layout::Struct(_)),
        (wanted, What::Null) => !matches!(wanted, Wanted::Value(_) | Wanted::Enumeration(_) | Wanted::Object(_)),
        _ => false,
    }
}

/// The number that something is, if it is one alone.
fn number(layout: &Layout) -> Option<Scalar> {
    match layout {
        Layout::Numbers(Numbers { scalar, count: 1 }) => Some(*scalar),
        _ => None,
    }
}

fn is_integer(scalar: Scalar) -> bool {
    !matches!(scalar, Scalar::Bool | Scalar::F32 | Scalar::F64)
}

fn is_char(param: &KernelParam, rust: &str) -> bool {
    let mut words = param.type_name.split(|c: char| !c.is_alphanumeric());
    rust == "u8" && words.clone().any(|w| w == "char") && !words.any(|w| w == "signed")
}

/// The Rust type that the parameter takes.
fn rust_type(param: &KernelParam) -> String {
    match wanted(param) {
        Wanted::Value(numbers) | Wanted::Enumeration(numbers) => format!("`{}`", numbers.rust()),
        Wanted::Object(size) => format!("an `Object` of its {size} bytes"),
        Wanted::Pointer(numbers) => format!("a `&Buffer<{}>`", numbers.rust()),
        Wanted::AnyPointer => "a `&Buffer` of any type".into(),
        Wanted::PointerToPointer => "a `&Buffer<u64>` of addresses".into(),
        Wanted::PointerToObject => "a `&Buffer<u8>` of the objects' bytes".into(),
    }
}

fn wrong_count(kernel: &Kernel, given: &Given, site: CallSite, sources: &mut SourceMap) -> Diagnostic {
    let params = &kernel.function().kernel_params;
    let plural = |n: usize, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
    let (has, gets) = (plural(params.len(), "parameter"), plural(given.len(), "argument"));
    let mut diagnostic = Diagnostic::without_place(Code::ARGUMENT_COUNT, format!("`{}` has {has}, the launch gives {gets}", kernel.name()));
    let declaration = format!("`{}`", kernel.declaration());
    diagnostic = match kernel.span(sources) {
        Some(span) => diagnostic.also(span, declaration),
        None => diagnostic.note(declaration),
    };
    let types: Vec<String> = given.iter().map(|one| one.rust()).collect();
    let label = if types.is_empty() { gets } else { format!("{gets}: `{}`", types.join("`, `")) };
    if let Some(missing) = params.get(given.len()..).filter(|rest| !rest.is_empty()) {
        let missing: Vec<String> = missing.iter().map(|p| format!("{} for `{}`", rust_type(p), parameter(p))).collect();
        diagnostic = diagnostic.help(format!("add {}", missing.join(", ")));
    }
    site.blame(diagnostic, Part::Argument(ARGUMENTS), &label, sources)
}

fn wrong_type(kernel: &Kernel, index: usize, given: &GivenOne<'_>, site: CallSite, part: Part, sources: &mut SourceMap) -> Diagnostic {
    let param = &kernel.function().kernel_params[index];
    let shown = parameter(param);
    let message = format!("argument {} of `{}`: expected {}, found `{}`", index + 1, kernel.name(), rust_type(param), given.rust());
    let mut diagnostic = Diagnostic::without_place(Code::ARGUMENT_TYPE, message);
    let label = if shown.is_empty() { "the parameter".to_string() } else { format!("the parameter is `{shown}`") };
    diagnostic = match kernel.parameter_span(index, sources) {
        Some(span) => diagnostic.also(span, label),
        None => diagnostic.note(label),
    };
    let help = match (wanted(param), given.what) {
        (Wanted::Value(want) | Wanted::Enumeration(want), What::Value(have)) if want.count == 1 && number(have).is_some() => {
            (want.rust() != "bool").then(|| format!("convert it: `… as {}`", want.rust()))
        }
        (Wanted::Pointer(numbers), What::Value(_)) => {
            Some(format!("kernels reach data in memory of the device: `let buffer = gpu.upload::<{}>(…)?`", numbers.rust()))
        }
        (Wanted::Value(_) | Wanted::Enumeration(_), What::Buffer { .. }) => {
            Some("the kernel takes this parameter by value: pass the number".into())
        }
        _ => None,
    };
    diagnostic.help = help;
    site.blame(diagnostic, part, &format!("this is `{}`", given.rust()), sources)
}
