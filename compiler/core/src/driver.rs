//! The compiler from end to end: [`compile`] runs the stages in order and stops after the first that finds errors.
//!
//! Pure: files come through the [`Loader`], everything that is said comes back as [`Diagnostics`]. Host and device code
//! share one front-end pass with `__CUDA_ARCH__` undefined; only when the user's text tests it, a second pass with it
//! defined gives the device module.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use kern_diag::{Code, Diagnostic, Diagnostics, Severity, SourceMap};
use kern_ir as ir;
use kern_syntax::{LoadedFile, Loader, Unread, ast};

use crate::lower::FastMath;
use crate::pass::PassOptions;
use crate::{hir, intrinsics, lint, lower, pass, predefined, sema};

/// The last stage that [`compile`] runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stage {
    /// The syntax tree.
    Parse,
    /// The typed program.
    Check,
    /// Optimised IR.
    #[default]
    Ir,
}

/// What a file is written in: nvcc gives those that are not CUDA to the compiler of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// CUDA C++.
    #[default]
    Cuda,
    /// C++.
    Cxx,
    /// C, of which the differences to C++ count that most programs meet.
    C,
}

/// What a compilation depends on besides the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Macros defined before the first line: name (with parameters, `f(x)`, if any) and body.
    pub defines: Vec<(String, String)>,
    /// Headers that are read before the file, after `cuda_runtime.h`.
    pub includes: Vec<String>,
    /// `#pragma omp` is carried out, and `_OPENMP` defined, whether or not the program includes `<omp.h>`.
    pub openmp: bool,
    /// The file is one of several: it becomes an [`ir::link::Object`], which [`link`] makes a program of.
    pub separate: Option<hir::Separate>,
    /// What the text is in.
    pub language: Language,
    /// The last stage to run.
    pub last: Stage,
    /// Optimisation.
    pub passes: PassOptions,
    /// `__CUDA_ARCH__` where it is defined: 900 for compute capability 9.0.
    pub cuda_arch: u32,
    /// How precise floats are in device code.
    pub fast_math: FastMath,
    /// Leave out warnings.
    pub no_warnings: bool,
    /// [`Compilation::hir`] stays when the IR is made of it.
    pub keeps_hir: bool,
    /// What it may cost, as [`Compilation::cost`] says; then it ends.
    pub fuel: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            defines: Vec::new(),
            includes: Vec::new(),
            openmp: false,
            separate: None,
            language: Language::Cuda,
            last: Stage::Ir,
            passes: PassOptions::default(),
            cuda_arch: 900,
            fast_math: FastMath::default(),
            no_warnings: false,
            keeps_hir: false,
            fuel: u64::MAX,
        }
    }
}

/// What came of a compilation. A stage's result is absent when it, or an earlier one, found errors.
#[derive(Clone, Debug, Default)]
pub struct Compilation {
    /// All files and macro expansions.
    pub sources: SourceMap,
    /// All that was found.
    pub diagnostics: Diagnostics,
    /// The syntax tree (of the host's pass); for [`Stage::Ir`] it is gone when the IR is made.
    pub unit: Option<Tree<ast::TranslationUnit>>,
    /// The typed program (of the host's pass); likewise, unless [`Options::keeps_hir`].
    pub hir: Option<Tree<hir::Program>>,
    /// Both modules.
    pub program: Option<ir::Program>,
    /// Both modules before the passes, with [`Options::separate`].
    pub object: Option<ir::link::Object>,
    /// What it cost, in units that depend on text and options only: a token that is parsed, a step of a constant expression
    /// and an IR instruction that a pass goes through count 1, an instance of a template 16.
    pub cost: u64,
    /// It ended because its fuel was used up. That is looked at between stages, whose length is bounded (`docs/sizes.md`).
    pub is_out_of_fuel: bool,
}

impl Compilation {
    /// Counts what a stage cost; whether another may follow.
    fn spend(&mut self, cost: u64, options: &Options) -> bool {
        self.cost = self.cost.saturating_add(cost);
        self.is_out_of_fuel |= self.cost > options.fuel;
        !self.is_out_of_fuel
    }
}

/// A tree as deep as the program nests, freed on a large stack as it was made on one.
#[derive(Clone, Debug)]
pub struct Tree<T>(Option<T>);

impl<T> std::ops::Deref for Tree<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect("a tree is taken only when it is dropped")
    }
}

impl<T> Drop for Tree<T> {
    fn drop(&mut self) {
        let tree = self.0.take();
        stacker::grow(STACK, || drop(tree));
    }
}

/// Stack for a compilation, in bytes: the stages recurse over what the program nests. Reserved and not touched; but in a page all
/// of it is had at once, and the browser's own stack ends sooner.
const STACK: usize = if cfg!(target_family = "wasm") { 4 << 20 } else { 256 << 20 };

