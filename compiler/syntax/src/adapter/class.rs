//! Classes and enumerations.

use super::level::Level;
use super::path::PathKind;
use super::scope::{Entity, NameKind, ScopeId};
use super::words::is_type_word;
use super::{Adapter, Stop};
use crate::ast::{Access, ClassKey};
use crate::intern::{Symbol, sym};
use crate::tok::Tok;
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

impl Adapter<'_> {
    /// Writes `struct …`: the scope of its members, and whether it has a body.
    pub(super) fn class(&mut self, level: Level) -> (Option<ScopeId>, bool) {
        let key = match self.word() {
            sym::STRUCT => ClassKey::Struct,
            sym::CLASS => ClassKey::Class,
            _ => ClassKey::Union,
        };
        self.emit(Tok::ClassKey(key));
        self.attributes();
        let mut name = None;
        let mut scope = None;
        let mut around = None;
        let path = if self.is_path_start(self.position) { self.scan_class_name() } else { None };
        if let Some((end, path)) = path {
            let is_definition = self.starts_body(end);
            let is_plain = path.qualifier.is_none();
            let is_declared = matches!(path.entity, Some(Entity { kind: NameKind::Type, .. }));
            scope = path.entity.filter(|_| is_declared).and_then(|e| e.scope);
            // `struct stat s;` where a function `stat` hides the class.
            let is_hidden = matches!(path.entity, Some(Entity { kind: NameKind::Value, .. })) && !is_definition;
            let declares =
                !is_hidden && is_plain && (is_definition || !is_declared || self.at(end).is(Punct::Semicolon) && level != Level::TypeName);
            if declares {
                let here = self.scopes.declared_here(path.name).filter(|e| e.kind == NameKind::Type);
                // A template's scope is around the template's parameters, the name belongs outside.
                let target = if self.is_class_template { self.around_template_params() } else { self.scopes.top() };
                let known = here.or_else(|| self.scopes.member(target, path.name).filter(|e| e.kind == NameKind::Type));
                let members = known.and_then(|e| e.scope).unwrap_or_else(|| self.scopes.create());
                let is_template = self.is_class_template || known.is_some_and(|e| e.is_template);
                let entity = Entity { kind: NameKind::Type, is_template, scope: Some(members) };
                if !self.is_friend || !is_declared {
                    self.scopes.declare_in(target, path.name, entity);
                }
                // The name counts inside the class too.
                self.scopes.declare_in(members, path.name, entity);
                scope = Some(members);
            }
            name = Some(path.name);
            around = path.scope.filter(|_| !is_plain && is_definition);
            self.path(path, true);
        }
        if self.word() == sym::FINAL {
            self.emit(Tok::VirtSpecifier(true));
        }
        let members = scope.unwrap_or_else(|| self.scopes.create());
        let is_base_list = self.is(Punct::Colon) && self.starts_body(self.position);
        if is_base_list {
            self.emit(Tok::Colon);
            self.bases(members);
        }
        if !self.is(Punct::LBrace) {
            if name.is_none() {
                self.unexpected("the name or the body of a class");
                self.mend(Tok::BraceBody);
                self.mend(Tok::RBrace);
            }
            return (scope, false);
        }
        let open = self.position;
        self.prescan(open, members);
        self.emit(Tok::BraceBody);
        let depth = self.scopes.depth();
        // A class that is defined outside of the one it belongs to sees the names of that one.
        around.into_iter().for_each(|around| self.scopes.push(around));
        self.scopes.push(members);
        let outer = (self.is_in_class, self.is_friend, self.is_template_head, self.is_member_or_type, self.is_class_template);
        (self.is_in_class, self.is_friend, self.is_template_head, self.is_member_or_type, self.is_class_template) =
            (true, false, false, false, false);
        let close = self.partner(open);
        self.inside(Stop::Nothing, |this| this.declarations_until(close, Level::Class(name)));
        (self.is_in_class, self.is_friend, self.is_template_head, self.is_member_or_type, self.is_class_template) = outer;
        self.scopes.close_to(depth);
        self.is_recovering = false;
        self.close(open, Tok::RBrace);
        if name.is_none() {
            // Members of an unnamed struct or union count in the scope around it.
            let here = self.scopes.top();
            self.scopes.include(here, members);
        }
        self.attributes();
        (Some(members), true)
    }

    /// The name of a class: its template arguments belong to it even where the name is not known as a template.
    fn scan_class_name(&self) -> Option<(usize, super::path::PathScan)> {
        let mut path = self.scan_path(self.position)?;
        if matches!(path.kind, PathKind::Operator | PathKind::Conversion | PathKind::Destructor | PathKind::MemberPointer) {
            return None;
        }
        if !path.has_args
            && self.at(path.end).is(Punct::Lt)
            && let Some(end) = self.template_end(path.end)
        {
            path.end = end;
            path.has_args = true;
        }
        Some((path.end, path))
    }

    /// The scope that a template head stands in.
    fn around_template_params(&self) -> ScopeId {
        self.scopes.below_top()
    }

    /// Whether the body of a class, or what comes before it, starts at `place`.
    fn starts_body(&self, place: usize) -> bool {
        let at = if self.word_at(place) == sym::FINAL { place + 1 } else { place };
        if self.at(at).is(Punct::LBrace) {
            return true;
        }
        if !self.at(at).is(Punct::Colon) {
            return false;
        }
        // `: bases {` and not the width of a bit-field
        let first = self.word_at(at + 1);
        let is_written = matches!(first, sym::PUBLIC | sym::PRIVATE | sym::PROTECTED | sym::VIRTUAL | sym::TYPENAME | sym::DECLTYPE);
        is_written || self.is_path_start(at + 1)
    }

    fn bases(&mut self, members: ScopeId) {
        loop {
            loop {
                match self.word() {
                    sym::PUBLIC => self.emit(Tok::BaseAccess(Access::Public)),
                    sym::PROTECTED => self.emit(Tok::BaseAccess(Access::Protected)),
                    sym::PRIVATE => self.emit(Tok::BaseAccess(Access::Private)),
                    sym::VIRTUAL => self.emit(Tok::BaseVirtual),
                    sym::TYPENAME => self.advance(),
                    _ => break,
                }
            }
            match self.scan_path(self.position) {
                None if self.word() == sym::DECLTYPE => self.decltype(),
                Some(path) => {
                    if let Some(scope) = path.entity.and_then(|e| e.scope) {
                        self.scopes.include(members, scope);
                    }
                    self.path(path, true);
                }
                None => {
                    self.unexpected("the name of a base class");
                    return;
                }
            }
            if self.is(Punct::Ellipsis) {
                self.emit(Tok::Ellipsis);
            }
            if !self.is(Punct::Comma) {
                return;
            }
            self.emit(Tok::Comma);
        }
    }

    /// Declares the types and templates of a class body, and other members that are called like a type outside: member functions may
    /// use them before they are written.
    fn prescan(&mut self, open: usize, members: ScopeId) {
        let close = self.partner(open);
        let mut at = open + 1;
        let mut starts = true;
        let mut is_template = false;
        let mut is_typedef = false;
        let mut last_name = sym::EMPTY;
        // Where the declaration starts, until its initialiser.
        let mut start = Some(at);
        while at < close {
            let token = self.at(at);
            match token.kind {
                PpKind::Punct(Punct::Semicolon) => {
                    if is_typedef && last_name != sym::EMPTY {
                        self.predeclare(members, last_name, false);
                    }
                    (starts, is_template, is_typedef, last_name) = (true, false, false, sym::EMPTY);
                    at += 1;
                    start = Some(at);
                    continue;
                }
                PpKind::Punct(Punct::LBrace) => {
                    at = self.partner(at) + 1;
                    // A body ends its declaration unless declarators follow.
                    let next = self.at(at);
                    if !is_typedef && !matches!(next.kind, PpKind::Punct(Punct::Semicolon | Punct::Comma)) {
                        (starts, is_template, start) = (true, false, Some(at));
                    }
                    continue;
                }
                PpKind::Punct(Punct::LParen) => {
                    if is_template && !is_typedef && last_name != sym::EMPTY && self.at(at.saturating_sub(1)).text == last_name {
                        self.member_templates.insert(last_name);
                        if self.scopes.member(members, last_name).is_none() {
                            self.scopes.declare_in(members, last_name, Entity { is_template: true, ..Entity::VALUE });
                        }
                    }
                    if is_typedef && self.at(at + 1).is(Punct::Star) && self.is_name_at(at + 2) {
                        last_name = self.word_at(at + 2);
                        self.predeclare(members, last_name, false);
                        is_typedef = false;
                    }
                    at = self.partner(at) + 1;
                    continue;
                }
                PpKind::Punct(Punct::LBracket) => {
                    at = self.partner(at) + 1;
                    continue;
                }
                // What initialisers of a constructor name is declared elsewhere.
                PpKind::Punct(Punct::Colon) => (starts, is_template, start) = (true, false, start.map(|_| at + 1)),
                PpKind::Ident => match token.text {
                    sym::TEMPLATE if self.at(at + 1).is(Punct::Lt) => {
                        is_template = true;
                        if let Some(end) = self.template_end(at + 1) {
                            at = end;
                            continue;
                        }
                    }
                    sym::TYPEDEF => is_typedef = true,
                    sym::USING if self.is_name_at(at + 1) && self.at(at + 2).is(Punct::Eq) => {
                        let name = self.word_at(at + 1);
                        self.predeclare(members, name, is_template);
                    }
                    sym::STRUCT | sym::CLASS | sym::UNION | sym::ENUM if starts => {
                        let mut name = at + 1;
                        if matches!(self.word_at(name), sym::CLASS | sym::STRUCT) {
                            name += 1;
                        }
                        name = self.scan_attributes(name);
                        let behind = self.at(name + 1);
                        if self.is_name_at(name)
                            && (behind.is(Punct::LBrace)
                                || behind.is(Punct::Colon)
                                || behind.is(Punct::Semicolon)
                                || behind.is_word(sym::FINAL))
                        {
                            let word = self.word_at(name);
                            self.predeclare(members, word, is_template);
                        }
                        starts = false;
                    }
                    word if !super::path::is_keyword(word) => {
                        if !is_typedef && !is_template && start.is_some_and(|start| self.is_hiding_a_type(start, at, members)) {
                            self.scopes.declare_in(members, word, Entity::VALUE);
                        }
                        last_name = word;
                        starts = false;
                    }
                    _ => {}
                },
                PpKind::Punct(Punct::Eq) => start = None,
                _ => {}
            }
            at += 1;
        }
    }

    /// Whether the name at `at`, in a declaration of a member from `start` on, is that of a function or variable, and what is called
    /// so outside is a type. A declaration that names the type itself is left alone.
    fn is_hiding_a_type(&self, start: usize, at: usize, members: ScopeId) -> bool {
        let name = self.word_at(at);
        let is_declarator = match self.at(at + 1).kind {
            PpKind::Punct(Punct::LParen) => !matches!(self.at(at + 2).kind, PpKind::Punct(Punct::Star | Punct::Amp)),
            PpKind::Punct(Punct::Semicolon | Punct::Eq | Punct::LBracket | Punct::LBrace) => true,
            _ => false,
        };
        let before = at.saturating_sub(1);
        let is_behind_type = match self.at(before).kind {
            PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp | Punct::Gt) => true,
            _ => self.is_name_at(before) || is_type_word(self.word_at(before)) || self.word_at(before) == sym::AUTO,
        };
        is_declarator
            && is_behind_type
            && start < at
            && (start..at).all(|earlier| self.word_at(earlier) != name || self.at(earlier - 1).is(Punct::ColonColon))
            && self.scopes.member(members, name).is_none()
            && self.scopes.lookup(name).is_some_and(|e| e.kind == NameKind::Type)
    }

    fn predeclare(&mut self, members: ScopeId, name: Symbol, is_template: bool) {
        self.scopes.declare_in(members, name, Entity { is_template, ..Entity::TYPE });
    }

    /// Writes `enum …`: its scope, and whether it has a body.
    pub(super) fn enumeration(&mut self) -> (Option<ScopeId>, bool) {
        let is_scoped = matches!(self.word_at(self.position + 1), sym::CLASS | sym::STRUCT);
        self.emit(Tok::Enum(is_scoped));
        if is_scoped {
            self.advance();
        }
        let mut is_packed = self.is_packed_enumeration();
        self.skip_attributes();
        let scope = self.scopes.create();
        if self.is_path_start(self.position)
            && let Some(path) = self.scan_path(self.position)
        {
            let is_known = matches!(path.entity, Some(Entity { kind: NameKind::Type, .. }));
            let defines = matches!(self.at(path.end).kind, PpKind::Punct(Punct::LBrace | Punct::Colon));
            // `enum E e;` where a variable `E` hides the enumeration.
            let is_hidden = matches!(path.entity, Some(Entity { kind: NameKind::Value, .. })) && !defines;
            if path.qualifier.is_none() && !is_hidden && (defines || !is_known) {
                self.scopes.declare(path.name, Entity { kind: NameKind::Type, is_template: false, scope: Some(scope) });
            }
            self.path(path, true);
        }
        let has_type = self.is(Punct::Colon) && self.scan_specifiers(self.position + 1, false).is_some();
        if has_type {
            self.emit(Tok::Colon);
            self.specifiers(Level::TypeName);
            self.mark(Tok::DeclaratorStart);
        } else if self.is(Punct::LBrace) {
            // `enum {…} __attribute__((packed))` as well.
            let open = self.position;
            self.position = self.partner(open);
            self.advance();
            is_packed |= self.is_packed_enumeration();
            self.position = open;
            if is_packed {
                self.packed_type();
            }
        }
        if !self.is(Punct::LBrace) {
            return (Some(scope), false);
        }
        let open = self.position;
        self.emit(Tok::BraceBody);
        while self.is_name_at(self.position) {
            let name = self.word();
            self.scopes.declare_in(scope, name, Entity::VALUE);
            if !is_scoped {
                self.scopes.declare(name, Entity::VALUE);
            }
            let tok = self.name_tok();
            self.emit(tok);
            self.skip_attributes();
            if self.is(Punct::Eq) {
                self.emit(Tok::Eq);
                self.inside(Stop::Nothing, |this| {
                    let depth = this.scopes.depth();
                    this.scopes.push(scope);
                    this.expression(false);
                    this.scopes.close_to(depth);
                });
            }
            if !self.is(Punct::Comma) {
                break;
            }
            self.emit(Tok::Comma);
        }
        if self.position < self.partner(open) {
            let found = self.found();
            let span = self.token(0).span;
            self.error(Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected `,` or `}}` after an enumerator, found {found}")));
        }
        self.close(open, Tok::RBrace);
        self.is_packed_enumeration();
        self.skip_attributes();
        (Some(scope), true)
    }
}
