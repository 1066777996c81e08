//! What to write instead: the help of a diagnostic, found by trying what was probably meant.
//!
//! Runs only after a check has failed; nothing here decides what a program means. A report says one mistake once, so what was
//! told is kept in [`Told`], and what only follows from it is left unsaid.

mod calls;
mod constness;
mod device;
mod headers;
mod names;
mod operands;
mod values;

use super::Sema;
use super::entity::{FuncId, Name};
pub(in crate::sema) use calls::FailedCall;
use kern_diag::{Code, Diagnostic, FileId, Span};
pub(in crate::sema) use names::Sought;
pub(crate) use names::{header_declaring, may_mean};
use std::collections::HashSet;
pub(in crate::sema) use values::Use;

/// What was told, and is not told again.
#[derive(Debug, Default)]
pub(in crate::sema) struct Told {
    /// Unknown names: in one function, or anywhere.
    names: HashSet<(Option<FuncId>, Name)>,
    /// Features that kern lacks, in the words of the report.
    features: HashSet<String>,
    /// What device code used that runs on the host: who used what.
    host: HashSet<(Option<FuncId>, String)>,
    /// Declarations that were said to be wrong, by the place of their name: what does not fit them follows from that.
    blamed: HashSet<Span>,
    /// Lines with parameters that have no type.
    untyped: HashSet<(FileId, u32)>,
}

impl<'a> Sema<'a> {
    /// Whether `d` says once more that a feature is missing which an earlier report named.
    pub(in crate::sema) fn is_told(&mut self, d: &Diagnostic) -> bool {
        // "kern does not support textures (`tex2D`) yet": the feature stands before the bracket.
        self.quiet == 0
            && d.code == Code::UNSUPPORTED_LANGUAGE
            && !self.told.features.insert(d.message.split(" (").next().unwrap_or_default().to_string())
    }

    /// Notes that the declaration whose name stands at `span` was said to be wrong.
    pub(in crate::sema) fn blame(&mut self, span: Span) {
        if self.quiet == 0 {
            self.told.blamed.insert(span);
        }
    }

    pub(in crate::sema) fn is_blamed(&self, span: Span) -> bool {
        self.told.blamed.contains(&span)
    }

    /// The text of `span`, where it is short enough to be repeated in a help.
    pub(in crate::sema) fn quoted(&self, span: Span) -> Option<&'a str> {
        let text = self.sources.text(span);
        let is_short = !text.is_empty() && text.len() <= 48 && !text.contains('\n');
        (is_short && span.expansion == kern_diag::ExpansionId::NONE).then_some(text)
    }

    /// What `f` gives, with all that it reports thrown away.
    fn trying<R>(&mut self, f: impl FnOnce(&mut Sema<'a>) -> R) -> R {
        let saved = std::mem::take(&mut self.diags);
        self.quiet += 1;
        let result = f(self);
        self.quiet -= 1;
        self.diags = saved;
        result
    }
}
