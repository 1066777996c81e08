//! Macro definitions: `#define`, `#undef`, and the names that are always defined.

use super::Preprocessor;
use crate::intern::{Symbol, sym};
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, FileId, Span};
use std::cell::Cell;
use std::rc::Rc;

/// What a macro stands for.
#[derive(Debug)]
pub(super) struct Macro {
    /// The name.
    pub(super) name: Symbol,
    /// The name in the `#define`.
    pub(super) span: Span,
    /// `None` for an object-like macro.
    pub(super) params: Option<Vec<Symbol>>,
    /// The last parameter takes the rest of the arguments.
    pub(super) is_variadic: bool,
    /// The replacement.
    pub(super) body: Vec<Piece>,
    /// A name that the preprocessor computes.
    pub(super) builtin: Option<Builtin>,
    /// Number of contexts that read an expansion of it now.
    pub(super) uses: Cell<u32>,
}

/// Computed macros.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    File,
    Line,
    Counter,
    Date,
    Time,
    Timestamp,
    BaseFile,
    IncludeLevel,
    /// `__has_include` outside `#if`, `__has_attribute(x)`…: always 0.
    Has,
}

/// A part of a replacement list.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Piece {
    /// Any token.
    Token(PpToken),
    /// A parameter.
    Param { index: usize, token: PpToken },
    /// `#param`
    Stringify { index: usize, token: PpToken },
    /// `##` between its neighbours.
    Paste(Span),
    /// `__VA_OPT__(…)`
    VaOpt { token: PpToken, body: Vec<Piece> },
}

impl PartialEq for PpToken {
    /// Same spelling and same white space before, as [cpp.replace] compares replacement lists.
    fn eq(&self, other: &PpToken) -> bool {
        self.kind == other.kind && self.text == other.text && self.has_space == other.has_space
    }
}

