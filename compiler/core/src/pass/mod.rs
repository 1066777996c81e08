//! Passes: lowered IR to optimised IR, one pass a file.
//!
//! Every pass keeps what a program can observe: results are bit for bit equal at all levels, volatile and atomic
//! accesses and convergent operations (barriers, shuffles, votes) stay where and as often as they are, floats are
//! never reassociated. (Signed sums in an index that overflow, which C++ leaves undefined, may differ by level, as with
//! nvcc.) Contraction to `fma` is part of the meaning of device code, so it runs at every level, after
//! the same passes; the others come after it and differ by level.

mod alias;
mod carried_loads;
mod compact;
mod constant_arguments;
mod contract;
mod dce;
mod dead_return_elim;
mod dead_stores;
mod divide;
mod eval;
mod fold;
mod fold_logical;
mod global_dce;
mod graph;
mod gvn;
mod hoist_common;
mod hoist_sink;
mod if_convert;
mod infer_address_spaces;
mod inline;
mod inst_combine_float;
mod known_branches;
mod licm;
mod linear;
mod load_pre;
mod load_store_elim;
mod load_store_events;
mod load_store_vectorizer;
mod loop_deletion;
mod loop_simplify;
mod mem2reg;
mod mem2reg_addresses;
mod mem2reg_joined;
mod mem2reg_pieces;
mod names;
mod needless;
mod partial_unroll;
mod pipeline;
mod pre;
mod predicated_stores;
mod pure_calls;
mod rank_operands;
mod rewrite;
mod rotate;
mod scalar_promotion;
mod simplify;
mod simplify_cfg;
mod sink;
mod sink_loads;
mod stack;
mod tag_invariant_loads;
mod tail_recursion;
mod unroll;

use graph::Analyses;
use inline::Which;
use kern_ir::{Function, GlobalVarData, Loc, Module, ModuleKind, Program, VerifyError};
use kern_syntax::threads;
use pipeline::Follow;

/// What the passes do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassOptions {
    /// 0 to 3.
    pub opt_level: u8,
    /// `-fmad`: contract `a * b + c` in device code. nvcc's default is true.
    pub fmad: bool,
    /// Run the verifier before the first pass and after each.
    pub verify: bool,
    /// Remember which variables of the source the values of device code are, see [`kern_ir::Names`].
    pub names: bool,
    /// What device code asks of memory is counted, and nothing is checked: accesses that both arms of a branch have in common become one
    /// also where they stand in two lines, and variables are read under conditions that need not hold, as in nvcc's code. What is counted
    /// is exact then, and a report may name the line of the other arm.
    pub is_counted: bool,
    /// Variables of host code that may be read before they are written stay in memory, where a check sees that.
    pub keeps_unset: bool,
}

impl Default for PassOptions {
    fn default() -> PassOptions {
        let verify = cfg!(debug_assertions);
        PassOptions { opt_level: 2, fmad: true, verify, names: false, is_counted: false, keeps_unset: false }
    }
}

/// A pass left a function that breaks a rule of the IR: a bug of ours, never the program's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassError {
    /// The pass, or `lowering` when the rule was broken before the first.
    pub pass: &'static str,
    /// The rule and where it is broken.
    pub error: VerifyError,
}

impl std::fmt::Display for PassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "after pass `{}`: {}", self.pass, self.error)
    }
}

/// What a pass over one function may read of the rest.
#[derive(Clone, Copy)]
pub(crate) struct PassContext<'a> {
    /// Which side the function runs on.
    pub(crate) kind: ModuleKind,
    /// The module's variables.
    pub(crate) globals: &'a [GlobalVarData],
    /// The module's source places.
    pub(crate) locs: &'a [Loc],
    /// The options of this run.
    pub(crate) options: &'a PassOptions,
    /// What the passes before have asked of the function.
    pub(crate) analyses: &'a Analyses,
}

