//! CUDA programs in a Rust program: compile, run, look at what was found.
//!
//! ```
//! let source = r#"
//!     #include <cstdio>
//!     __global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }
//!     int main() {
//!         int *p, h[4];
//!         cudaMalloc(&p, sizeof h);
//!         k<<<1, 4>>>(p);
//!         cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
//!         printf("%d\n", h[3]);
//!     }
//! "#;
//! let program = kern::Program::from_source("squares.kern", source)?;
//! let mut world = kern::MemoryWorld::default();
//! let report = program.run(&kern::RunConfig::default(), &mut world);
//! assert_eq!(world.stdout, b"3\n");
//! assert!(report.findings.is_empty());
//! # Ok::<(), kern::CompileError>(())
//! ```
//!
//! Launching single kernels from Rust, without a host `main`, comes with the `Device` API.

pub mod files;

use std::fmt;
use std::path::Path;

use kern_diag::render::{TextStyle, text};
use kern_diag::{Diagnostic, Severity, SourceMap};

pub use kern_core::driver::Options;
pub use kern_vm::{EngineKind, Finding, MemoryWorld, RunConfig, RunReport, Stream, World};

use files::DiskLoader;

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Program {
    ir: kern_ir::Program,
    warnings: Vec<Diagnostic>,
    sources: SourceMap,
}

/// Why a program does not compile; displayed as the diagnostics.
#[derive(Clone, Debug)]
pub struct CompileError {
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
}

impl Program {
    /// Compiles the program in the file at `path`.
    ///
    /// # Errors
    /// What is wrong with the file or the program.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Program, CompileError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let read = files::read_bytes(path).map_err(|error| files::unreadable(&name, &error));
        let text = read.and_then(|bytes| files::source_text(&name, bytes));
        let text = text.map_err(|problem| CompileError { diagnostics: vec![*problem], sources: SourceMap::new() })?;
        Program::compile(&name, &text, &Options::default())
    }

    /// Compiles `text`, which diagnostics call `name`. What it includes is looked for beside a file of that name.
    ///
    /// # Errors
    /// What is wrong with the program.
    pub fn from_source(name: &str, text: &str) -> Result<Program, CompileError> {
        Program::compile(name, text, &Options::default())
    }

    /// As [`Program::from_source`], with options.
    ///
    /// # Errors
    /// What is wrong with the program.
    pub fn compile(name: &str, text: &str, options: &Options) -> Result<Program, CompileError> {
        let loader = DiskLoader::new(name.to_string(), text.to_string(), Vec::new());
        let compilation = kern_core::compile(name, options, &loader);
        let mut diagnostics = loader.take_problems();
        diagnostics.extend(compilation.diagnostics.iter().cloned());
        match compilation.program {
            Some(ir) if !compilation.diagnostics.has_errors() => {
                diagnostics.retain(|d| d.severity != Severity::Error);
                Ok(Program { ir, warnings: diagnostics, sources: compilation.sources })
            }
            _ => Err(CompileError { diagnostics, sources: compilation.sources }),
        }
    }

    /// Runs the program's `main` in `world`.
    pub fn run(&self, config: &RunConfig, world: &mut dyn World) -> RunReport {
        kern_vm::run(&self.ir, config, world)
    }

    /// What the compiler warned of.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The files that places refer to.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The compiled modules.
    pub fn ir(&self) -> &kern_ir::Program {
        &self.ir
    }
}

impl CompileError {
    /// What is wrong, and what was warned of.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The files that places refer to.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostics.iter().try_for_each(|d| f.write_str(&text(d, &self.sources, TextStyle::default())))
    }
}

impl std::error::Error for CompileError {}
