//! `if (i < n);`: a `;` right behind the condition, so that the condition guards nothing.

use super::Lint;
use crate::hir::walk::statements;
use crate::hir::{Function, StmtKind};
use kern_diag::{Code, Diagnostic, ExpansionId, Span};

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    let Some(body) = &function.body else { return };
    statements(body, &mut |stmt| {
        let StmtKind::If { condition, then, otherwise: None, .. } = &stmt.kind else { return };
        let guards_nothing = then.stmts.is_empty() && condition.span.expansion == ExpansionId::NONE;
        if let Some(semicolon) = guards_nothing.then(|| semicolon_behind(lint, condition.span)).flatten() {
            lint.warn(
                Diagnostic::warning(Code::EMPTY_IF, semicolon, "this `;` ends the `if`")
                    .label("what follows is executed in any case")
                    .also(condition.span, "this condition guards nothing")
                    .help("remove the `;`"),
            );
        }
    });
}

/// The `;` behind the `)` of a condition, in the same line.
fn semicolon_behind(lint: &Lint<'_>, condition: Span) -> Option<Span> {
    let text = lint.sources.get(condition.file)?.text.get(condition.end as usize..)?;
    let line = text.lines().next()?;
    let rest = line.trim_start().trim_start_matches(')');
    let closed = line.len() - rest.len();
    let behind = rest.trim_start();
    let is_closed = line[..closed].ends_with(')');
    let at = condition.end + (line.len() - behind.len()) as u32;
    (is_closed && behind.starts_with(';')).then_some(Span { start: at, end: at + 1, ..condition })
}