/// Compiles the file that `loader` knows as `root`.
pub fn compile(root: &str, options: &Options, loader: &dyn Loader) -> Compilation {
    stacker::grow(STACK, || compile_stages(root, options, loader))
}

fn compile_stages(root: &str, options: &Options, loader: &dyn Loader) -> Compilation {
    let loader = WithHeaders::new(loader);
    let (result, unread) = compile_with(root, options, &loader, &[]);
    if options.language == Language::Cuda && !result.is_out_of_fuel && lacks_included(&result) {
        let includes = vec![RUNTIME_INCLUDES.to_string()];
        let with_them = compile_with(root, &Options { includes, ..options.clone() }, &loader, &[]).0;
        if !with_them.diagnostics.has_errors() {
            return with_them;
        }
    }
    // What is wrong may be the spelling of a name that then was not read: say it with that name known.
    let meant = meant_names(&result, &unread);
    if !meant.is_empty() && !result.is_out_of_fuel {
        return compile_with(root, options, &loader, &meant).0;
    }
    result
}

/// Headers that programs use without an include of their own. They are read where a program would not compile otherwise, for most
/// need none of them, and some have names that would be ambiguous then.
const RUNTIME_INCLUDES: &str = "kern/runtime_includes.h";

/// Whether all mistakes are names that [`RUNTIME_INCLUDES`] brings.
fn lacks_included(result: &Compilation) -> bool {
    let Some(included) = header_text(RUNTIME_INCLUDES) else { return false };
    let is_brought = |d: &kern_diag::Diagnostic| {
        let name = d.primary.as_ref().filter(|_| d.code == Code::UNKNOWN_NAME).map(|label| result.sources.text(label.span));
        name.and_then(sema::header_declaring).is_some_and(|header| included.contains(&format!("<{header}>")))
    };
    result.diagnostics.has_errors() && result.diagnostics.iter().filter(|d| d.severity == Severity::Error).all(is_brought)
}

/// Most bytes of a place whose words may be misspelt names.
const MAX_MISSPELT: usize = 256;

/// Those names of declarations that were not read which are near to a word at the place of a mistake.
fn meant_names(result: &Compilation, unread: &Unread) -> Vec<String> {
    let mistakes = result.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let texts = mistakes.filter_map(|d| Some(result.sources.text(d.primary.as_ref()?.span))).filter(|text| text.len() <= MAX_MISSPELT);
    let mut words: Vec<&str> = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    words.sort_unstable();
    words.dedup();
    let is_meant = |name: &&str| words.iter().any(|word| sema::may_mean(word, name));
    unread.names().filter(is_meant).map(str::to_string).collect()
}

/// Compiles with headers read as far as something names their declarations, or `also` does; the names of the others.
fn compile_with(root: &str, options: &Options, loader: &WithHeaders<'_>, also: &[String]) -> (Compilation, Unread) {
    let mut result = Compilation::default();
    let parsed = front_end(root, None, options, also, loader, &mut result);
    if result.spend(parsed.tokens, options) && !result.diagnostics.has_errors() {
        result.unit = Some(Tree(Some(parsed.unit)));
        after_parsing(root, options, also, loader, parsed.cuda_arch_tested, &mut result);
    }
    (result, parsed.unread)
}

fn after_parsing(
    root: &str,
    options: &Options,
    also: &[String],
    loader: &WithHeaders<'_>,
    cuda_arch_tested: bool,
    result: &mut Compilation,
) {
    if options.last == Stage::Parse {
        return;
    }
    let judged = if cuda_arch_tested { sema::Judged::Host } else { sema::Judged::Both };
    let Some((host, cost)) = analyse(result.unit.as_deref(), options, judged, &result.sources, &mut result.diagnostics) else { return };
    let may_go_on = result.spend(cost, options);
    let device = if cuda_arch_tested && may_go_on { device_program(root, options, also, loader, result) } else { None };
    result.hir = Some(Tree(Some(host)));
    if options.last == Stage::Ir {
        // What is not needed any more makes room.
        result.unit = None;
    }
    if options.last == Stage::Check || result.diagnostics.has_errors() || result.is_out_of_fuel {
        return;
    }
    let (Some(host), sources) = (result.hir.as_deref(), &result.sources) else { return };
    let (mut program, symbols) = lower_both(host, device.as_ref().unwrap_or(host), options.fast_math, sources, &mut result.diagnostics);
    drop(device.map(|device| Tree(Some(device))));
    if !options.keeps_hir {
        result.hir = None;
    }
    if result.diagnostics.has_errors() {
        return;
    }
    if let Some(separate) = options.separate {
        verified(&program, &mut result.diagnostics);
        let [device, host] = symbols;
        let object = ir::link::Object { program, device, host, fmad: options.passes.fmad, rdc: separate.rdc };
        result.object = Some(object).filter(|_| !result.diagnostics.has_errors());
        return;
    }
    let cost = optimise(&mut program, options, &mut result.diagnostics);
    if result.spend(cost, options) && !result.diagnostics.has_errors() {
        result.program = Some(program);
    }
}

