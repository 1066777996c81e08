//! A `__constant__` variable without an initialiser that kernels read and the host never names: it holds zeros.

use super::{Lint, each_expression};
use crate::hir::{ExprKind, GlobalInit, GlobalSpace};
use kern_diag::{Code, Diagnostic, Span};

/// Looks at a whole program: somebody else may launch the kernels of another one.
pub(super) fn check(lint: &mut Lint<'_>) {
    let program = lint.program;
    if program.main.is_none() || program.separate.is_some() {
        return;
    }
    let mut reads: Vec<Option<Span>> = vec![None; program.globals.len()];
    let mut is_set: Vec<bool> = Vec::new();
    for global in &program.globals {
        let is_meant = matches!(global.space, GlobalSpace::Constant) && matches!(global.init, GlobalInit::Zero) && !global.is_declared_only;
        is_set.push(!is_meant || has_initialiser(lint, global.span));
    }
    if is_set.iter().all(|is_set| *is_set) {
        return;
    }
    for function in &program.functions {
        each_expression(function, &mut |e| {
            if let ExprKind::Global(id) = e.kind {
                let id = id.0 as usize;
                is_set[id] |= function.space.host;
                reads[id].get_or_insert(e.span);
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

/// Whether a value is written behind a name in its declaration, be it 0.
fn has_initialiser(lint: &Lint<'_>, name: Span) -> bool {
    let text = lint.sources.get(name.file).and_then(|file| file.text.get(name.end as usize..)).unwrap_or("=");
    let mut open = 0u32;
    let next = text.chars().find(|&c| {
        open += u32::from(c == '[');
        let is_inside = open > 0;
        open -= u32::from(c == ']' && open > 0);
        !is_inside && !c.is_whitespace()
    });
    !matches!(next, Some(';' | ','))
}
