//! Macro expansion ([cpp.replace]).

use super::macros::{Builtin, Macro, Piece};
use super::{MAX_ARGUMENT_NESTING, MAX_BRACKETS, MAX_WORK, Preprocessor, end_of_text};
use crate::intern::sym;
use crate::token::{Lexer, PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, ExpansionId, Span};
use std::rc::Rc;

/// One argument of a macro call: as written, and expanded when it was first needed.
struct Argument {
    raw: Vec<PpToken>,
    expanded: Option<Vec<PpToken>>,
}

impl Preprocessor<'_> {
    /// The next token with all macros expanded.
    pub(super) fn next_expanded(&mut self) -> PpToken {
        loop {
            let mut token = self.next_unexpanded();
            if token.kind != PpKind::Ident || token.is_painted {
                return token;
            }
            if token.text == sym::PRAGMA_OPERATOR {
                if self.peek_call() {
                    self.pragma_operator(token);
                    continue;
                }
                return token;
            }
            let Some(made) = self.macros.get(&token.text).cloned() else { return token };
            if self.is_name_of_header(&token, &made) {
                return token;
            }
            if made.uses.get() > 0 {
                token.is_painted = true;
                return token;
            }
            if made.params.is_some() && !self.peek_call() {
                return token;
            }
            self.expand(&made, token);
        }
    }

    /// All of `tokens` expanded, as if nothing followed.
    pub(super) fn expand_list(&mut self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        if tokens.iter().all(|t| t.kind != PpKind::Ident) {
            return tokens;
        }
        let mut out = Vec::with_capacity(tokens.len());
        self.argument_nesting += 1;
        if self.argument_nesting > MAX_ARGUMENT_NESTING {
            let span = tokens[0].span;
            self.fatal(
                Diagnostic::error(Code::EXPANSION_LIMIT, span, "macro calls are nested too deeply")
                    .note(format!("the limit is {MAX_ARGUMENT_NESTING} calls inside arguments of calls")),
            );
        } else {
            self.push_context(tokens, None, true);
            loop {
                let token = self.next_expanded();
                if token.kind == PpKind::Eof {
                    break;
                }
                out.push(token);
            }
            // A stop leaves inner contexts behind.
            while self.contexts.last().is_some_and(|c| !c.is_barrier) {
                self.leave_context();
            }
            self.leave_context();
        }
        self.argument_nesting -= 1;
        out
    }

    /// Puts the expansion of `made`, called at `token`, before what is read next.
    fn expand(&mut self, made: &Rc<Macro>, token: PpToken) {
        let mut call = token.span;
        let mut args = Vec::new();
        if let Some(params) = &made.params {
            match self.arguments(made, params.len(), token) {
                Some((list, close)) => {
                    args = list;
                    call = call.to(close);
                }
                None => return,
            }
        }
        let mut tokens = match made.builtin {
            Some(builtin) => vec![self.builtin(builtin, token)],
            None if made.body.is_empty() => Vec::new(),
            None => {
                let expansion = self.add_expansion(made.name, call, made.span);
                let mut out = self.substitute(made, &made.body, &mut args, expansion);
                out.retain(|t| t.kind != PpKind::Placemarker);
                out
            }
        };
        self.work += tokens.len() as u64 + 1;
        if self.work > MAX_WORK {
            let name = self.interner.text(made.name).clone();
            let place = self.sources.call_site(token.span);
            self.fatal(
                Diagnostic::error(Code::EXPANSION_LIMIT, place, format!("the expansion of macros does not end in time at `{name}`"))
                    .label("the macro is called here")
                    .also(made.span, "the macro is defined here")
                    .note(format!("the limit is {MAX_WORK} tokens made by macros")),
            );
            return;
        }
        if let Some(first) = tokens.first_mut() {
            first.has_space = token.has_space;
            first.starts_line = false;
        }
        if !tokens.is_empty() {
            self.push_context(tokens, made.builtin.is_none().then(|| made.clone()), false);
        }
    }

    /// Reads `(…)` after a macro name; `None` after a diagnostic.
    fn arguments(&mut self, made: &Macro, count: usize, name: PpToken) -> Option<(Vec<Argument>, Span)> {
        let open = self.next_unexpanded();
        debug_assert!(open.is(Punct::LParen));
        let mut args = vec![Argument { raw: Vec::new(), expanded: None }];
        let mut depth = 0;
        let close = loop {
            let mut token = self.next_unexpanded();
            match token.kind {
                PpKind::Eof => {
                    let text = self.interner.text(made.name).clone();
                    self.report(
                        Diagnostic::error(Code::MACRO_ARGUMENTS, name.span, format!("the call of macro `{text}` is not closed"))
                            .label("called here")
                            .also(open.span, "this `(` has no `)`"),
                    );
                    return None;
                }
                PpKind::Punct(Punct::LParen) => {
                    depth += 1;
                    if depth > MAX_BRACKETS || self.work > MAX_WORK {
                        self.too_deep(token.span);
                    }
                }
                PpKind::Punct(Punct::RParen) if depth == 0 => break token,
                PpKind::Punct(Punct::RParen) => depth -= 1,
                PpKind::Punct(Punct::Comma) if depth == 0 && !(made.is_variadic && args.len() == count) => {
                    args.push(Argument { raw: Vec::new(), expanded: None });
                    continue;
                }
                PpKind::Ident if self.macros.get(&token.text).is_some_and(|m| m.uses.get() > 0) => token.is_painted = true,
                _ => {}
            }
            token.has_space |= token.starts_line;
            token.starts_line = false;
            self.work += 1;
            if let Some(last) = args.last_mut() {
                last.raw.push(token);
            }
        };
        let mut given = args.len();
        if count == 0 && given == 1 && args[0].raw.is_empty() {
            args.clear();
            given = 0;
        }
        if made.is_variadic && given + 1 == count {
            args.push(Argument { raw: Vec::new(), expanded: None });
            given = count;
        }
        if given != count && made.builtin.is_none() {
            let text = self.interner.text(made.name).clone();
            let at_least = if made.is_variadic { "at least " } else { "" };
            let wanted = if made.is_variadic { count - 1 } else { count };
            let plural = if wanted == 1 { "" } else { "s" };
            self.report(
                Diagnostic::error(
                    Code::MACRO_ARGUMENTS,
                    name.span.to(close.span),
                    format!("macro `{text}` takes {at_least}{wanted} argument{plural}, {given} given"),
                )
                .also(made.span, "the macro is defined here"),
            );
            return None;
        }
        Some((args, close.span))
    }

    fn expanded<'x>(&mut self, arg: &'x mut Argument) -> &'x [PpToken] {
        if arg.expanded.is_none() {
            arg.expanded = Some(self.expand_list(arg.raw.clone()));
        }
        arg.expanded.as_deref().unwrap_or(&[])
    }

    fn substitute(&mut self, made: &Macro, body: &[Piece], args: &mut [Argument], expansion: ExpansionId) -> Vec<PpToken> {
        let mut out: Vec<PpToken> = Vec::with_capacity(body.len());
        for (i, piece) in body.iter().enumerate() {
            let is_after_paste = i > 0 && matches!(body[i - 1], Piece::Paste(_));
            let is_before_paste = matches!(body.get(i + 1), Some(Piece::Paste(_)));
            let place = |token: &PpToken| PpToken { span: Span { expansion, ..token.span }, ..*token };
            let mut new: Vec<PpToken> = match piece {
                Piece::Paste(_) => continue,
                Piece::Token(token) => vec![place(token)],
                Piece::Stringify { index, token } => {
                    let text = self.stringified(&args[*index].raw);
                    self.work += text.len() as u64 / 4;
                    let text = self.interner.intern(&text);
                    vec![PpToken { kind: PpKind::String, text, ..place(token) }]
                }
                Piece::VaOpt { token, body } => {
                    let last = made.params.as_ref().map_or(0, |p| p.len() - 1);
                    let is_given = args.get_mut(last).is_some_and(|a| !self.expanded(a).is_empty());
                    let mut inner = if is_given { self.substitute(made, body, args, expansion) } else { Vec::new() };
                    if inner.is_empty() {
                        inner.push(PpToken { kind: PpKind::Placemarker, ..place(token) });
                    }
                    inner[0].has_space = token.has_space;
                    inner
                }
                Piece::Param { index, token } => {
                    let is_last = made.is_variadic && made.params.as_ref().is_some_and(|p| *index + 1 == p.len());
                    // GNU: `, ## __VA_ARGS__` drops the comma when there are no arguments, and pastes nothing.
                    let is_gnu_comma = is_last && is_after_paste && i >= 2 && matches!(&body[i - 2], Piece::Token(t) if t.is(Punct::Comma));
                    let arg = &mut args[*index];
                    if is_gnu_comma {
                        if arg.raw.is_empty() {
                            out.pop();
                        } else {
                            out.extend(self.expanded(arg));
                        }
                        continue;
                    }
                    let list = if is_after_paste || is_before_paste { arg.raw.clone() } else { self.expanded(arg).to_vec() };
                    if list.is_empty() {
                        vec![PpToken { kind: PpKind::Placemarker, ..place(token) }]
                    } else {
                        let mut new = Vec::new();
                        extend_argument(&mut new, list, token);
                        new
                    }
                }
            };
            if is_after_paste && let Some(left) = out.pop() {
                let right = new[0];
                let pasted = self.paste(left, right);
                new.splice(0..1, pasted);
            }
            self.work += new.len() as u64 / 4;
            out.append(&mut new);
            if self.work > MAX_WORK * 2 {
                break;
            }
        }
        out
    }

    /// `left ## right`
    fn paste(&mut self, left: PpToken, right: PpToken) -> Vec<PpToken> {
        if left.kind == PpKind::Placemarker {
            return vec![PpToken { has_space: left.has_space, ..right }];
        }
        if right.kind == PpKind::Placemarker {
            return vec![left];
        }
        let text = format!("{}{}", self.spelling(left), self.spelling(right));
        let mut lexer = Lexer::new(text.as_str().into(), left.span.file);
        let first = lexer.next(self.interner);
        let is_one = lexer.next(self.interner).kind == PpKind::Eof && lexer.errors.is_empty() && first.kind != PpKind::Eof;
        if !is_one {
            self.report(
                Diagnostic::error(Code::BAD_PASTE, left.span, format!("`##` makes `{text}`, which is no token"))
                    .label("the left side")
                    .also(right.span, "the right side"),
            );
            return vec![left, right];
        }
        vec![PpToken { span: left.span, has_space: left.has_space, starts_line: false, ..first }]
    }

    /// The text of `token`.
    pub(super) fn spelling(&self, token: PpToken) -> &str {
        match token.kind {
            PpKind::Punct(punct) => punct.text(),
            _ => self.interner.text(token.text),
        }
    }

    /// `#argument`: one space where there was white space, quotes and backslashes inside literals escaped.
    fn stringified(&self, tokens: &[PpToken]) -> String {
        let mut text = String::from("\"");
        for (i, token) in tokens.iter().enumerate() {
            // Beyond, what it is part of is refused.
            if text.len() as u64 > 8 * MAX_WORK {
                break;
            }
            if i > 0 && token.has_space {
                text.push(' ');
            }
            let spelling = self.spelling(*token);
            if matches!(token.kind, PpKind::String | PpKind::Char) {
                for c in spelling.chars() {
                    match c {
                        '"' | '\\' => text.extend(['\\', c]),
                        '\n' => text.push_str("\\n"),
                        _ => text.push(c),
                    }
                }
            } else {
                text.push_str(spelling);
            }
        }
        text.push('"');
        text
    }

    fn builtin(&mut self, builtin: Builtin, token: PpToken) -> PpToken {
        let (kind, text) = match builtin {
            Builtin::File => (PpKind::String, quote(&self.presumed_name())),
            Builtin::BaseFile => (PpKind::String, quote(&self.root)),
            Builtin::Line => (PpKind::Number, self.presumed_line(token.span).to_string()),
            Builtin::Counter => {
                self.counter += 1;
                (PpKind::Number, (self.counter - 1).to_string())
            }
            Builtin::Date => (PpKind::String, quote(&self.options.date)),
            Builtin::Time => (PpKind::String, quote(&self.options.time)),
            // What gcc gives where it does not know when the file was changed.
            Builtin::Timestamp => (PpKind::String, "\"??? ??? ?? ??:??:?? ????\"".into()),
            Builtin::IncludeLevel => (PpKind::Number, self.frames.len().saturating_sub(1).to_string()),
            Builtin::Has => (PpKind::Number, "0".to_string()),
        };
        let text = self.interner.intern(&text);
        PpToken { kind, text, is_painted: false, starts_line: false, ..token }
    }

    fn presumed_name(&self) -> String {
        let Some(frame) = self.frames.last() else { return String::new() };
        match frame.presumed {
            Some((Some(name), _)) => self.interner.text(name).to_string(),
            _ => frame.name.clone(),
        }
    }

    /// The line of the outermost macro call, after `#line`.
    pub(super) fn presumed_line(&self, span: Span) -> i64 {
        let span = self.sources.call_site(span);
        let line = i64::from(self.sources.line_column(span.file, span.start).line);
        let frame = self.frames.iter().rev().find(|f| f.lexer.file() == span.file);
        line + frame.and_then(|f| f.presumed).map_or(0, |(_, delta)| delta)
    }

    /// Reads the tokens of `(…)` after a built-in operator, the `(` included.
    pub(super) fn bracketed(&mut self) -> Vec<PpToken> {
        let mut depth = 0;
        let mut tokens = Vec::new();
        loop {
            let token = self.next_unexpanded();
            match token.kind {
                PpKind::Eof => break,
                PpKind::Punct(Punct::LParen) => depth += 1,
                PpKind::Punct(Punct::RParen) => depth -= 1,
                _ => {}
            }
            tokens.push(token);
            if depth <= 0 {
                break;
            }
        }
        if tokens.is_empty() {
            tokens.push(end_of_text());
        }
        tokens
    }
}

/// Appends an argument where parameter `param` stood: its first token takes over the white space.
fn extend_argument(out: &mut Vec<PpToken>, list: Vec<PpToken>, param: &PpToken) {
    let first = out.len();
    out.extend(list);
    if let Some(token) = out.get_mut(first) {
        token.has_space = param.has_space;
    }
}

/// `text` as a string literal.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
