//! Constant arguments: a parameter that every call gives the same constant is that constant (LLVM's IPSCCP, as far as it looks at
//! arguments).
//!
//! Before: calls, variables as values. After: device functions that nobody calls through a pointer know those of their parameters that
//! are the same in all calls; what they in turn hand on is known to whom they call. Device code only. It matters before operands are
//! ranked: `q * r + q * q` contracts another product where `r` is known.

use super::dead_return_elim::called_from_outside;
use crate::pass::graph::Analyses;
use crate::pass::rewrite::Substitution;
use crate::pass::{PassContext, PassOptions, names};
use kern_ir::analysis::CallOrder;
use kern_ir::{FuncId, Function, FunctionKind, Module, ModuleKind, Payload};

/// What the calls that were looked at give a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Argument {
    /// No call was seen.
    Unseen,
    /// These bits each time.
    Constant(u64),
    /// Something else.
    Varying,
}

impl Argument {
    fn meet(self, bits: Option<u64>) -> Argument {
        match (self, bits) {
            (Argument::Unseen, Some(bits)) => Argument::Constant(bits),
            (Argument::Constant(known), Some(bits)) if known == bits => self,
            _ => Argument::Varying,
        }
    }
}

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(module: &mut Module, options: &PassOptions) -> bool {
    if module.kind != ModuleKind::Device {
        return false;
    }
    let mut arguments: Vec<Vec<Argument>> = module.functions.iter().map(|func| vec![Argument::Unseen; func.params.len()]).collect();
    let outside = called_from_outside(module);
    let order = CallOrder::new(module);
    let mut changed = false;
    // Callers first: what they were given is known when what they give is looked at.
    for &id in order.functions.iter().rev() {
        let func = &module.functions[id.index()];
        let is_known = func.kind == FunctionKind::Func && !func.is_variadic && !outside[id.index()] && !order.is_recursive[id.index()];
        if is_known && arguments[id.index()].iter().any(|argument| matches!(argument, Argument::Constant(_))) {
            let context =
                PassContext { kind: module.kind, globals: &module.globals, locs: &module.locs, options, analyses: &Analyses::default() };
            changed |= names::tracked(|func, _| set(func, &arguments[id.index()]), &mut module.functions[id.index()], &context);
        }
        note_calls(&module.functions[id.index()], &mut arguments);
    }
    changed
}

/// Puts the constants in place of the parameters.
fn set(func: &mut Function, arguments: &[Argument]) -> bool {
    let Some(&entry) = func.layout.first() else { return false };
    let mut subst = Substitution::new(func);
    for (param, argument) in func.blocks[entry.index()].params.clone().into_iter().zip(arguments) {
        if let Argument::Constant(bits) = *argument {
            let constant = func.add_constant(func.ty(param), bits);
            subst.set(param, constant);
        }
    }
    subst.apply(func)
}

fn note_calls(func: &Function, arguments: &mut [Vec<Argument>]) {
    for (.., data) in func.iter_insts() {
        let Payload::Call(FuncId(callee)) = data.payload else { continue };
        for (argument, &value) in arguments[callee as usize].iter_mut().zip(&data.args) {
            *argument = argument.meet(func.constant(value));
        }
    }
}
