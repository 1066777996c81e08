//! A `__constant__` variable without an initialiser that kernels read and no code of the host names that can run: it holds zeros.

use super::{Lint, each_expression};
use crate::hir::{ExprKind, Global, GlobalInit, GlobalSpace};
use kern_diag::{Code, Diagnostic, Span};

/// Looks at a whole program: somebody else may launch the kernels of another one.
pub(super) fn check(lint: &mut Lint<'_>) {
    let program = lint.program;
    if program.main.is_none() || program.separate.is_some() {
        return;
    }
    let mut reads: Vec<Option<Span>> = vec![None; program.globals.len()];
    let is_meant = |global: &Global| {
        global.space == GlobalSpace::Constant
            && matches!(global.init, GlobalInit::Zero)
            && !global.has_initialiser
            && !global.is_declared_only
    };
    let mut is_set: Vec<bool> = program.globals.iter().map(|global| !is_meant(global)).collect();
    if is_set.iter().all(|is_set| *is_set) {
        return;
    }
    for function in &program.functions {
        each_expression(function, &mut |e| {
            if let ExprKind::Global(id) = e.kind {
                let id = id.0 as usize;
                is_set[id] |= function.space.host && function.used_on_host;
                if function.used_on_device {
                    reads[id].get_or_insert(e.span);
                }
            }
        });
    }
    for ((global, read), _) in program.globals.iter().zip(reads).zip(is_set).filter(|(_, is_set)| !*is_set) {
        let Some(read) = read else { continue };
        let name = &global.name;
        let diagnostic = Diagnostic::warning(Code::CONSTANT_NEVER_SET, read, format!("`{name}` is read, and nothing ever sets it"))
            .label("this reads zeros")
            .also(global.span, "declared without a value")
            .help(format!("set it on the host before the launch, with `cudaMemcpyToSymbol({name}, values, sizeof({name}))`; or give it a value here: `= {{}}` for zeros"));
        lint.warn(diagnostic);
    }
}
