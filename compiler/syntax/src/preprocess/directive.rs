//! Lines that start with `#`.

use super::{Conditional, Guard, Preprocessor};
use crate::intern::{Symbol, sym};
use crate::token::{PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, Span};

impl Preprocessor<'_> {
    /// The tokens up to the end of the line.
    pub(super) fn rest_of_line(&mut self) -> Vec<PpToken> {
        let mut line = Vec::new();
        loop {
            let token = self.raw_token();
            if token.starts_line || token.kind == PpKind::Eof {
                if let Some(frame) = self.frames.last_mut() {
                    frame.lexer.push_back(token);
                }
                return line;
            }
            line.push(token);
        }
    }

    /// The rest of the line as text, for `#error`.
    fn text_of_line(&mut self) -> (String, Option<Span>) {
        let Some(frame) = self.frames.last_mut() else { return (String::new(), None) };
        let text = frame.lexer.text().clone();
        let start = frame.lexer.offset();
        let end = text[start..].find('\n').map_or(text.len(), |n| start + n);
        let line = text[start..end].trim();
        let at = start + (text[start..end].len() - text[start..end].trim_start().len());
        let span = (!line.is_empty()).then(|| Span::new(frame.lexer.file(), at as u32, (at + line.len()) as u32));
        frame.lexer.seek(end);
        (line.to_string(), span)
    }

    /// Carries out the directive that `hash` starts.
    pub(super) fn directive(&mut self, hash: PpToken) {
        let word = self.raw_token();
        if word.starts_line || word.kind == PpKind::Eof {
            self.frame().lexer.push_back(word);
            return;
        }
        let span = hash.span.to(word.span);
        if word.kind != PpKind::Ident {
            let line = self.rest_of_line();
            // `# 12 "file"` is the output of another preprocessor.
            if word.kind != PpKind::Number {
                self.report(Diagnostic::error(Code::BAD_DIRECTIVE, span, "expected the name of a directive after `#`"));
            }
            drop(line);
            return;
        }
        if !matches!(word.text, sym::IFNDEF | sym::IF | sym::IFDEF | sym::ELIF | sym::ELSE | sym::ENDIF) {
            let frame = self.frame();
            if !matches!(frame.guard, Guard::Inside(_)) {
                frame.guard = Guard::None;
            }
        }
        match word.text {
            sym::INCLUDE | sym::INCLUDE_NEXT => self.include(span),
            sym::ERROR | sym::WARNING => {
                let is_error = word.text == sym::ERROR;
                let (text, place) = self.text_of_line();
                let text = if text.is_empty() { "`#error` without a text".to_string() } else { text };
                self.report(if is_error {
                    Diagnostic::error(Code::ERROR_DIRECTIVE, span, text)
                } else {
                    Diagnostic::warning(Code::WARNING_DIRECTIVE, place.unwrap_or(span), text)
                });
            }
            sym::IF | sym::IFDEF | sym::IFNDEF => self.open_conditional(word.text, span),
            sym::ELIF | sym::ELSE | sym::ENDIF => self.next_group(word.text, span),
            sym::DEFINE => {
                let line = self.rest_of_line();
                self.define(&line, span);
            }
            sym::UNDEF => {
                let line = self.rest_of_line();
                self.undefine(&line, span);
            }
            sym::PRAGMA => {
                let line = self.rest_of_line();
                self.pragma(line, span);
            }
            sym::LINE => {
                let line = self.rest_of_line();
                self.line(line, span);
            }
            sym::IDENT => {
                self.rest_of_line();
            }
            _ => {
                self.rest_of_line();
                let text = self.interner.text(word.text).clone();
                let mut d = Diagnostic::error(Code::BAD_DIRECTIVE, span, format!("unknown directive `#{text}`"));
                if let Some(near) = nearest(&text) {
                    d = d.help(format!("write `#{near}`"));
                }
                self.report(d);
            }
        }
    }

    /// `#line 12 "name"`
    fn line(&mut self, line: Vec<PpToken>, directive: Span) {
        let tokens = self.expand_list(line);
        let number = tokens.first().filter(|t| t.kind == PpKind::Number).and_then(|t| self.interner.text(t.text).parse::<u32>().ok());
        let Some(number) = number else {
            self.report(Diagnostic::error(Code::BAD_DIRECTIVE, directive, "expected a line number after `#line`"));
            return;
        };
        let name = match tokens.get(1) {
            Some(token) if token.kind == PpKind::String => {
                let text = self.interner.text(token.text).trim_matches('"').to_string();
                Some(self.interner.intern(&text))
            }
            _ => None,
        };
        let here = i64::from(self.sources.line_column(directive.file, directive.start).line);
        let frame = self.frame();
        let name = name.or(frame.presumed.and_then(|(name, _)| name));
        frame.presumed = Some((name, i64::from(number) - here - 1));
    }

    pub(super) fn warn_extra(&mut self, rest: &[PpToken], word: &str) {
        if let Some(extra) = rest.first() {
            self.report(
                Diagnostic::warning(Code::BAD_DIRECTIVE, extra.span, format!("text after `#{word}` is ignored")).help("make it a comment"),
            );
        }
    }

    fn open_conditional(&mut self, word: Symbol, span: Span) {
        let line = self.rest_of_line();
        let (holds, guard) = match word {
            sym::IF => (self.condition(&line, span), negated_defined(&line)),
            _ => match self.macro_name(line.first(), if word == sym::IFDEF { "ifdef" } else { "ifndef" }, span) {
                Some(name) => {
                    self.warn_extra(&line[1..], if word == sym::IFDEF { "ifdef" } else { "ifndef" });
                    let is_defined = self.macros.contains_key(&name.text);
                    if word == sym::IFDEF { (is_defined, sym::EMPTY) } else { (!is_defined, name.text) }
                }
                None => (false, sym::EMPTY),
            },
        };
        self.guard_may_start(guard);
        self.frame().conditionals.push(Conditional { span, is_taken: holds, otherwise: None });
        if !holds {
            self.skip_group();
        }
    }

    /// `#elif`, `#else`, `#endif` where the group before was read.
    fn next_group(&mut self, word: Symbol, span: Span) {
        if self.frame().conditionals.is_empty() {
            let text = self.interner.text(word).clone();
            self.rest_of_line();
            self.report(Diagnostic::error(Code::UNBALANCED_CONDITIONAL, span, format!("`#{text}` without an `#if` before it")));
            return;
        }
        if word == sym::ENDIF {
            self.end_conditional();
            return;
        }
        if !self.check_group(word, span) {
            return;
        }
        self.rest_of_line();
        self.skip_group();
    }

    fn end_conditional(&mut self) {
        let line = self.rest_of_line();
        self.warn_extra(&line, "endif");
        let frame = self.frame();
        frame.conditionals.pop();
        if frame.conditionals.is_empty()
            && let Guard::Inside(name) = frame.guard
        {
            frame.guard = Guard::After(name);
        }
    }

    /// Whether `#elif` or `#else` may stand here; notes `#else`, and that a guard with another group is none.
    fn check_group(&mut self, word: Symbol, span: Span) -> bool {
        let frame = self.frame();
        if frame.conditionals.len() == 1 {
            frame.guard = Guard::None;
        }
        let Some(open) = frame.conditionals.last_mut() else { return false };
        if let Some(earlier) = open.otherwise {
            let d = Diagnostic::error(Code::UNBALANCED_CONDITIONAL, span, "this follows the `#else` of the same `#if`")
                .also(earlier, "the `#else`")
                .also(open.span, "the `#if`");
            self.rest_of_line();
            self.report(d);
            return false;
        }
        if word == sym::ELSE {
            open.otherwise = Some(span);
        }
        true
    }

    /// Skips groups up to the one to be read, or to the `#endif`.
    fn skip_group(&mut self) {
        let mut depth = 0_usize;
        loop {
            let Some(frame) = self.frames.last_mut() else { return };
            frame.lexer.skip_to_directive();
            let hash = frame.lexer.next(self.interner);
            if hash.kind == PpKind::Eof {
                frame.lexer.push_back(hash);
                return;
            }
            let word = frame.lexer.next(self.interner);
            frame.lexer.errors.clear();
            if word.starts_line || word.kind != PpKind::Ident {
                frame.lexer.push_back(word);
                continue;
            }
            let span = hash.span.to(word.span);
            match word.text {
                sym::IF | sym::IFDEF | sym::IFNDEF => depth += 1,
                sym::ENDIF if depth > 0 => depth -= 1,
                sym::ENDIF => {
                    self.end_conditional();
                    return;
                }
                sym::ELSE | sym::ELIF if depth == 0 => {
                    if !self.check_group(word.text, span) {
                        continue;
                    }
                    let is_taken = self.frame().conditionals.last().is_some_and(|c| c.is_taken);
                    if is_taken {
                        continue;
                    }
                    let line = self.rest_of_line();
                    let holds = if word.text == sym::ELIF {
                        self.condition(&line, span)
                    } else {
                        self.warn_extra(&line, "else");
                        true
                    };
                    if holds {
                        if let Some(open) = self.frame().conditionals.last_mut() {
                            open.is_taken = true;
                        }
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}

/// The `X` of `#if !defined(X)` or `#if !defined X`.
fn negated_defined(line: &[PpToken]) -> Symbol {
    match line {
        [not, defined, name] if not.is(Punct::Bang) && defined.is_word(sym::DEFINED) && name.kind == PpKind::Ident => name.text,
        [not, defined, _, name, _] if not.is(Punct::Bang) && defined.is_word(sym::DEFINED) && name.kind == PpKind::Ident => name.text,
        _ => sym::EMPTY,
    }
}

/// The directive that `text` may be a slip of.
fn nearest(text: &str) -> Option<&'static str> {
    let known = ["define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "warning", "pragma", "line"];
    known.into_iter().filter(|k| strsim::levenshtein(k, text) <= 2 && text.len() > 2).min_by_key(|k| strsim::levenshtein(k, text))
}
