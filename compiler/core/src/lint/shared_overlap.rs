//! Two `extern __shared__` arrays that one function writes to: all of them begin at one address.

use super::{Lint, each_expression};
use crate::hir::{Expr, ExprKind, Function, GlobalId, GlobalSpace};
use kern_diag::{Code, Diagnostic, Span};

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    if !function.space.device {
        return;
    }
    let mut written: Vec<(GlobalId, Span)> = Vec::new();
    let program = lint.program;
    each_expression(function, &mut |e| {
        let place = match &e.kind {
            ExprKind::Assign { place, .. } | ExprKind::CompoundAssign { place, .. } | ExprKind::Step { place, .. } => place,
            _ => return,
        };
        if let Some(id) = array_of(place)
            && matches!(program.globals[id.0 as usize].space, GlobalSpace::DynamicShared)
            && written.iter().all(|(known, _)| *known != id)
        {
            written.push((id, place.span));
        }
    });
    kern_diag::sort_by_number(&mut written, |(_, span)| span.place());
    if let [(first, _), (second, span), ..] = written[..] {
        let [first, second] = [first, second].map(|id| &program.globals[id.0 as usize]);
        let diagnostic =
            Diagnostic::warning(Code::SHARED_OVERLAP, span, format!("`{}` and `{}` are the same memory", first.name, second.name))
                .label("this overwrites the other")
                .also(first.span, "begins where the block's dynamic shared memory does")
                .also(second.span, "and so does this")
                .help("declare one `extern __shared__` array, and let pointers into it mark where each part begins");
        lint.warn(diagnostic);
    }
}

/// The variable that `place` is an element of.
fn array_of(place: &Expr) -> Option<GlobalId> {
    match &place.kind {
        ExprKind::Global(id) => Some(*id),
        ExprKind::Element { base, .. } | ExprKind::Field { base, .. } => array_of(base),
        ExprKind::Deref(pointer) => match &pointer.kind {
            ExprKind::PointerAdd { pointer, .. } => match &pointer.kind {
                ExprKind::Decay(place) => array_of(place),
                _ => None,
            },
            ExprKind::Decay(place) => array_of(place),
            _ => None,
        },
        _ => None,
    }
}
