//! Copies to or from `&v` where `v` is a container: that is the container's own few bytes, not its elements.

use super::Lint;
use crate::hir::{Callee, Expr, ExprKind, Type};
use kern_diag::{Code, Diagnostic};

/// Functions that copy or fill bytes, and which of their arguments are addresses.
const COPIES: &[(&str, &[usize])] = &[
    ("cudaMemcpy", &[0, 1]),
    ("cudaMemcpy2D", &[0, 2]),
    ("cudaMemcpyAsync", &[0, 1]),
    ("cudaMemcpyFromSymbol", &[0]),
    ("cudaMemcpyToSymbol", &[1]),
    ("memcpy", &[0, 1]),
    ("memmove", &[0, 1]),
    ("memset", &[0]),
];

/// Classes whose elements lie elsewhere, and how to get at them.
const CONTAINERS: &[(&str, &str)] =
    &[("std::vector<", ".data()"), ("std::string", ".data()"), ("std::unique_ptr<", ".get()"), ("std::shared_ptr<", ".get()")];

pub(super) fn look_at(lint: &mut Lint<'_>, e: &Expr) {
    let ExprKind::Call { callee: Callee::Direct(f), args, .. } = &e.kind else { return };
    let called = &lint.program.functions[f.0 as usize];
    let copy = COPIES.iter().find(|(name, _)| called.is_system && **name == *called.name);
    let Some((name, places)) = copy else { return };
    for pointer in places.iter().filter_map(|&i| args.get(i)).map(before_conversions) {
        let text = lint.sources.text(pointer.span);
        let (Type::Pointer(to), Some(object)) = (lint.program.types.get(pointer.ty), text.strip_prefix('&')) else { continue };
        let Type::Class(class) = lint.program.types.get(to.ty) else { continue };
        let class = &lint.program.types.class(*class).name;
        let Some((_, elements)) = CONTAINERS.iter().find(|(container, _)| class.starts_with(container)) else { continue };
        let diagnostic = Diagnostic::warning(
            Code::CONTAINER_ADDRESS,
            pointer.span,
            format!("`{name}` is given the address of a `{}`, not of its elements", class.split('<').next().unwrap_or(class)),
        )
        .label("this object only knows where its elements are")
        .help(format!("write `{object}{elements}`"));
        lint.warn(diagnostic);
    }
}

/// The pointer that becomes the `void *` of a parameter.
fn before_conversions(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Convert { operand, .. } => before_conversions(operand),
        _ => e,
    }
}
