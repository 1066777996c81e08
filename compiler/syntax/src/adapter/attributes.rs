//! Attributes: alignments are written, others skipped, and refused where a program means something else without them.

use super::{Adapter, Stop};
use crate::ast::ALIGNAS_PACK;
use crate::intern::sym;
use crate::tok::{Tok, TypeWord};
use crate::token::Punct;

impl Adapter<'_> {
    /// Skips `[[…]]`.
    pub(super) fn skip_standard_attributes(&mut self) {
        while self.is(Punct::LBracket) && self.at(self.position + 1).is(Punct::LBracket) {
            self.position = self.partner(self.position);
            self.advance();
        }
    }

    /// Skips attributes where an alignment says nothing.
    pub(super) fn skip_attributes(&mut self) {
        self.skip_attributes_silently();
    }

    /// Skips attributes that do not align, and `[[…]]` unless it may be a subscript.
    pub(super) fn skip_attributes_silently(&mut self) {
        loop {
            match self.word() {
                sym::ATTRIBUTE | sym::ATTRIBUTE2 | sym::DECLSPEC if !self.is_aligning(self.position) => {
                    self.advance();
                    if !self.is(Punct::LParen) {
                        return;
                    }
                    self.runs_outside_of_main();
                    self.changes_meaning();
                    self.position = self.partner(self.position);
                    self.advance();
                }
                _ if self.is(Punct::LBracket) && self.at(self.position + 1).is(Punct::LBracket) => self.skip_standard_attributes(),
                _ => return,
            }
        }
    }

    /// `__attribute__((constructor))` and its kin, at the brackets, are refused.
    fn runs_outside_of_main(&mut self) {
        let words = [sym::CONSTRUCTOR, sym::CONSTRUCTOR2, sym::DESTRUCTOR, sym::DESTRUCTOR2];
        let found = (self.position..self.partner(self.position)).find(|at| words.contains(&self.word_at(*at)));
        if let Some(at) = found {
            let (span, text) = (self.at(at).span, self.text(self.word_at(at)));
            self.unsupported(span, &format!("functions that run outside of `main` (the attribute `{text}`)"));
        }
    }

    /// Attributes at the brackets without which a program means something else are refused.
    fn changes_meaning(&mut self) {
        let close = self.partner(self.position);
        for at in self.position..close {
            if !self.at(at + 1).is(Punct::LParen) {
                continue;
            }
            let text = self.text(self.word_at(at));
            let instead = match text.trim_matches('_') {
                "cleanup" => "in C++ a class with a destructor does the same",
                "vector_size" => "write a structure, or a type such as `float4`",
                "mode" => "write a type such as `int8_t`",
                "init_priority" => "define the variables in the order in which they are to be made",
                "alias" | "weakref" | "ifunc" => "write a function that calls the other",
                _ => continue,
            };
            let (span, what) = (self.at(at).span, format!("the attribute `{text}` ({instead})"));
            self.unsupported(span, &what);
        }
    }

    /// Skips attributes of an enumeration, and says whether `packed` is among them: it has the least type that holds its values.
    pub(super) fn is_packed_enumeration(&mut self) -> bool {
        let mut is_packed = false;
        while matches!(self.word(), sym::ATTRIBUTE | sym::ATTRIBUTE2) && self.at(self.position + 1).is(Punct::LParen) {
            let close = self.partner(self.position + 1);
            is_packed |= (self.position..close).any(|at| matches!(self.word_at(at), sym::PACKED | sym::PACKED2));
            self.position = close;
            self.advance();
        }
        is_packed
    }

    /// Writes `: packed(1) int`, the type under a packed enumeration.
    pub(super) fn packed_type(&mut self) {
        let one = Tok::Int(1, crate::ast::IntSuffix::default(), true);
        let int = Tok::Word(TypeWord::Int);
        [Tok::Colon, Tok::Packed, Tok::LParen, one, Tok::RParen, int, Tok::DeclaratorStart].into_iter().for_each(|tok| self.mark(tok));
    }

    /// Whether the attribute at `place` asks for an alignment.
    fn is_aligning(&self, place: usize) -> bool {
        let end = if self.at(place + 1).is(Punct::LParen) { self.partner(place + 1) } else { place };
        (place..end).any(|at| self.is_alignment_at(at))
    }

    fn is_alignment_at(&self, place: usize) -> bool {
        matches!(self.word_at(place), sym::ALIGNED | sym::ALIGNED2 | sym::ALIGN | sym::PACKED | sym::PACKED2)
    }

    /// Whether an attribute in brackets, `[[gnu::aligned(32)]]`, asks for an alignment here.
    pub(super) fn is_aligning_here(&self) -> bool {
        self.is(Punct::LBracket)
            && self.at(self.position + 1).is(Punct::LBracket)
            && (self.position..self.partner(self.position)).any(|at| self.is_alignment_at(at))
    }

    /// Writes the alignments up to the bracket `close`, and skips the rest.
    fn alignments_until(&mut self, close: usize) {
        while let Some(at) = (self.position..close).find(|at| self.is_alignment_at(*at)) {
            let is_packed = matches!(self.word_at(at), sym::PACKED | sym::PACKED2);
            let span = self.at(at).span;
            self.emit_at(if is_packed { Tok::Packed } else { Tok::Alignas }, span);
            self.position = at + 1;
            if self.is(Punct::LParen) {
                let open = self.position;
                self.emit(Tok::LParen);
                self.inside(Stop::Nothing, |this| this.expression(false));
                self.close(open, Tok::RParen);
            } else {
                // Without a number: the largest alignment of the machine.
                self.mark(Tok::LParen);
                self.mark(Tok::Int(if is_packed { 1 } else { 16 }, crate::ast::IntSuffix::default(), true));
                self.mark(Tok::RParen);
            }
        }
        self.position = close;
        self.advance();
    }

    /// Writes the alignments that attributes here ask for, and skips the rest of them.
    pub(super) fn attributes(&mut self) {
        loop {
            if self.is_aligning_here() {
                let close = self.partner(self.position);
                self.alignments_until(close);
                continue;
            }
            self.skip_attributes_silently();
            let word = self.word();
            let is_aligning = matches!(word, sym::ALIGNAS | sym::ALIGNAS2 | sym::ALIGN2)
                || matches!(word, sym::ATTRIBUTE | sym::ATTRIBUTE2 | sym::DECLSPEC);
            if !is_aligning {
                return;
            }
            if !self.at(self.position + 1).is(Punct::LParen) {
                self.advance();
                let text = self.text(word);
                return self.unexpected(&format!("`(` after `{text}`"));
            }
            if matches!(word, sym::ATTRIBUTE | sym::ATTRIBUTE2 | sym::DECLSPEC) {
                let close = self.partner(self.position + 1);
                self.alignments_until(close);
                continue;
            }
            self.emit(Tok::Alignas);
            let open = self.position;
            let close = self.partner(open);
            let type_end = self.scan_type_id(open + 1);
            if self.at(close - 1).is(Punct::Ellipsis) {
                self.aligning_pack(type_end == Some(close - 1));
                continue;
            }
            let is_type = type_end == Some(close);
            self.emit(if is_type { Tok::ParenType } else { Tok::LParen });
            self.inside(Stop::Nothing, |this| if is_type { this.type_id() } else { this.expression(false) });
            self.close(open, Tok::RParen);
        }
    }

    /// Writes `(pattern...)` behind `alignas` as a call, each of whose arguments asks; a type asks for its own alignment.
    fn aligning_pack(&mut self, is_type: bool) {
        let open = self.position;
        self.emit(Tok::LParen);
        self.mark(Tok::Name(ALIGNAS_PACK.into()));
        self.mark(Tok::LParen);
        if is_type {
            self.mark(Tok::Alignof);
            self.mark(Tok::ParenType);
            self.inside(Stop::Nothing, |this| this.type_id());
            self.mark(Tok::RParen);
        } else {
            self.inside(Stop::Nothing, |this| this.expression(false));
        }
        self.expect(Punct::Ellipsis, Tok::Ellipsis);
        self.mark(Tok::RParen);
        self.close(open, Tok::RParen);
    }
}
