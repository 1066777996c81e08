//! [`Program`]: compiled, ready to run or to launch kernels of.

use std::path::Path;
#[cfg(feature = "compile")]
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

#[cfg(feature = "compile")]
use kern_core::driver::Options;
#[cfg(feature = "compile")]
use kern_diag::Severity;
use kern_diag::{Code, Diagnostic, SourceMap};
use kern_embed::cxx::{Wanted, wanted};
use kern_ir::{FuncId, Function};
use kern_vm::{RunConfig, RunReport, World};

#[cfg(feature = "compile")]
use crate::files::{self, DiskLoader};
use crate::{Error, Kernel, call_site, kernel};

/// A compiled program; clones share it.
///
/// ```
/// let program = kern::Program::from_source("k.kern", "__global__ void k() {}")?;
/// assert_eq!(program.kernels().count(), 1);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    ir: Arc<kern_ir::Program>,
    about: Arc<About>,
}

#[derive(Debug)]
struct About {
    warnings: Vec<Diagnostic>,
    sources: SourceMap,
    /// By function of the device, what its parameters take, once somebody has asked.
    wanted: OnceLock<Vec<Vec<Wanted>>>,
}

impl Program {
    /// Of compiled modules; places refer to `sources`.
    pub(crate) fn of_ir(ir: kern_ir::Program, sources: SourceMap) -> Program {
        Program { ir: Arc::new(ir), about: Arc::new(About { warnings: Vec::new(), sources, wanted: OnceLock::new() }) }
    }
}

impl Program {
    /// The program in the file at `path`: source text (`.kern`, `.cu`), PTX text (`.ptx`) or bytecode (`.kbc`).
    ///
    /// ```
    /// let program = kern::Program::load("examples/saxpy.kern")?;
    /// assert_eq!(program.kernel("saxpy")?.name(), "saxpy");
    /// # Ok::<(), kern::Error>(())
    /// ```
    ///
    /// # Errors
    /// The file cannot be read, or what is wrong with what it holds.
    pub fn load(path: impl AsRef<Path>) -> Result<Program, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match read_bytes(path) {
            Ok(bytes) => Program::from_bytes(&name, bytes),
            Err(error) => {
                let problem = Diagnostic::without_place(Code::UNREADABLE_FILE, format!("cannot read `{name}`"));
                Err(Error::new(vec![problem.note(format!("the system says: {error}"))], SourceMap::new()))
            }
        }
    }

    /// The program in `bytes`, which diagnostics call `name`: bytecode where they start as that does or the name ends in `.kbc`, else PTX
    /// text where it ends in `.ptx`, else source text.
    ///
    /// ```
    /// let source = kern::Program::load("examples/saxpy.kern")?;
    /// let bytecode = source.to_bytecode();
    /// assert_eq!(kern::Program::from_bytes("saxpy.kbc", bytecode)?.kernels().count(), 2);
    /// # Ok::<(), kern::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with it; source text without the feature `compile`.
    pub fn from_bytes(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Program, Error> {
        let bytes = bytes.into();
        if bytes.starts_with(kern_ir::bytecode::MAGIC) || name.ends_with(".kbc") {
            let named = |problem: Diagnostic| Diagnostic { message: format!("`{name}`: {}", problem.message), ..problem };
            return match kern_ir::bytecode::decode(&bytes) {
                Ok(ir) => Ok(Program::of_ir(ir, SourceMap::new())),
                Err(problem) => Err(Error::new(vec![named(*problem)], SourceMap::new())),
            };
        }
        if !name.ends_with(".ptx") {
            return Program::of_text(name, bytes);
        }
        let mut sources = SourceMap::new();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let file = sources.add(name, text.as_str(), false);
        match kern_ir::text::parse_program(file, &text) {
            Ok(mut ir) => {
                kern_ir::contract::assemble(&mut ir.device, true);
                Ok(Program::of_ir(ir, sources))
            }
            Err(problem) => Err(Error::new(vec![*problem], sources)),
        }
    }

    /// The program as bytecode, which [`Program::from_bytes`] of the same version of `kern` reads.
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__global__ void k() {}")?;
    /// assert_eq!(kern::Program::from_bytes("k.kbc", program.to_bytecode())?.kernels().count(), 1);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn to_bytecode(&self) -> Vec<u8> {
        kern_ir::bytecode::encode(&self.ir)
    }

    /// The device code as PTX text.
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__global__ void k() {}")?;
    /// assert!(program.to_ptx().contains(".entry _Z1kv"));
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn to_ptx(&self) -> String {
        kern_ir::text::print(&self.ir.device)
    }

    #[cfg(feature = "compile")]
    fn of_text(name: &str, bytes: Vec<u8>) -> Result<Program, Error> {
        let text = files::source_text(name, bytes).map_err(|problem| Error::new(vec![*problem], SourceMap::new()))?;
        Program::compile(name, &text, &Options::default())
    }

    #[cfg(not(feature = "compile"))]
    fn of_text(name: &str, _: Vec<u8>) -> Result<Program, Error> {
        let message = format!("`{name}` is source text, and this program has no compiler");
        let problem = Diagnostic::without_place(Code::BINARY_FILE, message).help("turn on the feature `compile` of the crate `kern`");
        Err(Error::new(vec![problem], SourceMap::new()))
    }
}

/// Most bytes of a file.
const MOST_BYTES: u64 = 1 << 30;

fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read;
    let file = std::fs::File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(std::io::ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(feature = "compile")]
