//! Inline PTX.

use super::{FunctionLowering, errors};
use crate::hir::Expr;
use kern_diag::Span;
use std::sync::Arc;

impl FunctionLowering<'_, '_> {
    pub(crate) fn lower_asm(
        &mut self,
        span: Span,
        template: &str,
        outputs: &[(Arc<str>, Expr)],
        inputs: &[(Arc<str>, Expr)],
        is_volatile: bool,
    ) {
        let _ = (template, outputs, inputs, is_volatile);
        self.m.report(errors::inline_ptx(span, "not supported yet"));
    }
}
