//! Device code that stores the address of a thread's own variable where other threads read it (CUDA C++ Programming Guide, "Local
//! Memory": it is private to a thread, and the same address leads to another variable in each).

use super::Lint;
use super::dead_local::own_variable;
use crate::hir::walk::root_global;
use crate::hir::{Expr, ExprKind, Function, GlobalSpace};
use kern_diag::{Code, Diagnostic};

pub(super) fn look_at(lint: &mut Lint<'_>, function: &Function, e: &Expr) {
    let ExprKind::Assign { place, value } = &e.kind else { return };
    let (Some(local), Some(global)) = (own_variable(value), root_global(place)) else { return };
    let global = &lint.program.globals[global.0 as usize];
    let space = match global.space {
        _ if !function.used_on_device => return,
        GlobalSpace::Shared | GlobalSpace::DynamicShared => "shared memory",
        GlobalSpace::Device | GlobalSpace::Managed => "the device's memory",
        _ => return,
    };
    let variable = &function.locals[local.0 as usize];
    let (name, to) = (&variable.name, &global.name);
    let diagnostic = Diagnostic::warning(
        Code::LOCAL_HANDED_ON,
        e.span,
        format!("the address of `{name}`, a thread's own variable, is stored in `{to}`"),
    )
    .label(format!("other threads that read `{to}` get their own memory at that address"))
    .also(variable.span, format!("each thread has its own `{name}`"))
    .help(format!("store the value itself in {space}, or the index of the thread that has it"));
    lint.warn(diagnostic);
}
