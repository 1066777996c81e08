//! Diagnostics as data.

use crate::{Code, SourceMap, Span, sort_by_number};

/// How much a diagnostic matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The program is not compiled, or its run was wrong.
    Error,
    /// Probably a mistake; the program is compiled.
    Warning,
    /// Extra information on another diagnostic.
    Note,
}

/// A place and what is to be said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// Lowercase, no full stop; may be empty to mark the place only.
    pub message: String,
}

/// One thing to tell the user, with its places.
///
/// `message` is lowercase without a full stop, names in backticks ("expected `int`, found `float *`").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The code: a row of the table in `codes.rs`.
    pub code: Code,
    /// Error, warning or note.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where; `None` for mistakes that have no place (an unreadable file).
    pub primary: Option<Label>,
    /// Other places that explain the primary one: the cause, an earlier declaration, the other access.
    pub secondary: Vec<Label>,
    /// Facts without a place.
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`. The message also labels the place until [`Diagnostic::label`] says more.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, Some(span), message.into())
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, Some(span), message.into())
    }

    /// An error that has no place in a source text.
    pub fn without_place(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, None, message.into())
    }

    fn new(severity: Severity, code: Code, span: Option<Span>, message: String) -> Diagnostic {
        let primary = span.map(|span| Label { span, message: String::new() });
        Diagnostic { code, severity, message, primary, secondary: Vec::new(), notes: Vec::new(), help: None }
    }

    /// What is to be said at the primary place.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Diagnostic {
        if let Some(primary) = &mut self.primary {
            primary.message = message.into();
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, message: message.into() });
        self
    }

    /// Adds a fact without a place.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

/// The diagnostics of one compilation, in the order they were found.
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds one; an exact repeat (same code, place and message: a template instantiated twice) is dropped.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    /// Takes back what was said with a code about a place; whether anything was.
    pub fn retract(&mut self, code: Code, span: Span) -> bool {
        let all = self.list.len();
        self.list.retain(|d| d.code != code || d.primary.as_ref().is_none_or(|label| label.span != span));
        self.list.len() < all
    }

    /// Says what to write instead in each of that code that was added after the first `count`.
    pub fn advise_after(&mut self, count: usize, code: Code, help: &str) {
        for d in self.list.iter_mut().skip(count).filter(|d| d.code == code) {
            d.help = Some(help.to_string());
        }
    }

    /// Puts warnings in the order of the text, where nothing worse was found.
    pub fn sort_warnings(&mut self, sources: &SourceMap) {
        if !self.has_errors() {
            sort_by_number(&mut self.list, |d| d.primary.as_ref().map_or(-1, |label| sources.call_site(label.span).place()));
        }
    }

    /// Whether any is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Number of errors.
    pub fn error_count(&self) -> usize {
        self.list.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Appends all of `other`.
    pub fn extend(&mut self, other: Diagnostics) {
        other.list.into_iter().for_each(|d| self.push(d));
    }
}
