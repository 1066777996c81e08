//! Braced lists: initialisers, with the designators of C and GNU C before them (ISO C17 6.7.9; GCC, "Designated Initializers").
//!
//! The grammar knows `.name =` and `[index] =`. Designators in a row are written as lists in lists: `.a.b = 1, .a.c = 2` as
//! `.a = { .b = 1, .c = 2 }`; `[0 ... 3] =` as an index that is a call of [`RANGE_DESIGNATOR`].

use crate::adapter::{Adapter, Stop};
use crate::ast::RANGE_DESIGNATOR;
use crate::intern::Symbol;
use crate::tok::Tok;
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};
use std::collections::HashSet;

/// The tokens of designators in a row.
type Designators = Vec<(PpKind, Symbol)>;

impl Adapter<'_> {
    /// Writes an expression without commas, or a braced list.
    pub(in crate::adapter) fn init_clause(&mut self) {
        if self.is(Punct::LBrace) { self.braced() } else { self.expression(false) }
    }

    /// Writes `{…}` with initialisers.
    pub(in crate::adapter) fn braced(&mut self) {
        self.nested(|this| {
            let open = this.position;
            this.emit(Tok::LBrace);
            this.inside(Stop::Nothing, |this| {
                let mut seen = HashSet::new();
                while !this.is(Punct::RBrace) && this.kind(0) != PpKind::Eof {
                    let before = this.position;
                    this.braced_item(&Designators::new(), &mut seen);
                    if !this.is(Punct::Comma) || this.position == before {
                        break;
                    }
                    this.emit(Tok::Comma);
                }
            });
            if this.position < this.partner(open) && !this.is_recovering {
                let found = this.found();
                let span = this.token(0).span;
                this.error(Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected `,` or `}}` after a value, found {found}")));
            }
            this.close(open, Tok::RBrace);
        });
    }

    /// Writes one initialiser of a list that the designators `around` lead to; `seen` are those that the list had.
    fn braced_item(&mut self, around: &Designators, seen: &mut HashSet<Designators>) {
        if self.is_name_at(self.position) && self.at(self.position + 1).is(Punct::Colon) {
            // GNU's old `name: value`.
            seen.insert(self.designators(self.position, self.position + 1));
            self.mark(Tok::Dot);
            let name = self.name_tok();
            self.emit(name);
            self.emit(Tok::Eq);
            return self.init_clause();
        }
        let Some(end) = self.designator_end(self.position) else {
            self.init_clause();
            if self.is(Punct::Ellipsis) {
                self.emit(Tok::Ellipsis);
            }
            return;
        };
        let first = self.designators(self.position, end);
        let is_member = self.is(Punct::Dot);
        self.designator();
        let is_again = !seen.insert(first.clone());
        if self.designator_end(self.position).is_some() {
            if is_again {
                let span = self.token(0).span;
                self.unsupported(span, "a designator of a part of what was initialised before");
            }
            let around: Designators = around.iter().chain(&first).copied().collect();
            return self.nested(|this| this.designated_part(&around));
        }
        match self.kind(0) {
            PpKind::Punct(Punct::Eq) => {
                self.emit(Tok::Eq);
                self.init_clause();
            }
            PpKind::Punct(Punct::LBrace) if is_member => self.braced(),
            _ => self.unexpected("`=`"),
        }
    }

    /// Writes the initialisers that begin with the designators `around`, the first of which are written, as a list. What has no
    /// designator goes on in it.
    fn designated_part(&mut self, around: &Designators) {
        self.mark(Tok::Eq);
        self.mark(Tok::LBrace);
        let mut seen = HashSet::new();
        loop {
            self.braced_item(around, &mut seen);
            let next = self.position + 1;
            let end = next + around.len();
            let is_part = self.designators(next, end) == *around && self.designator_end(end).is_some();
            let is_bare = self.designator_end(next).is_none() && !self.at(next).is(Punct::RBrace) && !self.at(next + 1).is(Punct::Colon);
            if !self.is(Punct::Comma) || !(is_part || is_bare) {
                break;
            }
            self.emit(Tok::Comma);
            if is_part {
                self.position = end;
            }
        }
        self.mark(Tok::RBrace);
    }

    /// Writes `.name` or `[index]`, which stands here.
    fn designator(&mut self) {
        if self.is(Punct::Dot) {
            self.emit(Tok::Dot);
            let name = self.name_tok();
            return self.emit(name);
        }
        let open = self.position;
        let is_range = (open + 1..self.partner(open)).any(|at| self.at(at).is(Punct::Ellipsis));
        self.emit(Tok::BracketDesignator);
        if is_range {
            self.mark(Tok::Name(RANGE_DESIGNATOR.into()));
            self.mark(Tok::LParen);
            self.expression(false);
            self.expect(Punct::Ellipsis, Tok::Comma);
            self.expression(false);
            self.mark(Tok::RParen);
        } else {
            self.expression(false);
        }
        self.close(open, Tok::RBracket);
    }

    /// The place behind the designator at `place`, if one stands there: a lambda is none.
    fn designator_end(&self, place: usize) -> Option<usize> {
        if self.at(place).is(Punct::Dot) {
            return self.is_name_at(place + 1).then_some(place + 2);
        }
        if !self.at(place).is(Punct::LBracket) {
            return None;
        }
        let end = self.partner(place) + 1;
        let goes_on = match self.at(end).kind {
            PpKind::Punct(Punct::Eq) => true,
            PpKind::Punct(Punct::Dot) => self.is_name_at(end + 1),
            PpKind::Punct(Punct::LBracket) => !self.at(end + 1).is(Punct::LBracket),
            _ => false,
        };
        goes_on.then_some(end)
    }

    fn designators(&self, from: usize, to: usize) -> Designators {
        (from..to).map(|at| (self.at(at).kind, self.at(at).text)).collect()
    }
}
