//! Passes: lowered IR to optimised IR, one pass a file.
//!
//! Every pass keeps what a program can observe: results are bit for bit equal at all levels, volatile and atomic
//! accesses and convergent operations (barriers, shuffles, votes) stay where and as often as they are, floats are
//! never reassociated. Contraction to `fma` is part of the meaning of device code, so it runs at every level, after
//! the same passes ; the others come after it and differ by level.

use kern_ir::{Function, GlobalVarData, Module, ModuleKind};

/// What the passes do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassOptions {
    /// 0 to 3.
    pub opt_level: u8,
    /// `-fmad`: contract `a * b + c` in device code. nvcc's default is true.
    pub fmad: bool,
    /// Run the verifier before the first pass and after each.
    pub verify: bool,
}

impl Default for PassOptions {
    fn default() -> PassOptions {
        PassOptions { opt_level: 2, fmad: true, verify: cfg!(debug_assertions) }
    }
}

/// A pass left a function that breaks a rule of the IR: a bug of ours, never the program's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassError {
    /// The pass, or `lowering` when the rule was broken before the first.
    pub pass: &'static str,
    /// The rule and where it is broken.
    pub message: String,
}

impl std::fmt::Display for PassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "after pass `{}`: {}", self.pass, self.message)
    }
}

/// What a pass over one function may read of the rest.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// Which side the function runs on.
    pub(crate) kind: ModuleKind,
    /// The module's variables.
    pub(crate) globals: &'a [GlobalVarData],
    /// The options of this run.
    pub(crate) options: &'a PassOptions,
}

/// How a pass is run.
#[derive(Clone, Copy)]
enum Run {
    /// Over one function; it answers whether anything changed.
    Function(fn(&mut Function, &Surroundings<'_>) -> bool),
    /// Over the module.
    Module(fn(&mut Module, &PassOptions) -> bool),
}

/// One pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// The name in tests and tools.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    run: Run,
}

/// All passes, in the order of their first use.
pub const PASSES: &[Pass] = &[];

/// Runs the passes of `options.opt_level` on every function.
///
/// # Errors
/// With `options.verify`, the rules of the IR that a pass broke.
pub fn run(module: &mut Module, options: &PassOptions) -> Result<(), Vec<PassError>> {
    let _ = (module, options);
    Ok(())
}

/// Runs the pass called `name` alone, with default options; `None` when there is none of that name, else whether it
/// changed anything.
pub fn run_named(name: &str, module: &mut Module) -> Option<bool> {
    let pass = PASSES.iter().find(|p| p.name == name)?;
    Some(apply(pass, module, &PassOptions::default()))
}

fn apply(pass: &Pass, module: &mut Module, options: &PassOptions) -> bool {
    match pass.run {
        Run::Module(run) => run(module, options),
        Run::Function(run) => {
            let Module { kind, functions, globals, .. } = module;
            let around = Surroundings { kind: *kind, globals, options };
            let mut changed = false;
            for func in functions.iter_mut().filter(|f| !f.layout.is_empty()) {
                changed |= run(func, &around);
            }
            changed
        }
    }
}
