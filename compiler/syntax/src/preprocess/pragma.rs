//! `#pragma` and `_Pragma`.
//!
//! `#pragma unroll` becomes tokens for the parser. Those of OpenMP do for `openmp`, if it is on. Pragmas that only tune (`GCC`, `nv_diag_suppress`…) are dropped
//! as a compiler without them drops them; one whose loss changes the meaning of the program is an error.

use super::Preprocessor;
use crate::intern::sym;
use crate::token::{Lexer, PpKind, PpToken, Punct};
use kern_diag::{Code, Diagnostic, Span};

impl Preprocessor<'_> {
    /// Carries out the pragma `line` (what follows the word `pragma`).
    pub(super) fn pragma(&mut self, line: Vec<PpToken>, directive: Span) {
        let Some(&first) = line.first() else { return };
        if first.kind != PpKind::Ident {
            return;
        }
        match first.text {
            sym::ONCE => self.pragma_once(),
            sym::UNROLL | sym::NOUNROLL => self.unroll(line, directive),
            sym::PUSH_MACRO | sym::POP_MACRO => self.macro_stack(&line, directive),
            sym::PACK if !self.frame().is_system => self.pack(&line, directive),
            sym::OMP if self.macros.contains_key(&sym::OPENMP) => self.openmp(line, directive),
            sym::OMP if !self.frame().is_system => {
                self.report(
                    Diagnostic::warning(
                        Code::PRAGMA_IGNORED,
                        directive,
                        "OpenMP is off: the code below runs on one host thread, as with `nvcc` alone",
                    )
                    .label("this pragma is ignored")
                    .help("compile with `-fopenmp`, or include <omp.h>"),
                );
            }
            _ => {}
        }
    }

    /// `push_macro("name")` and `pop_macro("name")` (GCC, "Push/Pop Macro Pragmas").
    fn macro_stack(&mut self, line: &[PpToken], directive: Span) {
        let name = match line {
            [_, open, name, close] if open.is(Punct::LParen) && close.is(Punct::RParen) && name.kind == PpKind::String => name.text,
            _ => {
                self.report(
                    Diagnostic::warning(Code::PRAGMA_IGNORED, directive, "this pragma names no macro")
                        .label("this pragma is ignored")
                        .help("write `#pragma push_macro(\"NAME\")` and `#pragma pop_macro(\"NAME\")`"),
                );
                return;
            }
        };
        let text = self.interner.text(name).trim_matches('"').to_string();
        let name = self.interner.intern(&text);
        if line[0].text == sym::PUSH_MACRO {
            let kept = self.macros.get(&name).cloned();
            self.kept_macros.push((name, kept));
            return;
        }
        let Some(at) = self.kept_macros.iter().rposition(|(kept, _)| *kept == name) else { return };
        match self.kept_macros.remove(at).1 {
            Some(kept) => self.macros.insert(name, kept),
            None => self.macros.remove(&name),
        };
    }

    /// `pack(n)`, `pack()`, `pack(push)`, `pack(push, n)`, `pack(pop)`, with or without a name for what is pushed.
    fn pack(&mut self, line: &[PpToken], directive: Span) {
        let inside = match line {
            [_, open, inside @ .., close] if open.is(Punct::LParen) && close.is(Punct::RParen) => inside,
            _ => return self.bad_packing(directive),
        };
        let words: Vec<&PpToken> = inside.iter().filter(|token| !token.is(Punct::Comma)).collect();
        let text = |token: &PpToken| self.interner.text(token.text).to_string();
        let numbers: Vec<String> = words.iter().filter(|token| token.kind == PpKind::Number).map(|token| text(token)).collect();
        let number = match numbers.as_slice() {
            [] => None,
            [one] if matches!(one.as_str(), "1" | "2" | "4" | "8" | "16") => one.parse::<u8>().ok(),
            _ => return self.bad_packing(directive),
        };
        match words.first().map(|first| text(first)).as_deref() {
            None => self.packing = 0,
            Some("push") => {
                self.packing_stack.push(self.packing);
                self.packing = number.unwrap_or(self.packing);
            }
            Some("pop") => self.packing = number.or(self.packing_stack.pop()).unwrap_or(0),
            Some("show") => {}
            Some(_) if number.is_some() && words.len() == 1 => self.packing = number.unwrap_or(0),
            Some(_) => self.bad_packing(directive),
        }
    }

    fn bad_packing(&mut self, directive: Span) {
        self.report(
            Diagnostic::warning(Code::PRAGMA_IGNORED, directive, "this `#pragma pack` says nothing")
                .label("this pragma is ignored")
                .help("write `#pragma pack(push, 1)` and `#pragma pack(pop)`; the number is 1, 2, 4, 8 or 16"),
        );
    }

    /// `__attribute__((packed(n)))`, for behind the keyword of a class.
    pub(super) fn packed(&mut self, class: PpToken) -> Vec<PpToken> {
        let number = self.interner.intern(&self.packing.to_string());
        let punct = |punct| PpToken { starts_line: false, ..PpToken::new(PpKind::Punct(punct), sym::EMPTY, class.span) };
        let word = |text| PpToken { starts_line: false, ..PpToken::new(PpKind::Ident, text, class.span) };
        let (open, close) = (punct(Punct::LParen), punct(Punct::RParen));
        let number = PpToken { starts_line: false, ..PpToken::new(PpKind::Number, number, class.span) };
        vec![word(sym::ATTRIBUTE), open, open, word(sym::PACKED), open, number, close, close, close]
    }

    /// A directive of OpenMP, for `openmp`.
    fn openmp(&mut self, line: Vec<PpToken>, directive: Span) {
        let first = line[0];
        let mut tokens = vec![PpToken { kind: PpKind::PragmaOmp, span: directive.to(first.span), starts_line: false, ..first }];
        let rest = line[1..].to_vec();
        tokens.extend(self.expand_list(rest));
        let end = tokens.last().map_or(first.span, |t| t.span);
        tokens.push(PpToken::new(PpKind::PragmaEnd, sym::EMPTY, end));
        self.push_context(tokens, None, false);
    }

    fn unroll(&mut self, line: Vec<PpToken>, directive: Span) {
        let first = line[0];
        let mut tokens = vec![PpToken { kind: PpKind::PragmaUnroll, span: directive.to(first.span), starts_line: false, ..first }];
        if first.text == sym::NOUNROLL {
            let one = self.interner.intern("1");
            tokens.push(PpToken { kind: PpKind::Number, text: one, starts_line: false, ..first });
        } else {
            // A macro is not expanded there, as with nvcc: its name is one that nobody declared.
            tokens.extend(line[1..].iter().map(|token| PpToken { is_painted: true, ..*token }));
        }
        let end = tokens.last().map_or(first.span, |t| t.span);
        tokens.push(PpToken::new(PpKind::PragmaEnd, sym::EMPTY, end));
        self.push_context(tokens, None, false);
    }

    /// `_Pragma("…")`, where the string may be what a macro makes; the name was read.
    pub(super) fn pragma_operator(&mut self, name: PpToken) {
        let tokens = self.bracketed();
        let tokens = self.expand_list(tokens);
        let text = match &tokens[..] {
            [_, string, _] if string.kind == PpKind::String => self.interner.text(string.text).to_string(),
            _ => {
                self.report(Diagnostic::error(Code::BAD_DIRECTIVE, name.span, "expected one string in `_Pragma(\"…\")`"));
                return;
            }
        };
        let text = text.trim_start_matches('L').trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
        let mut lexer = Lexer::new(text.as_str().into(), name.span.file);
        let mut line = Vec::new();
        loop {
            let token = lexer.next(self.interner);
            if token.kind == PpKind::Eof {
                break;
            }
            line.push(PpToken { span: name.span, starts_line: false, ..token });
        }
        self.pragma(line, name.span);
    }
}