/// How a pass is run.
#[derive(Clone, Copy)]
enum Run {
    /// Over one function; it answers whether anything changed.
    Function(fn(&mut Function, &PassContext<'_>) -> bool),
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
    /// It does nothing to a function of one IR block.
    is_of_branches: bool,
}

const fn over_function(name: &'static str, doc: &'static str, run: fn(&mut Function, &PassContext<'_>) -> bool) -> Pass {
    Pass { name, doc, run: Run::Function(run), is_of_branches: false }
}

const fn over_branches(name: &'static str, doc: &'static str, run: fn(&mut Function, &PassContext<'_>) -> bool) -> Pass {
    Pass { is_of_branches: true, ..over_function(name, doc, run) }
}

const fn over_module(name: &'static str, doc: &'static str, run: fn(&mut Module, &PassOptions) -> bool) -> Pass {
    Pass { name, doc, run: Run::Module(run), is_of_branches: false }
}

/// Declares the passes, and the table of all of them.
macro_rules! passes {
    ($($id:ident = $pass:expr;)*) => {
        $(static $id: Pass = $pass;)*

        /// All passes, in the order of their first use.
        pub static PASSES: &[&Pass] = &[$(&$id),*];
    };
}

passes! {
    EARLY_MEM2REG =
        over_function("early_mem2reg", "local variables become values, those of device code that are one scalar", mem2reg::run_early);
    MEM2REG = over_function("mem2reg", "local variables become values", mem2reg::run);
    DEAD_RETURN_ELIM =
        over_module("dead_return_elim", "calls of functions without a body lose results that nobody reads", |module, _| {
            dead_return_elim::run(module)
        });
    CONSTANT_ARGUMENTS =
        over_module("constant_arguments", "parameters that every call gives the same constant are that constant", constant_arguments::run);
    TAIL_RECURSION = over_module("tail_recursion", "device functions that call themselves last go back to their beginning", tail_recursion::run);
    INLINE = over_module("inline", "calls become the bodies of the callees", inline::run);
    GLOBAL_DCE = over_module("global_dce", "functions that no kernel, or `main`, reaches go", global_dce::run);
    DCE = over_function("dce", "code without effect goes", dce::run);
    TRIVIAL_DCE = over_function("trivial_dce", "what nothing uses goes, before contraction", dce::run_trivial);
    CONTRACT_PREPARE =
        over_function("contract_prepare", "device code with sums of products is cleaned up at every level", contract::prepare);
    CONTRACT = over_function("contract", "products in sums become fma", contract::run);
    FOLD = over_function("fold", "instructions of constants become constants", fold::run);
    KNOWN_BRANCHES = over_branches("known_branches", "branches on constants become jumps, at -O0", known_branches::run);
    FOLD_LOGICAL = over_branches("fold_logical", "the right sides of && and || are computed at once where that is cheap", fold_logical::run);
    SIMPLIFY = over_function("simplify", "algebraic identities", simplify::run);
    SIMPLIFY_CFG = over_branches("simplify_cfg", "control flow is cleaned up", simplify_cfg::run);
    LOOP_SIMPLIFY = over_branches("loop_simplify", "loops go round at one place", loop_simplify::run);
    GVN = over_function("gvn", "what was computed is not computed again", gvn::run);
    SINK_LOADS = over_branches("sink_loads", "what one side of a branch alone needs is loaded there", sink_loads::run);
    IF_CONVERT = over_branches("if_convert", "small arms without effects become selp", if_convert::run);
    FOLD_NESTED = over_branches("fold_nested", "tests of an if inside of an if are one, where accesses are counted", fold_logical::run_counted);
    UNROLL = over_branches("unroll", "loops with a known number of iterations are unrolled", unroll::run);
    PARTIAL_UNROLL = over_branches("partial_unroll", "loops go round once for four iterations", partial_unroll::run);
    LICM = over_branches("licm", "what does not change leaves the loop", licm::run);
    ROTATE = over_branches("rotate", "loops test at their end, where a load can leave them for it", rotate::run);
    SCALAR_PROMOTION =
        over_branches("scalar_promotion", "memory that a loop writes again and again is written once behind it", scalar_promotion::run);
    LOAD_STORE_ELIM = over_function("load_store_elim", "known memory is not loaded, overwritten memory not stored", load_store_elim::run);
    LOAD_PRE = over_branches("load_pre", "what is loaded behind a branch and on a side of it is loaded before it, where accesses are counted", load_pre::run);
    HOIST_SINK = over_branches("hoist_sink", "the arms of a branch share what they have in common", hoist_sink::run);
    INFER_ADDRESS_SPACES = over_function("infer_address_spaces", "generic accesses name their state space", infer_address_spaces::run);
    TAG_INVARIANT_LOADS =
        over_function("tag_invariant_loads", "loads through __restrict__ parameters that are only read become .nc", tag_invariant_loads::run);
    PREDICATED_STORES = over_branches(
        "predicated_stores",
        "a constant in shared memory that a small arm overwrites is not stored first, where accesses are counted",
        predicated_stores::run,
    );
    CARRIED_LOADS =
        over_branches("carried_loads", "what the next round would load is carried to it, where accesses are counted", carried_loads::run);
    DIVIDE = over_function("divide", "divisions by constants become products", divide::run);
    LOAD_STORE_VECTORIZER =
        over_module("load_store_vectorizer", "neighbouring accesses of a thread are counted as one", load_store_vectorizer::run);
    COMPACT = over_function("compact", "tables are renumbered densely", compact::run);
}

/// Runs the passes of `options.opt_level` on every function. The number is how many instructions they went through, one pass
/// after the other.
///
/// # Errors
/// With `options.verify`, the rules of the IR that a pass broke.
pub fn run(module: &mut Module, options: &PassOptions) -> Result<u64, Vec<PassError>> {
    verify(module, "lowering", options)?;
    pure_calls::mark(module);
    let mut cost = on_each(module, options, pipeline::BEFORE_INLINING, &[])?;
    let tidy = |func: &mut Function, context: &PassContext<'_>| {
        names::tracked(mem2reg::run_early, func, context);
        names::tracked(dce::run_trivial, func, context);
        compact::run(func, context);
    };
    if module.kind == ModuleKind::Host {
        inline::run_tidying(module, options, Which::Forced, tidy);
        dead_return_elim::run(module);
        verify(module, DEAD_RETURN_ELIM.name, options)?;
    }
    constant_arguments::run(module, options);
    verify(module, CONSTANT_ARGUMENTS.name, options)?;
    tail_recursion::run(module, options);
    verify(module, TAIL_RECURSION.name, options)?;
    inline::run_tidying(module, options, Which::All, tidy);
    verify(module, INLINE.name, options)?;
    if module.kind == ModuleKind::Device {
        dead_return_elim::run(module);
        verify(module, DEAD_RETURN_ELIM.name, options)?;
    }
    cost += module.functions.iter().map(|func| func.insts.len() as u64).sum::<u64>();
    global_dce::run(module, options);
    verify(module, GLOBAL_DCE.name, options)?;
    stack::note(module, options)?;
    let (passes, follow) = pipeline::of_level(options.opt_level);
    cost += on_each(module, options, &passes, follow)?;
    load_store_vectorizer::run(module, options);
    module.functions.iter_mut().flat_map(|func| &mut func.slots).for_each(|slot| slot.is_late = false);
    pure_calls::unmark(module);
    module.is_contracted = module.kind == ModuleKind::Device;
    verify(module, LOAD_STORE_VECTORIZER.name, options)?;
    Ok(cost)
}

/// Everything that is wrong with `program`, as [`kern_ir::verify_program`] says, by several threads.
pub(crate) fn verify_program(program: &Program) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    for module in [&program.device, &program.host] {
        errors.extend(kern_ir::verify_tables(module));
        let mut functions: Vec<&Function> = module.functions.iter().collect();
        errors
            .extend(threads::map(&mut functions, |func| weight(func), |func| kern_ir::verify_function(module, func)).into_iter().flatten());
    }
    errors.extend(kern_ir::verify_sides(program));
    errors
}

/// Runs the pass called `name` alone, with default options; `None` when there is none of that name, else whether it
/// changed anything.
pub fn run_named(name: &str, module: &mut Module) -> Option<bool> {
    let pass = PASSES.iter().find(|p| p.name == name)?;
    let options = PassOptions::default();
    pure_calls::mark(module);
    let has_changed = match pass.run {
        Run::Module(run) => Some(run(module, &options)),
        Run::Function(run) => {
            let Module { kind, functions, globals, locs, .. } = module;
            let context = PassContext { kind: *kind, globals, locs, options: &options, analyses: &Analyses::default() };
            let mut changed = false;
            for func in functions.iter_mut().filter(|f| !f.layout.is_empty()) {
                changed |= run(func, &context);
            }
            Some(changed)
        }
    };
    pure_calls::unmark(module);
    has_changed
}

/// Runs function passes in order on each function, then [`pipeline::unrolled`] where loops were unrolled, then those of
/// `follow`, and renumbers at the end. The number is that of [`run`].
///
/// A pass over a function reads nothing of the others, so functions are worked on by several threads.
fn on_each(module: &mut Module, options: &PassOptions, passes: &[&'static Pass], follow: &[Follow]) -> Result<u64, Vec<PassError>> {
    let mut functions = std::mem::take(&mut module.functions);
    if options.verify {
        // The verifier looks up what is called.
        module.functions = functions.iter().map(Function::clone_signature).collect();
    }
    let again = pipeline::unrolled();
    let costs = threads::map(&mut functions, weight, |func| {
        let mut runner = Runner { module, options, analyses: Analyses::default(), cost: 0 };
        if !func.layout.is_empty() {
            if is_among(&runner.run_all(func, passes)?, &UNROLL) {
                runner.run_all(func, &again)?;
            }
            for Follow { pass, tidy } in follow {
                if !runner.run_all(func, &[pass])?.is_empty() {
                    runner.run_all(func, tidy)?;
                }
            }
            names::settle(func);
            runner.run_all(func, &[&COMPACT])?;
        }
        Ok(runner.cost)
    });
    module.functions = functions;
    costs.into_iter().sum()
}

/// How much work passes over a function are, as [`threads::map`] counts it: they spend some 250 ns on an instruction.
fn weight(func: &Function) -> usize {
    1 + func.insts.len() / 4
}

/// Runs passes over one function of `module`, whose functions are declarations meanwhile.
struct Runner<'a> {
    module: &'a Module,
    options: &'a PassOptions,
    analyses: Analyses,
    cost: u64,
}

impl Runner<'_> {
    /// Runs passes in order; answers which changed something, each as often as it did. A pass that ran when the function was
    /// as it is now, and found nothing, is not run again.
    fn run_all(&mut self, func: &mut Function, passes: &[&'static Pass]) -> Result<Vec<&'static Pass>, Vec<PassError>> {
        let Runner { module, options, analyses, cost } = self;
        let context = PassContext { kind: module.kind, globals: &module.globals, locs: &module.locs, options, analyses };
        // Those that found nothing in the function as it is now.
        let mut idle: Vec<&Pass> = Vec::with_capacity(passes.len());
        let mut changed = Vec::with_capacity(passes.len());
        for &pass in passes {
            let Run::Function(run) = pass.run else { continue };
            let has_branches = func.layout.len() > 1;
            if is_among(&idle, pass) || pass.is_of_branches && !has_branches {
                continue;
            }
            *cost += func.insts.len() as u64;
            // Contraction tracks names itself, pass by pass; renumbering keeps them.
            let is_tracking = [&CONTRACT_PREPARE, &CONTRACT, &COMPACT].iter().any(|known| std::ptr::eq(*known, pass));
            let has_changed = if is_tracking { run(func, &context) } else { names::tracked(run, func, &context) };
            if has_changed {
                idle.clear();
                changed.push(pass);
                if options.verify {
                    report(pass.name, kern_ir::verify_function(module, func))?;
                }
            } else {
                idle.push(pass);
            }
        }
        Ok(changed)
    }
}

fn is_among(passes: &[&Pass], pass: &Pass) -> bool {
    passes.iter().any(|known| std::ptr::eq(*known, pass))
}

fn verify(module: &Module, pass: &'static str, options: &PassOptions) -> Result<(), Vec<PassError>> {
    if options.verify { report(pass, kern_ir::verify(module)) } else { Ok(()) }
}

fn report(pass: &'static str, errors: Vec<VerifyError>) -> Result<(), Vec<PassError>> {
    if errors.is_empty() { Ok(()) } else { Err(errors.into_iter().map(|error| PassError { pass, error }).collect()) }
}
