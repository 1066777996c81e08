//! Diagnostics of sema, each built by a function named after the mistake.

mod classes;
mod cuda;
mod later;
mod missing;
mod names;
mod rules;
mod types;
mod warnings;

pub(super) use classes::*;
pub(super) use cuda::*;
pub(super) use later::*;
pub(super) use missing::*;
pub(super) use names::*;
pub(super) use rules::*;
pub(super) use types::*;
pub(super) use warnings::*;

use kern_diag::{Code, Diagnostic, Span};

/// A right feature of the language that kern does not do yet.
pub(super) fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::UNSUPPORTED_LANGUAGE, span, format!("kern does not support {what} yet")).label("used here")
}

/// Something has no type, and no mistake in the program says why.
pub(super) fn unknown_left(span: Span) -> Diagnostic {
    Diagnostic::error(Code::INTERNAL, span, "this has no type, and nothing says why").note("this is a mistake of kern, please report it")
}

/// `d` with what to write instead, where that is known.
fn advised(d: Diagnostic, help: Option<String>) -> Diagnostic {
    match help {
        Some(help) => d.help(help),
        None => d,
    }
}

/// A function that a call might have meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    /// Where the user declared it; `None` in headers that come with kern and for what nobody wrote.
    pub(super) place: Option<Span>,
    /// Its declaration.
    pub(super) text: String,
    /// Why the call does not go to it.
    pub(super) why: Option<String>,
}

/// Adds the candidates of an overload set, a few of them: where they stand, or else as they are written.
///
/// Where all of a header's functions fail for one reason, that reason is all there is to say.
fn with_candidates(mut d: Diagnostic, list: &[Candidate]) -> Diagnostic {
    if let [first, _, ..] = list
        && let Some(why) = &first.why
        && list.iter().all(|c| c.place.is_none() && c.why == first.why)
    {
        return d.note(why.clone());
    }
    // What takes a type of kern's own headers is nothing that a program can call.
    let is_callable = |c: &&Candidate| c.place.is_some() || !c.text.contains("::__");
    let shown: Vec<&Candidate> = list.iter().filter(is_callable).collect();
    for Candidate { place, text, why } in shown.iter().copied().take(4) {
        let why = why.as_ref().map_or(String::new(), |why| format!(": {why}"));
        d = match place {
            Some(place) => d.also(*place, format!("candidate{why}")),
            None => d.note(format!("candidate: `{text}`{why}")),
        };
    }
    if shown.len() > 4 {
        d = d.note(format!("and {} more", shown.len() - 4));
    }
    d
}

fn plural(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
