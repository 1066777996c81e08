//! Names, types and meaning: [`ast::TranslationUnit`] to [`hir::Program`].

use crate::hir;
use kern_diag::{Diagnostics, SourceMap};
use kern_syntax::ast;

/// What semantic analysis may be told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Leave out warnings.
    pub no_warnings: bool,
}

/// Checks `unit`. Mistakes go to `diags`; `None` when any is an error.
pub fn check(unit: &ast::TranslationUnit, options: &Options, sources: &SourceMap, diags: &mut Diagnostics) -> Option<hir::Program> {
    let _ = (unit, options, sources);
    if diags.has_errors() { None } else { Some(hir::Program::default()) }
}
