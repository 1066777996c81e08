//! Diagnostics as errors and warnings of the Rust compiler.

use crate::compiled::Compiled;
use crate::message_text::{in_words, whole};
use crate::output::Output;
use kern_diag::render::unexpand;
use kern_diag::{Diagnostic, Severity};

/// Writes a diagnostic where its primary place is; what belongs elsewhere is told in its text.
pub(crate) fn write(diagnostic: &Diagnostic, compiled: &Compiled<'_>, output: &mut Output) {
    let span = diagnostic.primary.as_ref().map(|label| unexpand(label.span, &compiled.sources).0);
    let range = span.and_then(|span| compiled.range(span));
    let message = match range {
        Some(_) if !compiled.shows_lines() => in_words(diagnostic, &compiled.sources),
        _ => whole(diagnostic, &compiled.sources),
    };
    match diagnostic.severity {
        Severity::Error => output.error(&message, range),
        Severity::Warning | Severity::Note => output.warning(diagnostic.code.0, &message, range.map(|range| range.0)),
    }
}