impl Preprocessor<'_> {
    pub(super) fn define_builtins(&mut self) {
        use Builtin::*;
        let rows = [
            (sym::FILE_MACRO, File),
            (sym::BASE_FILE, BaseFile),
            (sym::LINE_MACRO, Line),
            (sym::COUNTER_MACRO, Counter),
            (sym::DATE_MACRO, Date),
            (sym::TIME_MACRO, Time),
            (sym::TIMESTAMP_MACRO, Timestamp),
            (sym::INCLUDE_LEVEL, IncludeLevel),
        ];
        let has = [sym::HAS_INCLUDE, sym::HAS_ATTRIBUTE, sym::HAS_CPP_ATTRIBUTE, sym::HAS_BUILTIN, sym::HAS_FEATURE];
        for (name, builtin) in rows.into_iter().chain(has.map(|name| (name, Has))) {
            let params = (builtin == Has).then(|| vec![sym::EMPTY]);
            let made = Macro {
                name,
                span: Span::new(FileId(0), 0, 0),
                params,
                is_variadic: false,
                body: Vec::new(),
                builtin: Some(builtin),
                uses: Cell::new(0),
            };
            self.macros.insert(name, Rc::new(made));
        }
    }

    /// `#define`: `line` is what follows the word.
    pub(super) fn define(&mut self, line: &[PpToken], directive: Span) {
        let Some(name) = self.macro_name(line.first(), "define", directive) else { return };
        if name.text == sym::DEFINED || name.text == sym::VA_ARGS || name.text == sym::VA_OPT {
            let text = self.interner.text(name.text).clone();
            self.report(bad_definition(name.span, format!("`{text}` cannot be a macro name")));
            return;
        }
        let mut rest = &line[1..];
        let mut params = None;
        let mut is_variadic = false;
        if let Some(first) = rest.first()
            && first.is(Punct::LParen)
            && !first.has_space
        {
            match self.parameters(&rest[1..], first.span) {
                Some((list, variadic, used)) => {
                    params = Some(list);
                    is_variadic = variadic;
                    rest = &rest[1 + used..];
                }
                None => return,
            }
        }
        let Some(mut body) = self.pieces(rest, params.as_deref(), is_variadic) else { return };
        if let Some(Piece::Token(first) | Piece::Param { token: first, .. }) = body.first_mut() {
            first.has_space = false;
        }
        let made = Macro { name: name.text, span: name.span, params, is_variadic, body, builtin: None, uses: Cell::new(0) };
        if let Some(old) = self.macros.get(&name.text) {
            let is_same =
                old.params == made.params && old.is_variadic == made.is_variadic && old.body == made.body && old.builtin.is_none();
            if !is_same {
                let text = self.interner.text(name.text).clone();
                let mut d =
                    Diagnostic::warning(Code::MACRO_REDEFINED, name.span, format!("macro `{text}` is defined again with another body"))
                        .help(format!("write `#undef {text}` first if this is meant"));
                if old.builtin.is_none() {
                    d = d.also(old.span, "the earlier definition");
                }
                self.report(d);
            }
        }
        if let Some(old) = self.macros.insert(name.text, Rc::new(made)) {
            self.hide(old);
        }
    }

    /// Keeps a header's macro that the program takes away, for the header's own text.
    fn hide(&mut self, old: Rc<Macro>) {
        let is_system = self.frames.last().is_some_and(|frame| frame.is_system);
        if !is_system && self.is_of_header(&old) {
            self.hidden_macros.push(old);
        }
    }

    /// Whether `made` was defined by a header of ours (or is computed).
    pub(super) fn is_of_header(&self, made: &Macro) -> bool {
        let file = made.span.file;
        made.builtin.is_some() || self.command_line != Some(file) && self.sources.get(file).is_some_and(|f| f.is_system)
    }

    /// Whether a word of a header of ours only looks like the program's macro (`-DN=512`): where other libraries have reserved names, our
    /// headers have plain ones. Conditions of theirs, and names with an underscore, may be meant.
    pub(super) fn is_name_of_header(&self, token: &PpToken, made: &Macro) -> bool {
        let is_of_text = self.argument_nesting == 0 && self.sources.get(token.span.file).is_some_and(|file| file.is_system);
        is_of_text && !self.is_of_header(made) && !self.interner.text(made.name).contains('_')
    }

    /// `#undef`
    pub(super) fn undefine(&mut self, line: &[PpToken], directive: Span) {
        if let Some(name) = self.macro_name(line.first(), "undef", directive) {
            if let Some(old) = self.macros.remove(&name.text) {
                self.hide(old);
            }
            self.warn_extra(&line[1..], "undef");
        }
    }

    /// The macro name that a directive needs.
    pub(super) fn macro_name(&mut self, token: Option<&PpToken>, word: &str, directive: Span) -> Option<PpToken> {
        match token {
            Some(token) if token.kind == PpKind::Ident => Some(*token),
            Some(token) => {
                self.report(
                    Diagnostic::error(Code::BAD_DIRECTIVE, token.span, format!("expected a macro name after `#{word}`"))
                        .label("this is no identifier"),
                );
                None
            }
            None => {
                self.report(
                    Diagnostic::error(Code::BAD_DIRECTIVE, directive, format!("expected a macro name after `#{word}`"))
                        .label("the line ends here"),
                );
                None
            }
        }
    }

    /// Parameters after `(`: names, whether variadic, tokens used with the `)`.
    fn parameters(&mut self, tokens: &[PpToken], open: Span) -> Option<(Vec<Symbol>, bool, usize)> {
        let mut params = Vec::new();
        let mut i = 0;
        if tokens.first().is_some_and(|t| t.is(Punct::RParen)) {
            return Some((params, false, 1));
        }
        loop {
            let Some(token) = tokens.get(i) else {
                self.report(bad_definition(open, "the parameter list of this macro is not closed").help("write `)`"));
                return None;
            };
            let mut is_variadic = false;
            if token.is(Punct::Ellipsis) {
                params.push(sym::VA_ARGS);
                is_variadic = true;
            } else if token.kind == PpKind::Ident && token.text != sym::VA_ARGS {
                if params.contains(&token.text) {
                    let text = self.interner.text(token.text).clone();
                    self.report(bad_definition(token.span, format!("two parameters of this macro are named `{text}`")));
                    return None;
                }
                params.push(token.text);
                if tokens.get(i + 1).is_some_and(|t| t.is(Punct::Ellipsis)) {
                    is_variadic = true;
                    i += 1;
                }
            } else {
                self.report(bad_definition(token.span, "expected a parameter name of the macro"));
                return None;
            }
            i += 1;
            match tokens.get(i) {
                Some(t) if t.is(Punct::RParen) => return Some((params, is_variadic, i + 1)),
                Some(t) if t.is(Punct::Comma) && !is_variadic => i += 1,
                Some(t) => {
                    self.report(bad_definition(t.span, "expected `,` or `)` in the parameter list of the macro"));
                    return None;
                }
                None => {}
            }
        }
    }

    /// The replacement list `tokens` in pieces.
    fn pieces(&mut self, tokens: &[PpToken], params: Option<&[Symbol]>, is_variadic: bool) -> Option<Vec<Piece>> {
        let index = |t: &PpToken| (t.kind == PpKind::Ident).then(|| params?.iter().position(|p| *p == t.text)).flatten();
        let mut pieces = Vec::with_capacity(tokens.len());
        let mut i = 0;
        while let Some(&token) = tokens.get(i) {
            let token = PpToken { starts_line: false, ..token };
            i += 1;
            if token.is(Punct::HashHash) {
                if pieces.is_empty() || i == tokens.len() {
                    self.report(bad_definition(token.span, "`##` cannot stand at the start or end of a macro body"));
                    return None;
                }
                pieces.push(Piece::Paste(token.span));
            } else if token.is(Punct::Hash) && params.is_some() {
                match tokens.get(i).and_then(&index) {
                    Some(index) => pieces.push(Piece::Stringify { index, token }),
                    None => {
                        self.report(
                            bad_definition(token.span, "expected a parameter after `#`").label("`#` makes a string of a macro parameter"),
                        );
                        return None;
                    }
                }
                i += 1;
            } else if token.is_word(sym::VA_OPT) && is_variadic {
                let close = tokens.get(i).filter(|t| t.is(Punct::LParen)).and_then(|_| matching(tokens, i));
                let Some(close) = close else {
                    self.report(bad_definition(token.span, "expected `(` and `)` after `__VA_OPT__`"));
                    return None;
                };
                let body = self.pieces(&tokens[i + 1..close], params, is_variadic)?;
                pieces.push(Piece::VaOpt { token, body });
                i = close + 1;
            } else if let Some(index) = index(&token) {
                pieces.push(Piece::Param { index, token });
            } else {
                pieces.push(Piece::Token(token));
            }
        }
        Some(pieces)
    }
}

/// The `)` of the `(` at `open`.
fn matching(tokens: &[PpToken], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        if token.is(Punct::LParen) {
            depth += 1;
        } else if token.is(Punct::RParen) {
            depth -= 1;
            if depth == 0 {
                return Some(i);
            }
        }
    }
    None
}

fn bad_definition(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BAD_MACRO, span, message)
}