/// What came of linking.
#[derive(Clone, Debug)]
pub struct Linked {
    /// Both modules, optimised.
    pub program: ir::Program,
    /// What the passes cost, as in [`Compilation::cost`].
    pub cost: u64,
}

/// Makes a program of the files that were compiled with [`Options::separate`], and optimises it as one file is.
///
/// # Errors
/// Names that are defined twice or nowhere.
pub fn link(objects: &[&ir::link::Object], options: &Options) -> Result<Linked, LinkFailure> {
    let mut program = ir::link::link(objects).map_err(LinkFailure::Program)?;
    let mut diagnostics = Diagnostics::new();
    let cost = stacker::grow(STACK, || optimise(&mut program, options, &mut diagnostics));
    if diagnostics.has_errors() { Err(LinkFailure::Internal(diagnostics)) } else { Ok(Linked { program, cost }) }
}

/// Why linking failed.
#[derive(Clone, Debug)]
pub enum LinkFailure {
    /// The program's mistakes.
    Program(Vec<ir::link::LinkError>),
    /// Ours.
    Internal(Diagnostics),
}

/// Runs the passes; what they cost.
fn optimise(program: &mut ir::Program, options: &Options, diagnostics: &mut Diagnostics) -> u64 {
    let mut spent = 0u64;
    for module in [&mut program.device, &mut program.host] {
        match pass::run(module, &options.passes) {
            Ok(cost) => spent = spent.saturating_add(cost),
            Err(errors) => errors.iter().for_each(|error| diagnostics.push(Diagnostic::without_place(Code::INTERNAL, error.to_string()))),
        }
        if spent > options.fuel {
            return spent;
        }
    }
    // Once more on what is handed out, also where the passes do not check themselves.
    verified(program, diagnostics);
    spent
}

fn verified(program: &ir::Program, diagnostics: &mut Diagnostics) {
    for error in pass::verify_program(program) {
        diagnostics.push(Diagnostic::without_place(Code::INTERNAL, error.to_string()));
    }
}

/// Preprocesses and parses.
fn front_end(
    root: &str,
    cuda_arch: Option<u32>,
    options: &Options,
    also: &[String],
    loader: &dyn Loader,
    result: &mut Compilation,
) -> kern_syntax::Parsed {
    // What [`hir::Exceptions`] is made of, and what virtual tables point to: other files may throw, and ask for types.
    let of_exceptions: &[&str] = if options.separate.is_some() {
        &["__cxa_thrown", "__cxa_terminate", "__cxa_operator_new", "__cxa_operator_new_array", "type_info"]
    } else {
        &[]
    };
    let also_read = also.iter().cloned().chain(of_exceptions.iter().map(|name| name.to_string())).collect();
    let options = kern_syntax::Options { also_read, ..syntax_options(cuda_arch, options) };
    kern_syntax::parse(root, &options, loader, &mut result.sources, &mut result.diagnostics)
}

fn syntax_options(cuda_arch: Option<u32>, options: &Options) -> kern_syntax::Options {
    let predefined = match options.language {
        Language::Cuda => predefined::OF_CUDA,
        Language::Cxx => predefined::OF_CXX,
        Language::C => predefined::OF_C,
    };
    let mut defines: Vec<(String, String)> = predefined.iter().copied().flatten().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    // For headers, which one pass reads for both sides.
    defines.push(("__KERN_ARCH__".into(), options.cuda_arch.to_string()));
    defines.extend(cuda_arch.map(|arch| ("__CUDA_ARCH__".into(), arch.to_string())));
    defines.extend(options.defines.iter().cloned());
    let mut includes = vec!["cuda_runtime.h".to_string()];
    includes.extend(options.includes.iter().cloned());
    if options.openmp {
        // The version 4.5.
        defines.push(("_OPENMP".into(), "201511".into()));
        includes.push("kern/omp.h".into());
    }
    let is_c = options.language == Language::C;
    kern_syntax::Options { defines, implicit_includes: includes, is_c, ..kern_syntax::Options::default() }
}

/// The tokens of the file that `loader` knows as `root` (in the host's pass), one a line.
pub fn dump_tokens(root: &str, options: &Options, loader: &dyn Loader) -> (String, SourceMap, Diagnostics) {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let loader = WithHeaders::new(loader);
    let text = kern_syntax::dump_tokens(root, &syntax_options(None, options), &loader, &mut sources, &mut diagnostics);
    (text, sources, diagnostics)
}

