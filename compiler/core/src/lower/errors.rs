//! What lowering may have to say.

use crate::hir::Function;
use kern_diag::{Code, Diagnostic, Span};

/// A feature that the language has and `kern` does not do yet.
pub(crate) fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::UNSUPPORTED_LOWERING, span, format!("{what} is not supported yet")).label("used here")
}

/// The linker would not find it.
pub(crate) fn undefined_function(span: Span, function: &Function) -> Diagnostic {
    Diagnostic::error(Code::UNDEFINED_FUNCTION, span, format!("`{}` is declared but defined nowhere", function.display_name))
        .label(if function.space.is_kernel { "launched here" } else { "called here" })
        .also(function.span, "declared here")
        .help("define it in this file or in a header that it includes")
}

/// Inline PTX that is not understood.
pub(crate) fn inline_ptx(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::INLINE_PTX, span, format!("inline PTX: {what}"))
}

/// Sema let something through that it should not have.
pub(crate) fn internal(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::INTERNAL, span, format!("lowering met {what}")).note("this is a mistake of kern, please report it")
}
