//! A statement behind an `if` or a loop without braces that is indented as if it belonged to it.
//!
//! Told only where the text leaves no doubt: the guarded statement stands in a line of its own, deeper than its condition, and the
//! next statement starts in a later line with the very same space before it.

use super::Lint;
use crate::hir::walk::{RED_ZONE, STACK_STEP};
use crate::hir::{Block, Function, Stmt, StmtKind};
use kern_diag::{Code, Diagnostic, ExpansionId, Span};

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    if let Some(body) = function.body.as_ref().filter(|_| !function.is_instance) {
        block(lint, body);
    }
}

fn block(lint: &mut Lint<'_>, of: &Block) {
    stacker::maybe_grow(RED_ZONE, STACK_STEP, || {
        for (i, stmt) in of.stmts.iter().enumerate() {
            if let Some(next) = of.stmts.get(i + 1) {
                look_at(lint, stmt, next);
            }
            for inner in inner(stmt) {
                block(lint, inner);
            }
        }
    });
}

fn inner(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => [Some(then), otherwise.as_ref()].into_iter().flatten().collect(),
        StmtKind::Loop { body, .. } | StmtKind::Switch { body, .. } | StmtKind::Block(body) => vec![body],
        StmtKind::Try { body, handler, .. } => vec![body, handler],
        _ => Vec::new(),
    }
}

fn look_at(lint: &mut Lint<'_>, stmt: &Stmt, next: &Stmt) {
    // What a `for` declares stands in a block with its loop.
    let of_for = match &stmt.kind {
        StmtKind::Block(block) if lint.sources.text(stmt.span).starts_with("for") => block.stmts.last(),
        _ => None,
    };
    let (word, guarded) = match &of_for.unwrap_or(stmt).kind {
        StmtKind::If { otherwise: Some(otherwise), .. } => ("else", otherwise),
        StmtKind::If { then, .. } => ("if", then),
        StmtKind::Loop { body, test_last: false, .. } => ("loop", body),
        _ => return,
    };
    let [only] = &guarded.stmts[..] else { return };
    let spans = [stmt.span, only.span, next.span];
    if spans.iter().any(|span| span.expansion != ExpansionId::NONE || span.file != stmt.span.file) || only.span.start < stmt.span.start {
        return;
    }
    let [head, inside, after] = spans.map(|span| Line::of(lint, span));
    let (Some(head), Some(inside), Some(after)) = (head, inside, after) else { return };
    let has_braces = lint.sources.file(stmt.span.file).text.get(stmt.span.start as usize..only.span.start as usize).is_none_or(|text| {
        let text = text.trim_end();
        text.ends_with('{')
    });
    let is_deeper = inside.space.len() > head.space.len() && inside.space.starts_with(head.space);
    if has_braces || inside.number <= head.number || after.number <= inside.number || inside.space != after.space || !is_deeper {
        return;
    }
    let what = if word == "loop" { "the loop" } else { &format!("the `{word}`") };
    let diagnostic = Diagnostic::warning(
        Code::MISLEADING_INDENTATION,
        next.span,
        format!("this statement does not belong to {what} above, as its indentation says"),
    )
    .label("executed in any case")
    .also(only.span, format!("{what} ends behind this statement"))
    .help("put braces around both statements if both belong to it");
    lint.warn(diagnostic);
}

/// Where a statement starts that is the first of its line.
struct Line<'a> {
    number: u32,
    /// What stands before it.
    space: &'a str,
}

impl<'a> Line<'a> {
    fn of(lint: &Lint<'a>, span: Span) -> Option<Line<'a>> {
        let file = lint.sources.get(span.file)?;
        let number = lint.sources.line_column(span.file, span.start).line;
        let before = file.text.get(..span.start as usize)?;
        let space = before.get(file.line_start(number) as usize..)?;
        space.chars().all(|c| c == ' ' || c == '\t').then_some(Line { number, space })
    }
}
