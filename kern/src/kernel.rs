//! [`Kernel`]: a kernel of a program, found by the name that CUDA programs write.

use kern_diag::{Code, Diagnostic, SourceMap, Span};
use kern_embed::cxx::parameter;
use kern_ir::{FuncId, Function, FunctionKind, KernelParam, LocId};
use kern_vm::Place;

use crate::call_site::{CallSite, Part};
use crate::places::span_of;
use crate::{Error, Program};

/// Most kernels that a diagnostic lists.
const MOST_LISTED: usize = 12;

/// Starts the names of kernels by which `kernels!` has device functions called.
const CALLS: &str = "__kern_call_";

/// A kernel of a program.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
/// assert_eq!(kernel.name(), "k");
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) program: Program,
    pub(crate) id: FuncId,
}

impl Kernel {
    pub(crate) fn function(&self) -> &Function {
        &self.program.ir().device.functions[self.id.index()]
    }

    /// The name in the source: `filters::blur`, `scale<float>`.
    ///
    /// ```
    /// let source = "namespace a { template <class T> __global__ void k(T *x) {} template __global__ void k<float>(float *); }";
    /// assert_eq!(kern::Program::from_source("k.kern", source)?.kernel("a::k")?.name(), "a::k<float>");
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        let function = self.function();
        &function.display_name
    }

    /// The program that it is of.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// assert_eq!(kernel.program().kernels().count(), 1);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// As C++ declares it: `__global__ void scale<float>(float *x, int n)`.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// assert_eq!(kernel.declaration(), "__global__ void k(int *x, int n)");
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn declaration(&self) -> String {
        let params: Vec<String> = self.function().kernel_params.iter().map(parameter).collect();
        format!("__global__ void {}({})", self.name(), params.join(", "))
    }

    /// Its parameters, for whoever puts a parameter buffer together for [`Kernel::launch_untyped`].
    ///
    /// ```
    /// let program = kern::Program::load("examples/saxpy.kern")?;
    /// let types: Vec<String> = program.kernel("saxpy")?.parameters().iter().map(|p| p.type_name.clone()).collect();
    /// assert_eq!(types, ["int", "float", "const float *", "float *"]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn parameters(&self) -> &[KernelParam] {
        &self.function().kernel_params
    }

    /// The span of its name in the files of `sources`, if they are there.
    pub(crate) fn span(&self, sources: &mut SourceMap) -> Option<Span> {
        self.span_at(self.function().loc, sources)
    }

    /// The span of the name of parameter `index`, or of the kernel's.
    pub(crate) fn parameter_span(&self, index: usize, sources: &mut SourceMap) -> Option<Span> {
        let loc = self.function().kernel_params.get(index).map_or(LocId::NONE, |p| p.loc);
        self.span_at(loc, sources).or_else(|| self.span(sources))
    }

    fn span_at(&self, loc: LocId, sources: &mut SourceMap) -> Option<Span> {
        let place = Place::resolve(&self.program.ir().device, loc, self.name())?;
        span_of(&place, sources)
    }
}

/// See [`Program::kernels`].
pub(crate) fn all(program: &Program) -> impl Iterator<Item = Kernel> + '_ {
    let functions = program.ir().device.functions.iter().enumerate();
    let is_meant = |f: &Function| f.kind == FunctionKind::Kernel && !f.layout.is_empty() && !f.display_name.starts_with(CALLS);
    let kernels = functions.filter(move |(_, f)| is_meant(f));
    kernels.map(|(index, _)| Kernel { program: program.clone(), id: FuncId(index as u32) })
}

/// See [`Program::kernel`].
pub(crate) fn find(program: &Program, name: &str, site: CallSite) -> Result<Kernel, Error> {
    let wanted = squeezed(name);
    // From the closest reading of the name to the loosest.
    let readings: [fn(&Kernel) -> String; 4] = [
        |k| k.function().name.clone(),
        |k| squeezed(k.name()),
        |k| squeezed(&format!("{}({})", k.name(), types(k).join(","))),
        |k| squeezed(without_arguments(k.name())),
    ];
    for reading in readings {
        let mut found: Vec<Kernel> = all(program).filter(|kernel| reading(kernel) == wanted).collect();
        match found.len() {
            0 => {}
            1 => return Ok(found.remove(0)),
            _ => return Err(ambiguous(program, name, &found, site)),
        }
    }
    Err(unknown(program, name, site))
}

fn types(kernel: &Kernel) -> Vec<&str> {
    kernel.function().kernel_params.iter().map(|p| p.type_name.as_str()).collect()
}

/// `scale` of `scale<float>`.
fn without_arguments(name: &str) -> &str {
    match name.find('<') {
        Some(at) if name.ends_with('>') => &name[..at],
        _ => name,
    }
}

/// Without blanks, which mean nothing in a name.
fn squeezed(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).collect()
}

fn ambiguous(program: &Program, name: &str, found: &[Kernel], site: CallSite) -> Error {
    let message = format!("{} kernels are called `{name}`", found.len());
    let mut diagnostic = Diagnostic::without_place(Code::AMBIGUOUS_KERNEL, message);
    let first = &found[0];
    let is_template = found.iter().any(|k| squeezed(k.name()) != squeezed(first.name()));
    let full = if is_template { first.name().to_string() } else { format!("{}({})", first.name(), types(first).join(", ")) };
    diagnostic = diagnostic.help(format!("say which one: `{full}`"));
    with_candidates(program, diagnostic, found, site, "could be any of these")
}

fn unknown(program: &Program, name: &str, site: CallSite) -> Error {
    let diagnostic = Diagnostic::without_place(Code::UNKNOWN_KERNEL, format!("the program has no kernel `{name}`"));
    let kernels: Vec<Kernel> = all(program).collect();
    let base = without_arguments(name);
    let similar = kernels.iter().map(|k| (strsim::levenshtein(without_arguments(k.name()), base), k)).min_by_key(|found| found.0);
    let diagnostic = match similar {
        None => diagnostic.help("declare one: `__global__ void name(…)`; a template only counts once it is instantiated"),
        Some(_) if name.contains('<') => {
            diagnostic.help(format!("a template is compiled where it is used: add `template __global__ void {name}(…);` to the program"))
        }
        Some((steps, kernel)) if steps <= 2 => diagnostic.help(format!("did you mean `{}`?", kernel.name())),
        Some(_) => diagnostic,
    };
    with_candidates(program, diagnostic, &kernels, site, "no kernel has this name")
}

/// Shows the declarations of `kernels`, where their text is there.
fn with_candidates(program: &Program, mut diagnostic: Diagnostic, kernels: &[Kernel], site: CallSite, label: &str) -> Error {
    let mut sources = program.sources().clone();
    for kernel in kernels.iter().take(MOST_LISTED) {
        let declaration = format!("`{}`", kernel.declaration());
        diagnostic = match kernel.span(&mut sources) {
            Some(span) => diagnostic.also(span, declaration),
            None => diagnostic.note(declaration),
        };
    }
    if kernels.len() > MOST_LISTED {
        diagnostic = diagnostic.note(format!("and {} more", kernels.len() - MOST_LISTED));
    }
    let diagnostic = site.blame(diagnostic, Part::Argument(0), label, &mut sources);
    Error::new(vec![diagnostic], sources)
}
