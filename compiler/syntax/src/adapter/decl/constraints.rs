//! Concepts and `requires` (C++20 [temp.concept], [expr.prim.req]). Both words are names wherever nothing of this can stand.

use crate::adapter::path::PathScan;
use crate::adapter::scope::{Entity, NameKind};
use crate::adapter::{Adapter, Stop};
use crate::intern::sym;
use crate::tok::{Flag, Tok, TypeWord};
use crate::token::{PpKind, Punct};

impl Adapter<'_> {
    /// The concept that is named at `place` as the constraint of a type.
    pub(in crate::adapter) fn concept_at(&self, place: usize) -> Option<PathScan> {
        if !self.is_name_at(place) && !self.at(place).is(Punct::ColonColon) {
            return None;
        }
        self.scan_path(place).filter(|path| path.entity.is_some_and(|e| e.kind == NameKind::Concept))
    }

    /// The concept at `place`, where `auto` follows it.
    pub(in crate::adapter) fn constrained_auto(&self, place: usize) -> Option<PathScan> {
        let path = self.concept_at(place)?;
        let next = self.word_at(path.end);
        (next == sym::AUTO || next == sym::DECLTYPE && self.word_at(path.end + 2) == sym::AUTO).then_some(path)
    }

    /// Writes a concept that constrains what follows.
    pub(in crate::adapter) fn constraint(&mut self, path: PathScan) {
        self.mark(Tok::Constrained);
        self.path(path, false);
        self.mark(Tok::RequiresEnd);
    }

    /// Whether `concept name =` stands here.
    pub(super) fn is_concept(&self) -> bool {
        self.word() == sym::CONCEPT && self.is_name_at(self.position + 1) && self.at(self.position + 2).is(Punct::Eq)
    }

    /// Writes a concept as the variable `bool name = constraint;`.
    pub(super) fn concept(&mut self) {
        self.emit(Tok::Flag(Flag::Concept));
        self.mark(Tok::Word(TypeWord::Bool));
        self.mark(Tok::DeclaratorStart);
        let scope = self.scopes.below_top();
        self.scopes.declare_in(scope, self.word(), Entity { kind: NameKind::Concept, is_template: true, scope: None });
        let name = self.name_tok();
        self.emit(name);
        self.emit(Tok::Eq);
        self.inside(Stop::Nothing, |this| this.expression(false));
        self.semicolon("this concept");
    }

    /// Writes `requires e` of a template head or behind a function's parameters.
    pub(in crate::adapter) fn requires_clause(&mut self) {
        self.emit(Tok::Requires);
        self.inside(Stop::Nothing, |this| {
            while this.constraint_operand() {
                if !matches!(this.kind(0), PpKind::Punct(Punct::AmpAmp | Punct::PipePipe)) && !matches!(this.word(), sym::AND | sym::OR) {
                    return;
                }
                this.infix(false);
            }
        });
        self.mark(Tok::RequiresEnd);
    }

    /// A primary expression: what follows it is the declaration and no call.
    fn constraint_operand(&mut self) -> bool {
        if self.is_requires_expression() {
            self.requires_expression();
            return true;
        }
        match self.scan_path(self.position) {
            Some(path) if !self.is_keyword(self.word()) => {
                self.path(path, false);
                true
            }
            _ => self.operand(),
        }
    }

    /// Whether a `requires` expression, and not a name, stands here.
    pub(in crate::adapter) fn is_requires_expression(&self) -> bool {
        let next = self.position + 1;
        self.word() == sym::REQUIRES
            && (self.at(next).is(Punct::LBrace) || self.at(next).is(Punct::LParen) && self.at(self.partner(next) + 1).is(Punct::LBrace))
    }

    /// Writes `requires (params) { … }`.
    pub(in crate::adapter) fn requires_expression(&mut self) {
        let depth = self.scopes.depth();
        self.emit(Tok::RequiresExpression);
        let outer = (self.is_in_class, self.is_member_or_type, self.is_friend, self.is_template_head);
        (self.is_in_class, self.is_member_or_type, self.is_friend, self.is_template_head) = (false, false, false, false);
        if self.is(Punct::LParen) {
            let scope = self.parameters();
            self.scopes.push(scope);
        }
        let open = self.position;
        self.emit(Tok::BraceBlock);
        self.inside(Stop::Nothing, |this| {
            while !this.is(Punct::RBrace) && this.kind(0) != PpKind::Eof {
                let before = this.position;
                this.nested(|this| this.requirement());
                if this.position == before {
                    break;
                }
            }
        });
        self.close(open, Tok::RBrace);
        (self.is_in_class, self.is_member_or_type, self.is_friend, self.is_template_head) = outer;
        self.scopes.close_to(depth);
    }

    fn requirement(&mut self) {
        match self.kind(0) {
            PpKind::Punct(Punct::LBrace) => self.compound_requirement(),
            PpKind::Ident if self.word() == sym::TYPENAME => {
                self.mark(Tok::TypeStart);
                self.type_id();
            }
            PpKind::Ident if self.word() == sym::REQUIRES && !self.is_requires_expression() => {
                self.emit(Tok::Requires);
                self.expression(false);
                self.mark(Tok::RequiresEnd);
            }
            _ => self.expression(true),
        }
        self.semicolon("this requirement");
    }

    fn compound_requirement(&mut self) {
        let open = self.position;
        self.emit(Tok::LBrace);
        self.inside(Stop::Nothing, |this| this.expression(true));
        self.close(open, Tok::RBrace);
        if self.word() == sym::NOEXCEPT {
            self.emit(Tok::Noexcept);
        }
        if self.is(Punct::Arrow) {
            self.emit(Tok::Arrow);
            match self.scan_path(self.position) {
                Some(path) => self.path(path, false),
                None => {
                    self.unexpected("the name of a concept");
                    self.mend(Tok::Name("".into()));
                }
            }
        }
    }
}
