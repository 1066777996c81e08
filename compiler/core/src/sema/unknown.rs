//! What has no type though nothing was said to be wrong: a mistake of kern, which must not end in a program that leaves something out.
//!
//! What is wrong has the error type, and most of what has it is not looked at any further. That is right only where a mistake was
//! told; where none was, statements of no type stay ([`Sema::leave_out`]) and are met here.

use super::reach::walk_block;
use super::{Sema, errors};
use crate::hir::{self, Expr, FunctionId, StmtKind};
use kern_diag::Span;

impl Sema<'_> {
    /// Whether no mistake was told so far: what has no type is then not known to be wrong.
    pub(super) fn is_untold(&self) -> bool {
        self.errors == 0 && !self.saw_syntax_error
    }

    /// Leaves out a statement in which something is wrong. Where nothing was told of that, an expression of no type stands in for it.
    pub(super) fn leave_out(&self, span: Span, out: &mut Vec<hir::Stmt>) {
        if self.is_untold() {
            out.push(hir::Stmt { kind: StmtKind::Expr(self.error_value(span).e), span });
        }
    }

    /// Tells of the program's classes with members or bases that have no type, and of its variables that have none.
    pub(super) fn check_declarations_known(&mut self) {
        let of_class = self.classes.iter().zip(self.types.classes());
        let members = of_class.flat_map(|(info, class)| info.members.iter().zip(&class.fields).map(|(m, field)| (m.span, field.ty)));
        let variables = self.globals.iter().map(|global| (global.span, global.ty));
        let unknown = members.chain(variables).find(|(span, ty)| self.is_error(ty.ty) && !self.is_system(*span)).map(|(span, _)| span);
        let derived = self.without_base.iter().min().map(|class| self.class_info(*class).span).filter(|span| !self.is_system(*span));
        self.tell_unknown(unknown.or(derived));
    }

    /// Tells of the first thing in a function that has no type.
    pub(super) fn check_body_known(&mut self, id: FunctionId, body: &hir::Block) {
        let function = &self.functions[id.0 as usize];
        if self.judged.leaves(function.space) {
            return;
        }
        let param = function.params.iter().filter_map(|p| function.locals.get(p.0 as usize)).find(|p| self.is_error(p.ty.ty));
        let mut unknown = param.map(|p| p.span).or(self.is_error(function.result).then_some(function.span));
        walk_block(body, &mut |e| {
            if unknown.is_none() && self.has_error(e) {
                unknown = Some(e.span);
            }
        });
        self.tell_unknown(unknown);
    }

    /// Tells of the first part of an initialiser that has no type.
    pub(super) fn check_initialiser_known(&mut self, value: &Expr) {
        let mut unknown = None;
        super::reach::walk(value, &mut |e| {
            if unknown.is_none() && self.has_error(e) {
                unknown = Some(e.span);
            }
        });
        self.tell_unknown(unknown);
    }

    /// Tells of what was found that has no type, unless a mistake was told.
    pub(super) fn tell_unknown(&mut self, found: Option<Span>) {
        if let Some(span) = found.filter(|_| self.is_untold()) {
            self.report(errors::unknown_left(span));
        }
    }
}
