//! Declarators: pointers, names, parameter lists, arrays, types without names.

use super::level::Level;
use super::path::{PathKind, PathScan};
use super::scope::{Entity, ScopeId};
use super::{Adapter, MAX_DERIVED, Stop};
use crate::intern::{Symbol, sym};
use crate::tok::{Qual, Tok};
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

/// Where a declarator stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// A variable, function, member or type: has a name.
    Named,
    /// A parameter: may have a name.
    Param,
    /// A type without a name.
    Abstract,
    /// A type after `new`: no parameter lists.
    New,
}

/// What a declarator declares.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Declared {
    /// The name, if it is a plain one.
    pub(super) name: Option<Symbol>,
    /// A name of any kind stands in it.
    pub(super) is_named: bool,
    /// The name has a qualifier.
    pub(super) is_qualified: bool,
    /// It declares a function, not a pointer to one.
    pub(super) is_function: bool,
    /// Pointers, arrays or parameters stand in it.
    pub(super) is_derived: bool,
    /// Where the parameters are declared.
    pub(super) params: Option<ScopeId>,
}

impl Adapter<'_> {
    /// Writes a type without a name.
    pub(super) fn type_id(&mut self) {
        let specs = self.specifiers(Level::TypeName);
        if !specs.has_type && !self.is_recovering {
            self.unexpected("a type");
        }
        self.mark(Tok::DeclaratorStart);
        let depth = self.scopes.depth();
        self.declarator(Mode::Abstract);
        self.scopes.close_to(depth);
    }

    /// Writes `*`, `&`, `C::*` with their qualifiers; gives their number.
    pub(super) fn pointer_ops(&mut self) -> u32 {
        let mut count = 0;
        loop {
            self.skip_attributes();
            match self.kind(0) {
                PpKind::Punct(Punct::Star) => {
                    self.emit(Tok::Ptr);
                    self.pointer_quals();
                }
                PpKind::Punct(Punct::Amp) => self.emit(Tok::Ref(false)),
                PpKind::Punct(Punct::AmpAmp) => self.emit(Tok::Ref(true)),
                PpKind::Ident if self.word() == sym::CDECL => {
                    self.advance();
                    continue;
                }
                // It was written with the specifiers.
                PpKind::Ident if count > 0 && super::decl::is_space_word(self.word()) => {
                    self.advance();
                    continue;
                }
                // A reference takes no qualifier but `__restrict__`, which says nothing there.
                PpKind::Ident if count > 0 && matches!(self.word(), sym::RESTRICT | sym::RESTRICT2) => {
                    self.advance();
                    continue;
                }
                PpKind::Ident | PpKind::Punct(Punct::ColonColon) => match self.scan_path(self.position) {
                    Some(path) if path.kind == PathKind::MemberPointer => {
                        self.path(path, false);
                        self.emit(Tok::Ptr);
                        self.pointer_quals();
                    }
                    _ => return count,
                },
                _ => return count,
            }
            count += 1;
            if count > MAX_DERIVED {
                self.too_deep();
                return count;
            }
        }
    }

    fn pointer_quals(&mut self) {
        let mut written = Vec::new();
        loop {
            let qual = match self.word() {
                sym::CONST | sym::CONST2 => Qual::Const,
                sym::VOLATILE | sym::VOLATILE2 | sym::VOLATILE3 => Qual::Volatile,
                sym::RESTRICT | sym::RESTRICT2 => Qual::Restrict,
                sym::ATTRIBUTE | sym::ATTRIBUTE2 => {
                    self.skip_attributes();
                    continue;
                }
                _ => return,
            };
            self.check_repeated(&mut written);
            self.emit(Tok::Qual(qual));
        }
    }

    /// Writes a declarator. A qualified name opens its class's scope, which the caller closes.
    pub(super) fn declarator(&mut self, mode: Mode) -> Declared {
        self.nested(|this| this.declarator_here(mode))
    }

    fn declarator_here(&mut self, mode: Mode) -> Declared {
        let pointers = self.pointer_ops();
        let mut declared = Declared::default();
        let mut is_grouped = false;
        if self.is(Punct::Ellipsis) && mode == Mode::Param {
            self.emit(Tok::EllipsisPack);
        }
        let may_name = matches!(mode, Mode::Named | Mode::Param);
        if may_name && self.is_path_start(self.position) {
            if let Some(path) = self.scan_path(self.position) {
                self.declared_name(path, &mut declared);
            }
        } else if self.is(Punct::LParen) && mode != Mode::New && self.is_group_here(mode) {
            let open = self.position;
            self.emit(Tok::ParenGroup);
            let inner = self.declarator(mode);
            self.close(open, Tok::RParen);
            // `(f)(int)` declares a function, `(*f)(int)` a pointer, `(*f(int))[3]` a function again.
            is_grouped = inner.is_derived && !inner.is_function;
            declared = inner;
        }
        let mut count = 0;
        loop {
            if mode == Mode::Named && self.is_aligning_here() {
                break;
            }
            self.skip_attributes_silently();
            match self.kind(0) {
                PpKind::Punct(Punct::LParen) if mode != Mode::New && self.takes_parameters(mode) => {
                    let scope = self.parameters();
                    if !declared.is_derived && !is_grouped {
                        declared.is_function = true;
                    }
                    if declared.params.is_none() {
                        declared.params = Some(scope);
                    }
                    self.function_suffixes(scope);
                }
                PpKind::Punct(Punct::LBracket) => {
                    let open = self.position;
                    self.emit(Tok::LBracket);
                    if !self.is(Punct::RBracket) {
                        self.inside(Stop::Nothing, |this| this.expression(true));
                    }
                    self.close(open, Tok::RBracket);
                }
                _ => break,
            }
            declared.is_derived = true;
            count += 1;
            if count > MAX_DERIVED {
                self.too_deep();
                break;
            }
        }
        declared.is_derived |= pointers > 0;
        declared
    }

    fn is_group_here(&self, mode: Mode) -> bool {
        let first = self.at(self.position + 1);
        // A name in brackets, `int (x)`; for a parameter a type there means parameters, `int (int)`.
        self.is_group(self.position, matches!(mode, Mode::Named | Mode::Param)) || mode == Mode::Named && first.is(Punct::LParen)
    }

    /// Whether `(` after a declarator's name starts parameters (and no initialiser).
    fn takes_parameters(&self, mode: Mode) -> bool {
        // `(…) {` can only be a function, whatever stands inside.
        let is_defined = self.is(Punct::LParen) && self.at(self.partner(self.position) + 1).is(Punct::LBrace);
        mode != Mode::Named || self.is_member_or_type || is_defined || self.is_parameter_list(self.position)
    }

    fn declared_name(&mut self, path: PathScan, declared: &mut Declared) {
        declared.is_named = true;
        declared.is_qualified = path.qualifier.is_some();
        if matches!(path.kind, PathKind::Type | PathKind::Value | PathKind::Unknown | PathKind::Dependent | PathKind::Namespace)
            && path.qualifier.is_none()
            && !path.has_args
        {
            declared.name = Some(path.name);
        }
        self.path(path, false);
        if let Some(scope) = path.scope {
            self.scopes.push(scope);
        }
    }

    /// Writes `(…)` with parameters; gives the scope that declares them.
    pub(super) fn parameters(&mut self) -> ScopeId {
        let open = self.position;
        let scope = self.scopes.create();
        let depth = self.scopes.depth();
        self.scopes.push(scope);
        self.emit(Tok::ParenParams);
        let outer = std::mem::replace(&mut self.is_member_or_type, true);
        self.inside(Stop::Nothing, |this| {
            while !this.is(Punct::RParen) && this.kind(0) != PpKind::Eof {
                let before = this.position;
                if this.is(Punct::Ellipsis) {
                    this.emit(Tok::Ellipsis);
                } else {
                    this.parameter();
                }
                match this.kind(0) {
                    PpKind::Punct(Punct::Comma) => this.emit(Tok::Comma),
                    // `(const char *f ...)`: the comma may be left out.
                    PpKind::Punct(Punct::Ellipsis) => this.mark(Tok::Comma),
                    _ => break,
                }
                if this.position == before {
                    break;
                }
            }
        });
        self.is_member_or_type = outer;
        self.scopes.close_to(depth);
        if !self.is(Punct::RParen) && !self.is_recovering && self.position < self.partner(open) {
            let found = self.found();
            self.error(
                Diagnostic::error(
                    Code::UNEXPECTED_TOKEN,
                    self.token(0).span,
                    format!("expected `,` or `)` after a parameter, found {found}"),
                )
                .also(self.at(open).span, "the parameter list starts here"),
            );
        }
        self.close(open, Tok::RParen);
        scope
    }

    /// Writes one parameter.
    pub(super) fn parameter(&mut self) {
        let specs = self.specifiers(Level::Param);
        if !specs.has_type {
            self.unexpected("the type of a parameter");
            self.mend(Tok::Word(crate::tok::TypeWord::Int));
        }
        self.mark(Tok::DeclaratorStart);
        let depth = self.scopes.depth();
        let declared = self.declarator(Mode::Param);
        self.scopes.close_to(depth);
        self.skip_attributes_silently();
        if let Some(name) = declared.name {
            self.scopes.declare(name, Entity::VALUE);
        }
        if self.is(Punct::Eq) {
            self.emit(Tok::Eq);
            self.init_clause();
        }
    }

    /// Writes what may follow a parameter list.
    pub(super) fn function_suffixes(&mut self, scope: ScopeId) {
        loop {
            self.skip_attributes_silently();
            match self.kind(0) {
                PpKind::Ident => match self.word() {
                    sym::CONST | sym::CONST2 => self.emit(Tok::Qual(Qual::Const)),
                    sym::VOLATILE => self.emit(Tok::Qual(Qual::Volatile)),
                    sym::NOEXCEPT => {
                        self.emit(Tok::Noexcept);
                        if self.is(Punct::LParen) {
                            self.bracketed_expression();
                        }
                    }
                    sym::THROW if self.at(self.position + 1).is(Punct::LParen) => {
                        let span = self.token(0).span;
                        self.advance();
                        self.position = self.partner(self.position);
                        self.advance();
                        self.emit_at(Tok::Noexcept, span);
                    }
                    sym::REQUIRES => {
                        let depth = self.scopes.depth();
                        self.scopes.push(scope);
                        self.requires_clause();
                        self.scopes.close_to(depth);
                    }
                    sym::OVERRIDE => self.emit(Tok::VirtSpecifier(false)),
                    sym::FINAL => self.emit(Tok::VirtSpecifier(true)),
                    sym::MUTABLE => self.emit(Tok::LambdaMutable),
                    _ => return,
                },
                PpKind::Punct(Punct::Amp) if self.is_reference_suffix() => self.emit(Tok::Ref(false)),
                PpKind::Punct(Punct::AmpAmp) if self.is_reference_suffix() => self.emit(Tok::Ref(true)),
                PpKind::Punct(Punct::Arrow) => self.trailing_return(scope),
                PpKind::Punct(Punct::Eq) if self.is_pure_here() => {
                    let span = self.token(0).span;
                    self.advance();
                    self.advance();
                    self.emit_at(Tok::EqZero, span);
                }
                _ => return,
            }
        }
    }

    /// Whether the `&` or `&&` behind a parameter list belongs to the function, and is no operator before a name.
    fn is_reference_suffix(&self) -> bool {
        let is_virt_specifier = self.is_in_class && matches!(self.word_at(self.position + 1), sym::OVERRIDE | sym::FINAL);
        is_virt_specifier || !self.is_name_at(self.position + 1)
    }

    /// Writes `-> T` behind the parameters in `scope`.
    fn trailing_return(&mut self, scope: ScopeId) {
        self.emit(Tok::Arrow);
        let depth = self.scopes.depth();
        self.scopes.push(scope);
        if self.is_grouped_type() {
            self.grouped_type();
        } else {
            let specs = self.specifiers(Level::TypeName);
            if !specs.has_type {
                self.unexpected("a return type after `->`");
            }
            self.mark(Tok::DeclaratorStart);
            self.pointer_ops();
        }
        self.scopes.close_to(depth);
    }

    /// Whether a type with brackets around `*` or `&` stands here, such as `int (*)(int)`.
    fn is_grouped_type(&self) -> bool {
        let Some(specs) = self.scan_specifiers(self.position, true) else { return false };
        let open = self.scan_pointer_ops(specs.end);
        self.at(open).is(Punct::LParen)
            && self.is_group(open, false)
            && matches!(self.at(self.partner(open) + 1).kind, PpKind::Punct(Punct::LParen | Punct::LBracket))
    }

    /// Writes such a type as `decltype(__typeof__(T))`, as the grammar knows no brackets behind `->`. That has no reference:
    /// the `&` of `int (&)[2]` is written behind it.
    fn grouped_type(&mut self) {
        let span = self.token(0).span;
        self.emit_at(Tok::Decltype, span);
        self.emit_at(Tok::LParen, span);
        self.emit_at(Tok::Trait("__typeof__".into()), span);
        self.emit_at(Tok::ParenType, span);
        self.specifiers(Level::TypeName);
        self.mark(Tok::DeclaratorStart);
        self.pointer_ops();
        let is_reference = self.is(Punct::LParen) && self.at(self.position + 2).is(Punct::RParen);
        let reference = match self.kind(1) {
            PpKind::Punct(Punct::Amp) if is_reference => Some(false),
            PpKind::Punct(Punct::AmpAmp) if is_reference => Some(true),
            _ => None,
        };
        if reference.is_some() {
            self.position += 3;
        }
        self.declarator(Mode::Abstract);
        self.emit_at(Tok::RParen, span);
        self.emit_at(Tok::RParen, span);
        self.mark(Tok::DeclaratorStart);
        if let Some(is_rvalue) = reference {
            self.emit_at(Tok::Ref(is_rvalue), span);
        }
    }

    fn is_pure_here(&self) -> bool {
        let number = self.at(self.position + 1);
        number.kind == PpKind::Number
            && &**self.interner.text(number.text) == "0"
            && self.at(self.position + 2).is(Punct::Semicolon)
            && self.is_in_class
    }
}
