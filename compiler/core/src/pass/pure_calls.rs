//! Which calls touch no memory: those of libdevice's functions of numbers, which nvcc inlines before its passes run.
//!
//! Other passes ask [`InstData::effects`](kern_ir::InstData::effects). The marks go when they are done: what executes the program knows
//! its functions.

use kern_ir::{FunctionKind, Module, Payload, RegType};

/// Functions whose code branches before it reads coefficients (the machine's `device_math` has those): nvcc makes each call where it is.
const IN_PLACE: &[&str] = &["__nv_sin", "__nv_cos"];

/// Marks the calls.
pub(super) fn mark(module: &mut Module) {
    let marks: Vec<(bool, bool)> = module
        .functions
        .iter()
        .map(|f| {
            // A number of 64 bits may be an address.
            let is_of_numbers = !f.params.contains(&RegType::B64) && f.results.len() == 1;
            let is_pure = f.kind == FunctionKind::Extern && f.name.starts_with("__nv_") && is_of_numbers;
            (is_pure, is_pure && IN_PLACE.contains(&&*f.name))
        })
        .collect();
    set(module, |callee| marks[callee]);
}

/// Takes the marks away.
pub(super) fn unmark(module: &mut Module) {
    set(module, |_| (false, false));
}

fn set(module: &mut Module, marks: impl Fn(usize) -> (bool, bool)) {
    for func in &mut module.functions {
        for inst in &mut func.insts {
            if let Payload::Call(callee) = inst.payload {
                (inst.attrs.is_pure, inst.attrs.is_in_place) = marks(callee.index());
            }
        }
    }
}