impl Program {
    /// Compiles the program in the file at `path`.
    ///
    /// # Errors
    /// What is wrong with the file or the program.
    ///
    /// ```
    /// let program = kern::Program::from_file("examples/saxpy.kern")?;
    /// assert!(program.kernel("saxpy").is_ok());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn from_file(path: impl AsRef<Path>) -> Result<Program, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let read = files::read_bytes(path).map_err(|error| files::unreadable(&name, &error));
        let text = read.and_then(|bytes| files::source_text(&name, bytes));
        let text = text.map_err(|problem| Error::new(vec![*problem], SourceMap::new()))?;
        Program::compile(&name, &text, &Options::default())
    }

    /// Compiles `text`, which diagnostics call `name`. What it includes is looked for beside a file of that name.
    ///
    /// # Errors
    /// What is wrong with the program.
    ///
    /// ```
    /// assert!(kern::Program::from_source("k.kern", "__global__ void k() {}").is_ok());
    /// assert!(kern::Program::from_source("k.kern", "__global__ void k(").is_err());
    /// ```
    pub fn from_source(name: &str, text: &str) -> Result<Program, Error> {
        Program::compile(name, text, &Options::default())
    }

    /// As [`Program::from_source`], with options.
    ///
    /// # Errors
    /// What is wrong with the program.
    ///
    /// ```
    /// let options = kern::Options::default();
    /// assert!(kern::Program::compile("k.kern", "__global__ void k() {}", &options)?.kernel("k").is_ok());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn compile(name: &str, text: &str, options: &Options) -> Result<Program, Error> {
        Program::compile_with(name, text, options, &[])
    }

    /// As [`Program::compile`]; what it includes is also looked for in `folders`, as with `-I`.
    ///
    /// # Errors
    /// What is wrong with the program.
    ///
    /// ```
    /// let folders = ["include".into()]; // where `#include <mine.h>` is looked for
    /// let program = kern::Program::compile_with("k.kern", "__global__ void k() {}", &kern::Options::default(), &folders)?;
    /// assert!(program.kernel("k").is_ok());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn compile_with(name: &str, text: &str, options: &Options, folders: &[PathBuf]) -> Result<Program, Error> {
        let loader = DiskLoader::new(name.to_string(), text.to_string(), folders.to_vec());
        let compilation = kern_core::compile(name, options, &loader);
        let mut diagnostics = loader.take_problems();
        diagnostics.extend(compilation.diagnostics.iter().cloned());
        match compilation.program {
            Some(ir) if !compilation.diagnostics.has_errors() => {
                diagnostics.retain(|d| d.severity != Severity::Error);
                let about = About { warnings: diagnostics, sources: compilation.sources, wanted: OnceLock::new() };
                Ok(Program { ir: Arc::new(ir), about: Arc::new(about) })
            }
            _ => Err(Error::new(diagnostics, compilation.sources)),
        }
    }
}

impl Program {
    /// Runs the program's `main` in `world`.
    ///
    /// ```
    /// let program = kern::Program::from_source("p.kern", "int main() { return 3; }")?;
    /// let report = program.run(&kern::RunConfig::default(), &mut kern::MemoryWorld::default());
    /// assert_eq!(report.exit_status, 3);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn run(&self, config: &RunConfig, world: &mut dyn World) -> RunReport {
        kern_vm::run(&self.ir, config, world)
    }

    /// The kernel that the program's source calls `name`: `saxpy`, `filters::blur`, `scale<float>`; of several with one
    /// name, the one whose parameters have the types that follow: `over(int *, float)`. A template's arguments may be left
    /// out if it was only instantiated once.
    ///
    /// # Errors
    /// There is no such kernel, or there are several; the diagnostic lists those that there are.
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__global__ void k() {}")?;
    /// assert_eq!(program.kernel("l").unwrap_err().code().unwrap().0, "K1001");
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        kernel::find(self, name, call_site::CallSite::caller())
    }

    /// All kernels, in the order of the source.
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__global__ void a() {} __global__ void b() {}")?;
    /// assert_eq!(program.kernels().map(|k| k.name().to_string()).collect::<Vec<_>>(), ["a", "b"]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn kernels(&self) -> impl Iterator<Item = Kernel> + '_ {
        kernel::all(self)
    }

    /// What the compiler warned of.
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__global__ void k(int *x) { if (*x = 1) *x = 2; }")?;
    /// assert_eq!(program.warnings()[0].code.0, "K0606");
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.about.warnings
    }

    /// The files that places refer to.
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__global__ void k() {}")?;
    /// assert!(program.sources().files().any(|(_, file)| file.name == "k.kern"));
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn sources(&self) -> &SourceMap {
        &self.about.sources
    }

    /// The compiled modules.
    ///
    /// ```
    /// let program = kern::Program::from_source("k.kern", "__global__ void k() {}")?;
    /// assert_eq!(program.ir().device.functions.len(), 1);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn ir(&self) -> &kern_ir::Program {
        &self.ir
    }

    /// What the parameters of a kernel take.
    pub(crate) fn wanted(&self, kernel: FuncId) -> &[Wanted] {
        let of = |function: &Function| function.kernel_params.iter().map(wanted).collect();
        let all = self.about.wanted.get_or_init(|| self.ir.device.functions.iter().map(of).collect());
        all.get(kernel.index()).map_or(&[], Vec::as_slice)
    }

    /// As the machine wants it.
    pub(crate) fn shared_ir(&self) -> &Arc<kern_ir::Program> {
        &self.ir
    }
}
