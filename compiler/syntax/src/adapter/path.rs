//! Names: qualified, with template arguments, of operators and destructors.

use super::scope::{Entity, NameKind, ScopeId};
use super::{Adapter, Stop};
use crate::intern::{Symbol, sym};
use crate::tok::Tok;
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

/// What a path turned out to name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PathKind {
    Type,
    Value,
    Namespace,
    /// Not declared.
    Unknown,
    /// A member of a type that depends on template parameters, or of an unknown one.
    Dependent,
    /// `~T`
    Destructor,
    /// `operator+`
    Operator,
    /// `operator T`
    Conversion,
    /// `C::*`, without the `*`
    MemberPointer,
}

/// A path found by looking ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathScan {
    pub(super) kind: PathKind,
    /// The token behind it.
    pub(super) end: usize,
    /// The last name.
    pub(super) name: Symbol,
    /// Where the last name stands.
    pub(super) name_at: usize,
    /// The name before the last.
    pub(super) qualifier: Option<Symbol>,
    /// The scope that the qualifier names.
    pub(super) scope: Option<ScopeId>,
    /// The entity of the last name.
    pub(super) entity: Option<Entity>,
    pub(super) has_args: bool,
}

/// Deepest nesting of conversion functions in names.
const MAX_SCAN: u32 = 16;

/// Most tokens of qualifiers that are looked at before the name of a template.
const MAX_QUALIFIERS: usize = 64;

/// Where the next name of a path is looked up.
#[derive(Clone, Copy)]
enum Context {
    Open,
    In(ScopeId),
    Dependent,
}

