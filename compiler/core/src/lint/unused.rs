//! Variables that are never read.

use super::Lint;
use super::no_effect::is_pure;
use crate::hir::walk::statements;
use crate::hir::{Block, ExprKind, Function, LocalId, StmtKind, Type, TypeId};
use kern_diag::{Code, Diagnostic, ExpansionId, Span};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    // What one instance of a template does not use, another may.
    let Some(body) = function.body.as_ref().filter(|_| !function.is_instance) else { return };
    let uses = Uses::of(body);
    for &(id, named) in &function.named {
        let local = &function.locals[id.0 as usize];
        let is_plain = local.destructor.is_none() && is_plain(lint, local.ty.ty) && local.span.expansion == ExpansionId::NONE;
        if local.name.is_empty() || !is_plain || is_meant(lint, local.span) {
            continue;
        }
        let name = &local.name;
        let diagnostic = if named == 0 && !uses.started.contains(&id) {
            Diagnostic::warning(Code::UNUSED_VARIABLE, local.span, format!("nothing uses `{name}`")).label("not named again after this")
        } else if named > 0 && uses.set.get(&id) == Some(&named) {
            Diagnostic::warning(Code::UNUSED_VARIABLE, local.span, format!("`{name}` is set, and never read")).label("nothing looks at it")
        } else {
            continue;
        };
        let is_status =
            matches!(lint.program.types.get(local.ty.ty), Type::Enum(e) if &*lint.program.types.enumeration(*e).name == "cudaError");
        lint.warn(match is_status {
            true => diagnostic.help(format!("compare it with `cudaSuccess`; `cudaGetErrorString({name})` says what went wrong")),
            false => diagnostic.help("remove it, or use it"),
        });
    }
}

/// How variables are set.
#[derive(Default)]
struct Uses {
    /// Assigned by statements that do nothing else: how often.
    set: FxHashMap<LocalId, u32>,
    /// Declared with a value whose making does something.
    started: FxHashSet<LocalId>,
}

impl Uses {
    fn of(body: &Block) -> Uses {
        let mut uses = Uses::default();
        statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Declare { local, init: Some(value) } if !is_pure(value) => {
                uses.started.insert(*local);
            }
            StmtKind::Expr(e) => {
                if let ExprKind::Assign { place, .. } = &e.kind
                    && let ExprKind::Local(local) = place.kind
                {
                    *uses.set.entry(local).or_default() += 1;
                }
            }
            _ => {}
        });
        uses
    }
}

/// Whether making and destroying a value of the type does nothing that may be wanted by itself.
fn is_plain(lint: &Lint<'_>, ty: TypeId) -> bool {
    match lint.program.types.get(ty) {
        Type::Class(class) => lint.program.types.class(*class).is_trivial,
        Type::Array { element, .. } => is_plain(lint, element.ty),
        _ => true,
    }
}

/// Whether the declaration says that not using it is meant (`[[maybe_unused]]`, `__attribute__((unused))`).
fn is_meant(lint: &Lint<'_>, span: Span) -> bool {
    let file = lint.sources.file(span.file);
    file.line(lint.sources.line_column(span.file, span.start).line).contains("unused")
}
