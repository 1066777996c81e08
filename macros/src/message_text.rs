//! The text of a diagnostic, as the Rust compiler shows it.

use kern_diag::render::{TextStyle, text, title, unexpand};
use kern_diag::{Diagnostic, SourceMap, Span};

/// With the lines of the source.
pub(crate) fn whole(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let text = text(diagnostic, sources, TextStyle::default());
    // The Rust compiler writes the first word.
    let text = text.strip_prefix("error[").or(text.strip_prefix("warning[")).map_or(text.clone(), |rest| format!("[{rest}"));
    text.trim_end().replacen("]: ", "] ", 1)
}

/// Without lines: the Rust compiler shows them.
pub(crate) fn in_words(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let title = match title(diagnostic) {
        "error" | "warning" => String::new(),
        title => title.to_string(),
    };
    let mut message = format!("{title}[{}] {}", diagnostic.code, diagnostic.message);
    let mut line = |text: String| {
        message.push('\n');
        message.push_str(&text);
    };
    if let Some(label) = diagnostic.primary.as_ref().filter(|label| !label.message.is_empty() && label.message != diagnostic.message) {
        line(label.message.clone());
    }
    for (body, name) in diagnostic.primary.iter().flat_map(|label| unexpand(label.span, sources).1) {
        line(format!("{}: in this macro `{name}`", place(Span { expansion: Default::default(), ..body }, sources)));
    }
    for label in &diagnostic.secondary {
        let words = if label.message.is_empty() { "see also" } else { &label.message };
        line(format!("{}: {words}", place(label.span, sources)));
    }
    diagnostic.notes.iter().for_each(|note| line(format!("note: {note}")));
    diagnostic.help.iter().for_each(|help| line(format!("help: {help}")));
    message
}

/// `src/main.rs:12:5`.
fn place(span: Span, sources: &SourceMap) -> String {
    let (span, _) = unexpand(span, sources);
    let at = sources.line_column(span.file, span.start);
    format!("{}:{}:{}", sources.file(span.file).name, at.line, at.column)
}
