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
            sym::PACK if !self.frame().is_system => {
                let is_trivial = line.len() == 3 && line[1].is(Punct::LParen) && line[2].is(Punct::RParen);
                let is_pop = line.iter().any(|t| t.kind == PpKind::Ident && &**self.interner.text(t.text) == "pop");
                if !is_trivial && !is_pop {
                    self.report(
                        Diagnostic::error(Code::UNSUPPORTED_PACKING, directive, "`#pragma pack` is not supported")
                            .label("members would be laid out without padding")
                            .help("copy the bytes with `memcpy` into a struct of natural layout"),
                    );
                }
            }
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
            let rest = line[1..].to_vec();
            tokens.extend(self.expand_list(rest));
        }
        let end = tokens.last().map_or(first.span, |t| t.span);
        tokens.push(PpToken::new(PpKind::PragmaEnd, sym::EMPTY, end));
        self.push_context(tokens, None, false);
    }

    /// `_Pragma("…")`; the name was read.
    pub(super) fn pragma_operator(&mut self, name: PpToken) {
        let tokens = self.bracketed();
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