fn analyse(
    unit: Option<&ast::TranslationUnit>,
    options: &Options,
    judged: sema::Judged,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<(hir::Program, u64)> {
    let checked = sema::check(
        unit?,
        &sema::Options {
            no_warnings: options.no_warnings,
            // What nvcc's option of the name defines.
            relaxed_constexpr: options.defines.iter().any(|(name, _)| name == "__CUDACC_RELAXED_CONSTEXPR__"),
            separate: options.separate,
            is_c: options.language == Language::C,
            is_host_language: options.language != Language::Cuda,
            judged,
        },
        sources,
        diagnostics,
    )?;
    if !options.no_warnings {
        lint::run(&checked.0, sources, diagnostics);
        diagnostics.sort_warnings(sources);
    }
    Some(checked)
}

/// Host and device modules, and who else means what by their names: the device's first.
fn lower_both(
    host: &hir::Program,
    device: &hir::Program,
    fast_math: FastMath,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> (ir::Program, [ir::link::Symbols; 2]) {
    let (device, of_device) = lower::lower_for_linking(device, (ir::ModuleKind::Device, fast_math), sources, diagnostics);
    let (host, of_host) = lower::lower_for_linking(host, (ir::ModuleKind::Host, fast_math), sources, diagnostics);
    (ir::Program { device, host }, [of_device, of_host])
}

/// The program as device code sees it. Diagnostics that the host's pass gave already are not repeated.
fn device_program(root: &str, options: &Options, also: &[String], loader: &dyn Loader, result: &mut Compilation) -> Option<hir::Program> {
    let before = std::mem::take(&mut result.diagnostics);
    let parsed = front_end(root, Some(options.cuda_arch), options, also, loader, result);
    let program = match result.spend(parsed.tokens, options) && !result.diagnostics.has_errors() {
        true => analyse(Some(&parsed.unit), options, sema::Judged::Device, &result.sources, &mut result.diagnostics),
        false => None,
    };
    let program = program.map(|(program, cost)| {
        result.spend(cost, options);
        program
    });
    let key = |d: &Diagnostic| {
        let place = d.primary.as_ref().map(|l| (result.sources.get(l.span.file).map(|f| f.name.clone()), l.span.start, l.span.end));
        (d.code, d.message.clone(), place)
    };
    let known: Vec<_> = before.iter().map(key).collect();
    let mut merged = before.clone();
    result.diagnostics.iter().filter(|d| !known.contains(&key(d))).for_each(|d| merged.push(d.clone()));
    result.diagnostics = merged;
    program
}

/// The user's files first, then the headers that come with `kern`, each made once.
struct WithHeaders<'a> {
    user: &'a dyn Loader,
    made: RefCell<Vec<(String, Arc<str>)>>,
}

impl<'a> WithHeaders<'a> {
    fn new(user: &'a dyn Loader) -> WithHeaders<'a> {
        WithHeaders { user, made: RefCell::default() }
    }

    fn header(&self, name: &str) -> Option<Arc<str>> {
        if let Some((_, text)) = self.made.borrow().iter().find(|(made, _)| made == name) {
            return Some(text.clone());
        }
        let text: Arc<str> = Arc::from(&*header_text(name)?);
        self.made.borrow_mut().push((name.to_string(), text.clone()));
        Some(text)
    }
}

/// The text of a header that comes with `kern`, by its name in `#include` or in diagnostics.
pub fn header_text(name: &str) -> Option<Cow<'static, str>> {
    let name = name.strip_prefix(SYSTEM_PREFIX).unwrap_or(name);
    if name == intrinsics::HEADER_NAME {
        return Some(Cow::Borrowed(intrinsics::header()));
    }
    kern_stdlib::header(name)
}

impl Loader for WithHeaders<'_> {
    fn load(&self, name: &str, from: Option<&str>, is_angled: bool) -> Option<LoadedFile> {
        // What comes implicitly and what a header of ours includes is ours: a user's `stdio.h` must not get between.
        let is_root = from.is_none() && !is_angled;
        let is_ours = from.map_or(is_angled, |from| from.starts_with(SYSTEM_PREFIX));
        let user = if is_ours { None } else { self.user.load(name, from, is_angled) };
        user.or_else(|| {
            if is_root {
                return None;
            }
            let name = name.strip_prefix(SYSTEM_PREFIX).unwrap_or(name);
            Some(LoadedFile { name: format!("{SYSTEM_PREFIX}{name}"), text: self.header(name)?, is_system: true })
        })
    }
}

/// What the names of headers that come with `kern` start with in diagnostics.
const SYSTEM_PREFIX: &str = "kern:";