impl Adapter<'_> {
    /// Whether the word is a keyword and no name.
    pub(super) fn is_keyword(&self, word: Symbol) -> bool {
        is_keyword(word)
    }

    /// Whether an identifier stands at `place`.
    pub(super) fn is_name_at(&self, place: usize) -> bool {
        let word = self.word_at(place);
        word != sym::EMPTY && !is_keyword(word)
    }

    /// Whether a path can start at `place`.
    pub(super) fn is_path_start(&self, place: usize) -> bool {
        self.is_name_at(place)
            || self.at(place).is(Punct::ColonColon)
            || self.word_at(place) == sym::OPERATOR
            || self.at(place).is(Punct::Tilde) && self.is_name_at(place + 1)
            || self.decltype_qualifier(place).is_some()
    }

    /// Whether `decltype` or GNU's `typeof` stands at `place`. The latter is a name where the program declares it.
    pub(super) fn is_decltype(&self, place: usize) -> bool {
        match self.word_at(place) {
            sym::DECLTYPE | sym::TYPEOF | sym::TYPEOF3 => true,
            word @ sym::TYPEOF2 => self.at(place + 1).is(Punct::LParen) && self.scopes.lookup(word).is_none(),
            _ => false,
        }
    }

    /// What follows `decltype(e)::` at `place`.
    pub(super) fn decltype_qualifier(&self, place: usize) -> Option<usize> {
        if !self.is_decltype(place) || !self.at(place + 1).is(Punct::LParen) {
            return None;
        }
        let behind = self.partner(place + 1) + 1;
        (self.at(behind).is(Punct::ColonColon) && (self.is_path_start(behind + 1) || self.word_at(behind + 1) == sym::TEMPLATE))
            .then_some(behind + 1)
    }

    /// The path at `place`.
    pub(super) fn scan_path(&self, place: usize) -> Option<PathScan> {
        self.scan_path_from(place, false)
    }

    /// The path at `place`; `is_member` after `.` or `->`.
    pub(super) fn scan_path_from(&self, place: usize, is_member: bool) -> Option<PathScan> {
        // `operator operator operator …`
        if self.scanning.get() > MAX_SCAN {
            return None;
        }
        self.scanning.set(self.scanning.get() + 1);
        let found = self.scan_path_here(place, is_member);
        self.scanning.set(self.scanning.get() - 1);
        found
    }

    fn scan_path_here(&self, place: usize, is_member: bool) -> Option<PathScan> {
        let mut at = place;
        let mut context = if is_member { Context::Dependent } else { Context::Open };
        let mut qualifier = None;
        let mut scope = None;
        let mut is_first = true;
        if self.at(at).is(Punct::ColonColon) {
            context = Context::In(self.scopes.global());
            scope = Some(self.scopes.global());
            at += 1;
        }
        if let Some(behind) = self.decltype_qualifier(at) {
            context = Context::Dependent;
            at = behind;
            is_first = false;
        }
        loop {
            let mut is_told = false;
            if self.word_at(at) == sym::TEMPLATE && !is_first {
                is_told = true;
                at += 1;
            }
            let mut found = PathScan {
                kind: PathKind::Unknown,
                end: at + 1,
                name: sym::EMPTY,
                name_at: at,
                qualifier,
                scope,
                entity: None,
                has_args: false,
            };
            if self.at(at).is(Punct::Tilde) {
                if !self.is_name_at(at + 1) {
                    return None;
                }
                let end = if self.at(at + 2).is(Punct::Lt) { self.template_end(at + 2).unwrap_or(at + 2) } else { at + 2 };
                return Some(PathScan { kind: PathKind::Destructor, end, name: self.word_at(at + 1), ..found });
            }
            if self.word_at(at) == sym::OPERATOR {
                let (kind, end) = self.scan_operator(at)?;
                return Some(PathScan { kind, end, name: sym::OPERATOR, ..found });
            }
            if self.at(at).is(Punct::Star) && !is_first {
                return Some(PathScan { kind: PathKind::MemberPointer, end: at, ..found });
            }
            if !self.is_name_at(at) {
                return None;
            }
            let name = self.word_at(at);
            let entity = match context {
                // In front of `::` only namespaces and types count ([basic.lookup.qual]).
                Context::Open if self.at(at + 1).is(Punct::ColonColon) => self.scopes.lookup_qualifier(name),
                Context::Open => self.scopes.lookup(name),
                Context::In(scope) => self.scopes.member(scope, name),
                Context::Dependent => None,
            };
            found.name = name;
            found.entity = entity;
            let mut end = at + 1;
            if self.at(end).is(Punct::Lt)
                && (is_told || entity.is_none_or(|e| e.is_template))
                && let Some(close) = self.template_end(end)
            {
                let is_template = match entity {
                    Some(entity) => entity.is_template,
                    None => is_told || self.looks_like_template(name, end, close, context, is_member),
                };
                if is_template || is_told {
                    end = close;
                    found.has_args = true;
                }
            }
            if self.at(end).is(Punct::ColonColon)
                && (self.is_path_start(end + 1) || self.word_at(end + 1) == sym::TEMPLATE || self.at(end + 1).is(Punct::Star))
            {
                context = match entity.and_then(|e| e.scope) {
                    Some(inner) => Context::In(inner),
                    None => Context::Dependent,
                };
                scope = entity.and_then(|e| e.scope);
                qualifier = Some(name);
                at = end + 1;
                is_first = false;
                continue;
            }
            found.end = end;
            found.kind = match entity {
                Some(Entity { kind: NameKind::Type, .. }) => PathKind::Type,
                Some(Entity { kind: NameKind::Value | NameKind::Concept, .. }) => PathKind::Value,
                Some(Entity { kind: NameKind::Namespace, .. }) => PathKind::Namespace,
                // `C::C` names the constructor or, in a declaration of types, the class.
                None if matches!(context, Context::In(_)) && qualifier == Some(name) => PathKind::Value,
                None if matches!(context, Context::Open) => PathKind::Unknown,
                None => PathKind::Dependent,
            };
            return Some(found);
        }
    }

    /// Whether `name <` opens template arguments although no template of the name is known.
    fn looks_like_template(&self, name: Symbol, open: usize, close: usize, context: Context, is_member: bool) -> bool {
        let follows = self.at(close);
        // An operator `>` has a right operand; the second `>` may be one of `>>`.
        if follows.is(Punct::Comma) || follows.is(Punct::RParen) || follows.is(Punct::Gt) && self.starts_type(open + 1) {
            return true;
        }
        let is_used = follows.is(Punct::LParen) || follows.is(Punct::ColonColon) || self.is_launch_open(close) || self.is_name_at(close);
        if !is_used {
            return false;
        }
        if is_member && matches!(context, Context::Dependent) && self.member_templates.contains(&name) {
            return true;
        }
        // `unknown::t<3> x`: as an expression it would compare a truth value with something.
        let is_declared = !is_member && !matches!(context, Context::Open) && self.is_name_at(close);
        self.starts_type(open + 1) || follows.is(Punct::ColonColon) || is_declared
    }

    /// Whether a type that needs no look at expressions starts at `place`.
    fn starts_type(&self, place: usize) -> bool {
        super::words::is_type_word(self.word_at(place))
            || self.is_name_at(place) && self.scopes.lookup(self.word_at(place)).is_some_and(|e| e.kind == NameKind::Type)
    }

    /// The token behind the `>` that closes the `<` at `open`.
    pub(super) fn template_end(&self, open: usize) -> Option<usize> {
        if let Some(known) = self.angle_ends.borrow().get(&(open as u32)) {
            return known.map(|end| end as usize);
        }
        let mut inner = vec![open];
        let mut at = open + 1;
        let mut found = None;
        while at < self.tokens.len() && inner.len() < 256 && at - open < 100_000 {
            let token = self.at(at);
            match token.kind {
                PpKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    at = self.partner(at) + 1;
                    continue;
                }
                PpKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace | Punct::Semicolon) | PpKind::Eof => break,
                PpKind::Punct(Punct::Shl) if self.is_launch_open(at) => break,
                PpKind::Punct(Punct::Lt) if self.may_open_template(at) => inner.push(at),
                PpKind::Punct(Punct::Gt) => {
                    let closed = inner.pop();
                    if let Some(closed) = closed {
                        self.angle_ends.borrow_mut().insert(closed as u32, Some(at as u32 + 1));
                    }
                    if inner.is_empty() {
                        found = Some(at + 1);
                        break;
                    }
                }
                PpKind::Punct(Punct::AmpAmp | Punct::PipePipe)
                    if !self.is_after_type(at) && inner.len() == 1 && !self.is_certain_template(open) =>
                {
                    break;
                }
                _ => {}
            }
            at += 1;
        }
        let mut ends = self.angle_ends.borrow_mut();
        // What is still open here has no end either.
        inner.into_iter().for_each(|at| {
            ends.insert(at as u32, None);
        });
        ends.insert(open as u32, found.map(|f| f as u32));
        found
    }

    /// Whether `&&` at `at` may be a reference: it follows a type and something that ends an argument follows it.
    fn is_after_type(&self, at: usize) -> bool {
        matches!(self.at(at + 1).kind, PpKind::Punct(Punct::Comma | Punct::Gt | Punct::RParen | Punct::Ellipsis))
    }

    /// Whether a template is known by the name before the `<` at `open`.
    fn is_certain_template(&self, open: usize) -> bool {
        let Some(place) = open.checked_sub(1) else { return false };
        let before = self.word_at(place);
        let is_told = before == sym::TEMPLATE || is_cast_word(before) || place > 0 && self.word_at(place - 1) == sym::TEMPLATE;
        is_told || self.entity_ending_at(place).is_some_and(|e| e.is_template)
    }

    /// What the path whose last name stands at `place` names, as far as no template arguments stand in it.
    fn entity_ending_at(&self, place: usize) -> Option<Entity> {
        let is_qualified = |at: usize| at > 0 && self.at(at - 1).is(Punct::ColonColon);
        let mut first = place;
        while place - first < MAX_QUALIFIERS && is_qualified(first) && first > 1 && self.is_name_at(first - 2) {
            first -= 2;
        }
        let last = self.word_at(place);
        // `A<T>::B`, `::B` and members that are not known: what the name alone says.
        if first == place || is_qualified(first) {
            return self.scopes.lookup(last);
        }
        let mut scope = self.scopes.lookup_qualifier(self.word_at(first)).and_then(|e| e.scope);
        for at in (first + 2..place).step_by(2) {
            scope = scope.and_then(|inner| self.scopes.member(inner, self.word_at(at))).and_then(|e| e.scope);
        }
        scope.and_then(|inner| self.scopes.member(inner, last)).or_else(|| self.scopes.lookup(last))
    }

    /// Whether the `<` at `at` follows a name that may be a template.
    fn may_open_template(&self, at: usize) -> bool {
        let before = self.word_at(at - 1);
        if is_cast_word(before) {
            return true;
        }
        if before == sym::EMPTY || is_keyword(before) {
            return false;
        }
        match self.scopes.lookup(before) {
            Some(entity) => entity.is_template || self.at(at.saturating_sub(2)).is(Punct::ColonColon),
            None => {
                self.at(at.saturating_sub(2)).is(Punct::ColonColon) || self.starts_type(at + 1) || self.member_templates.contains(&before)
            }
        }
    }

    /// Whether `<<<` stands at `place`; as nvcc has it, also as `<< <`, which some formatters write.
    pub(super) fn is_launch_open(&self, place: usize) -> bool {
        self.at(place).is(Punct::Shl) && self.at(place + 1).is(Punct::Lt)
    }

    /// Whether `>>>` stands at `place`, or `>> >`.
    pub(super) fn is_launch_close(&self, place: usize) -> bool {
        (0..3).all(|n| self.at(place + n).is(Punct::Gt)) && self.is_joined(place)
    }

    /// Writes the path at the current place, its last name as a type or not.
    pub(super) fn path(&mut self, found: PathScan, is_type: bool) {
        if self.is(Punct::ColonColon) {
            self.emit(Tok::GlobalColons);
        }
        loop {
            if self.word() == sym::TEMPLATE {
                self.advance();
            }
            if self.position >= found.end {
                return;
            }
            if self.decltype_qualifier(self.position).is_some() {
                self.decltype();
                self.emit(Tok::ColonColon);
                continue;
            }
            if self.is(Punct::Tilde) {
                self.emit(Tok::DestructorTilde);
                let name = self.name_tok();
                self.emit(name);
                // `~T<args>` says no more than `~T`.
                self.position = found.end;
                return;
            }
            if self.word() == sym::OPERATOR {
                self.operator_name();
                if self.position < found.end && self.is(Punct::Lt) {
                    self.template_args();
                }
                return;
            }
            let is_last = self.position == found.name_at;
            let name = self.text(self.word());
            let entity = if is_last { None } else { self.scopes.lookup_qualifier(self.word()) };
            let is_type_name = if is_last { is_type } else { entity.is_some_and(|e| e.kind == NameKind::Type) };
            self.emit(if is_type_name { Tok::Type(name) } else { Tok::Name(name) });
            if self.position < found.end && self.is(Punct::Lt) {
                self.template_args();
            }
            if self.position < found.end && self.is(Punct::ColonColon)
                || found.kind == PathKind::MemberPointer && self.is(Punct::ColonColon)
            {
                self.emit(Tok::ColonColon);
                continue;
            }
            return;
        }
    }

    /// Writes `<…>` at the current place.
    pub(super) fn template_args(&mut self) {
        self.nested(|this| {
            let open = this.token(0).span;
            let outer = std::mem::replace(&mut this.stop, Stop::Angle);
            this.emit(Tok::TemplateOpen);
            while !this.is(Punct::Gt) {
                let before = this.position;
                this.template_arg();
                if this.is(Punct::Comma) && this.position > before {
                    this.emit(Tok::Comma);
                } else {
                    break;
                }
            }
            this.stop = outer;
            if this.is(Punct::Gt) {
                this.emit(Tok::TemplateClose);
            } else {
                let found = this.found();
                this.error(
                    Diagnostic::error(Code::UNEXPECTED_TOKEN, this.token(0).span, format!("expected `>`, found {found}"))
                        .also(open, "to close this `<`"),
                );
                this.mend(Tok::TemplateClose);
            }
        });
    }

    fn template_arg(&mut self) {
        let is_type = self.scan_type_id(self.position).is_some_and(|end| {
            let next = self.at(end);
            matches!(next.kind, PpKind::Punct(Punct::Comma | Punct::Gt | Punct::Ellipsis))
        });
        if is_type {
            self.mark(Tok::TypeStart);
            self.type_id();
        } else {
            self.expression(false);
        }
        if self.is(Punct::Ellipsis) {
            self.emit(Tok::Ellipsis);
        }
    }
}

fn is_cast_word(word: Symbol) -> bool {
    matches!(word, sym::STATIC_CAST | sym::CONST_CAST | sym::REINTERPRET_CAST | sym::DYNAMIC_CAST)
}

/// Whether `word` can be no name.
pub(crate) fn is_keyword(word: Symbol) -> bool {
    word >= sym::ALIGNAS && word <= sym::UNDERLYING_TYPE && !matches!(word, sym::OVERRIDE | sym::FINAL | sym::VA_ARG2 | sym::TYPEOF2)
}
