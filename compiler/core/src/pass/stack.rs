//! How much of a thread's stack calls of recursive device functions take.
//!
//! It is looked up in a copy of the function as it is at every level, so that a program ends for want of stack at all levels or at none.

use crate::pass::graph::Analyses;
use crate::pass::{PassError, PassOptions, Runner, pipeline};
use kern_ir::analysis::{CallOrder, stack_of_call};
use kern_ir::{FunctionKind, Module, ModuleKind};

/// Notes it in the functions of a module.
///
/// # Errors
/// As of [`crate::pass::run`].
pub(crate) fn note(module: &mut Module, options: &PassOptions) -> Result<(), Vec<PassError>> {
    // Most modules have kernels only.
    if module.kind != ModuleKind::Device || module.functions.iter().all(|func| func.kind != FunctionKind::Func) {
        return Ok(());
    }
    for (at, is_recursive) in CallOrder::new(module).is_recursive.into_iter().enumerate() {
        if is_recursive && module.functions[at].kind == FunctionKind::Func {
            let mut func = module.functions[at].clone();
            Runner { module, options, analyses: Analyses::default(), cost: 0 }.run_all(&mut func, pipeline::MEANING)?;
            module.functions[at].stack = stack_of_call(module, &func);
        }
    }
    Ok(())
}
