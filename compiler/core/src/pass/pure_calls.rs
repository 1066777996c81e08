//! Which calls touch no memory: those of libdevice's functions of numbers, which nvcc inlines before its passes run.
//!
//! Other passes ask [`InstData::effects`](kern_ir::InstData::effects). The marks go when they are done: what executes the program knows
//! its functions.

use kern_ir::{FunctionKind, Module, Payload, RegType};

/// Marks the calls.
pub(super) fn mark(module: &mut Module) {
    // A number of 64 bits may be an address.
    let is_pure: Vec<bool> = module
        .functions
        .iter()
        .map(|f| {
            let is_of_numbers = !f.params.contains(&RegType::B64);
            f.kind == FunctionKind::Extern && f.name.starts_with("__nv_") && is_of_numbers && f.results.len() == 1
        })
        .collect();
    set(module, |callee| is_pure[callee]);
}

/// Takes the marks away.
pub(super) fn unmark(module: &mut Module) {
    set(module, |_| false);
}

fn set(module: &mut Module, is_pure: impl Fn(usize) -> bool) {
    for func in &mut module.functions {
        for inst in &mut func.insts {
            if let Payload::Call(callee) = inst.payload {
                inst.attrs.is_pure = is_pure(callee.index());
            }
        }
    }
}
