//! Declarations and their specifiers.

use super::declarator::{Declared, Mode};
use super::path::PathKind;
use super::scope::{Entity, NameKind, ScopeId};
use super::{Adapter, Stop};
use crate::ast::Access;
use crate::intern::{Symbol, sym};
use crate::tok::{Flag, Qual, Tok, TypeWord};
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic};

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    Namespace,
    /// A member of a class of this name.
    Class(Option<Symbol>),
    Block,
    Param,
    TypeName,
}

/// What specifiers said.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Specs {
    pub(super) has_type: bool,
    pub(super) is_typedef: bool,
    pub(super) is_friend: bool,
    /// Members of the type, for a `typedef` of it.
    pub(super) scope: Option<ScopeId>,
    /// The type is a template without arguments.
    pub(super) is_template: bool,
    /// A class or enumeration was defined.
    pub(super) is_definition: bool,
}

impl Adapter<'_> {
    /// Writes one declaration with its end.
    pub(super) fn declaration(&mut self, level: Level) {
        let start = self.out.toks.len();
        self.nested(|this| this.declaration_here(level));
        self.region(start, false);
    }

    fn declaration_here(&mut self, level: Level) {
        while self.word() == sym::extension {
            self.advance();
        }
        self.skip_standard_attributes();
        if self.is_module_line() {
            let span = self.token(0).span;
            self.unsupported(span, "modules");
            self.skip_statement();
            return self.mark(Tok::Semicolon);
        }
        let next = self.word_at(self.position + 1);
        match self.word() {
            sym::EMPTY => match self.kind(0) {
                PpKind::Punct(Punct::Semicolon) => self.emit(Tok::Semicolon),
                _ => self.simple(level),
            },
            sym::template => self.template(level),
            sym::extern_ if next == sym::template => {
                // `extern template` only says that another file has the code.
                self.skip_statement();
                self.mark(Tok::Semicolon);
            }
            sym::namespace => self.namespace(false),
            sym::inline if next == sym::namespace => {
                self.advance();
                self.namespace(true);
            }
            sym::using => self.using(),
            sym::static_assert | sym::static_assert2 => self.static_assert(),
            sym::extern_ if self.at(self.position + 1).kind == PpKind::String => self.linkage(),
            sym::friend => {
                self.emit(Tok::Friend);
                let outer = std::mem::replace(&mut self.is_friend, true);
                self.declaration(level);
                self.is_friend = outer;
            }
            sym::public | sym::protected | sym::private if matches!(level, Level::Class(_)) => {
                let access = match self.word() {
                    sym::public => Access::Public,
                    sym::protected => Access::Protected,
                    _ => Access::Private,
                };
                self.emit(Tok::AccessLabel(access));
                if self.is(Punct::Colon) {
                    self.advance();
                } else {
                    self.unexpected("`:`");
                }
            }
            sym::asm | sym::asm2 | sym::asm3 => {
                self.asm();
                self.semicolon("`asm`");
            }
            _ => self.simple(level),
        }
    }

    /// Whether `module m;`, `import m;` or `export …` starts here.
    fn is_module_line(&self) -> bool {
        let word = self.word();
        if word == sym::export {
            return true;
        }
        let behind = self.at(self.position + 1);
        let is_word = word != sym::EMPTY && matches!(&*self.text(word), "module" | "import") && self.scopes.lookup(word).is_none();
        is_word && (behind.kind == PpKind::Ident || behind.is(Punct::Semicolon) || behind.is(Punct::Lt))
    }

    fn template(&mut self, level: Level) {
        if !self.at(self.position + 1).is(Punct::Lt) {
            self.emit(Tok::Instantiate);
            self.declaration(level);
            return;
        }
        let depth = self.scopes.depth();
        self.emit(Tok::Template);
        self.template_params();
        let outer = std::mem::replace(&mut self.is_template_head, true);
        if matches!(self.word(), sym::requires | sym::concept) && !matches!(level, Level::Param) {
            let span = self.token(0).span;
            self.unsupported(span, "concepts and `requires`");
            if self.word() == sym::concept {
                self.concepts.insert(self.word_at(self.position + 1));
                self.skip_statement();
                self.mark(Tok::Semicolon);
                self.is_template_head = outer;
                return self.scopes.close_to(depth);
            }
        }
        self.declaration(level);
        self.is_template_head = outer;
        self.scopes.close_to(depth);
    }

    /// Writes `<…>` of a template head; the parameters are declared in a new scope.
    pub(super) fn template_params(&mut self) {
        self.scopes.open();
        let outer = std::mem::replace(&mut self.stop, Stop::Angle);
        self.emit(Tok::TemplateOpen);
        while !self.is(Punct::Gt) && !self.is_stopped {
            self.nested(|this| this.template_param());
            if !self.is(Punct::Comma) {
                break;
            }
            self.emit(Tok::Comma);
        }
        self.stop = outer;
        self.expect(Punct::Gt, Tok::TemplateClose);
    }

    fn template_param(&mut self) {
        let word = self.word();
        let is_type = match word {
            sym::class => true,
            // What it asks for was told to be unsupported.
            _ if self.concepts.contains(&word) => true,
            // `typename T::type x` is a value.
            sym::typename => {
                let behind = self.at(self.position + 2);
                !(self.is_name_at(self.position + 1) && (behind.is(Punct::ColonColon) || behind.is(Punct::Lt)))
            }
            _ => false,
        };
        if is_type {
            self.emit(Tok::TypeParam);
            self.type_param_name(false);
            if self.is(Punct::Eq) {
                self.emit(Tok::Eq);
                self.type_id();
            }
        } else if word == sym::template {
            self.emit(Tok::TemplateParam);
            let depth = self.scopes.depth();
            if self.is(Punct::Lt) {
                self.template_params();
            }
            self.scopes.close_to(depth);
            if matches!(self.word(), sym::class | sym::typename) {
                self.advance();
            }
            self.type_param_name(true);
            if self.is(Punct::Eq) {
                self.emit(Tok::Eq);
                if let Some(path) = self.scan_path(self.position) {
                    self.path(path, true);
                }
            }
        } else {
            let specs = self.specifiers(Level::Param);
            if !specs.has_type {
                self.unexpected("a template parameter");
                self.mend(Tok::Word(TypeWord::Int));
            }
            self.mark(Tok::DeclaratorStart);
            let declared = self.declarator(Mode::Param);
            if let Some(name) = declared.name {
                self.scopes.declare(name, Entity::VALUE);
            }
            if self.is(Punct::Eq) {
                self.emit(Tok::Eq);
                self.expression(false);
            }
        }
    }

    fn type_param_name(&mut self, is_template: bool) {
        if self.is(Punct::Ellipsis) {
            self.emit(Tok::EllipsisPack);
        }
        if self.is_name_at(self.position) {
            self.scopes.declare(self.word(), Entity { is_template, ..Entity::TYPE });
            let name = self.name_tok();
            self.emit(name);
        }
    }

    fn namespace(&mut self, is_inline: bool) {
        let is_alias = self.is_name_at(self.position + 1) && self.at(self.position + 2).is(Punct::Eq);
        if is_alias {
            self.emit(Tok::NamespaceAlias);
            let name = self.word();
            let tok = self.name_tok();
            self.emit(tok);
            self.emit(Tok::Eq);
            if let Some(path) = self.scan_path(self.position) {
                if let Some(entity) = path.entity {
                    self.scopes.declare(name, entity);
                }
                self.path(path, false);
            }
            self.semicolon("a namespace alias");
            return;
        }
        self.emit(Tok::Namespace(is_inline));
        self.skip_standard_attributes();
        let depth = self.scopes.depth();
        let mut is_named = false;
        while self.is_name_at(self.position) {
            is_named = true;
            let name = self.word();
            let parent = self.scopes.top();
            let scope = match self.scopes.declared_here(name) {
                Some(Entity { kind: NameKind::Namespace, scope: Some(scope), .. }) => scope,
                _ => {
                    let scope = self.scopes.create();
                    self.scopes.declare(name, Entity { kind: NameKind::Namespace, is_template: false, scope: Some(scope) });
                    scope
                }
            };
            if is_inline {
                self.scopes.include(parent, scope);
            }
            self.scopes.push(scope);
            let tok = self.name_tok();
            self.emit(tok);
            if !self.is(Punct::ColonColon) {
                break;
            }
            self.emit(Tok::ColonColon);
        }
        if !is_named {
            let parent = self.scopes.top();
            let scope = self.scopes.open();
            self.scopes.include(parent, scope);
        }
        self.skip_standard_attributes();
        self.declarations_in_braces(Level::Namespace, "a namespace");
        self.scopes.close_to(depth);
    }

    /// Writes `{ declarations }`.
    fn declarations_in_braces(&mut self, level: Level, what: &str) {
        if !self.is(Punct::LBrace) {
            self.unexpected(&format!("`{{` of {what}"));
            self.mend(Tok::BraceBody);
            self.mend(Tok::RBrace);
            self.skip_statement();
            return;
        }
        let open = self.position;
        self.emit(Tok::BraceBody);
        self.declarations_until(self.partner(open), level);
        self.is_recovering = false;
        self.close(open, Tok::RBrace);
    }

    /// Writes declarations up to the token at `end`.
    pub(super) fn declarations_until(&mut self, end: usize, level: Level) {
        while self.position < end && self.kind(0) != PpKind::Eof {
            if self.kind(0) == PpKind::PragmaUnroll {
                self.skip_unroll();
                continue;
            }
            self.is_recovering = false;
            let before = self.position;
            self.declaration(level);
            if self.position == before {
                self.unexpected("a declaration");
                self.advance();
            }
        }
    }

    fn linkage(&mut self) {
        self.advance();
        let token = self.token(0);
        let text = self.text(token.text);
        self.emit(Tok::Linkage(text.trim_matches('"').into()));
        if self.is(Punct::LBrace) {
            self.declarations_in_braces(Level::Namespace, "a linkage block");
        } else {
            // `extern "C" int x;` declares x as `extern int x;` does.
            if !matches!(self.word(), sym::template | sym::using | sym::namespace | sym::extern_ | sym::static_ | sym::typedef) {
                self.mark(Tok::Flag(Flag::Extern));
                self.is_flag_written = true;
            }
            self.declaration(Level::Namespace);
        }
    }

    fn using(&mut self) {
        let next = self.position + 1;
        if self.word_at(next) == sym::namespace {
            self.emit(Tok::UsingNamespace);
            self.advance();
            match self.scan_path(self.position) {
                Some(path) => {
                    if let Some(scope) = path.entity.filter(|e| e.kind == NameKind::Namespace).and_then(|e| e.scope) {
                        let here = self.scopes.top();
                        self.scopes.include(here, scope);
                    }
                    self.path(path, false);
                }
                None => self.unexpected("the name of a namespace"),
            }
            self.semicolon("`using namespace`");
            return;
        }
        let behind = self.scan_attributes(next + 1);
        if self.is_name_at(next) && self.at(behind).is(Punct::Eq) {
            self.emit(Tok::Alias);
            let name = self.word();
            let tok = self.name_tok();
            self.emit(tok);
            self.position = behind;
            self.emit(Tok::Eq);
            let is_template = self.is_template_head;
            let start = self.position;
            self.type_id();
            // Members of the alias are those of the type, where it is a plain name.
            let start = if self.word_at(start) == sym::typename { start + 1 } else { start };
            let scope = self.scan_path(start).filter(|p| p.end == self.position).and_then(|p| p.entity).and_then(|e| e.scope);
            let target = if is_template { self.scopes.below_top() } else { self.scopes.top() };
            self.scopes.declare_in(target, name, Entity { kind: NameKind::Type, is_template, scope });
            self.semicolon("an alias");
            return;
        }
        self.emit(Tok::Using);
        let is_type = self.word() == sym::typename;
        if is_type {
            self.advance();
        }
        match self.scan_path(self.position) {
            Some(path) => {
                if let Some(entity) = path.entity {
                    self.scopes.declare(path.name, entity);
                } else if is_type {
                    self.scopes.declare(path.name, Entity::TYPE);
                }
                self.path(path, is_type || path.kind == PathKind::Type);
            }
            None => self.unexpected("a name after `using`"),
        }
        if self.is(Punct::Ellipsis) {
            let span = self.token(0).span;
            self.unsupported(span, "`using` of a pack");
        }
        self.semicolon("`using`");
    }

    fn static_assert(&mut self) {
        self.emit(Tok::StaticAssert);
        if !self.is(Punct::LParen) {
            self.unexpected("`(` after `static_assert`");
            self.skip_statement();
            return;
        }
        let open = self.position;
        self.emit(Tok::LParen);
        self.inside(Stop::Nothing, |this| {
            this.expression(false);
            if this.is(Punct::Comma) {
                this.emit(Tok::Comma);
                this.plain_string("a string, the message");
            }
        });
        self.close(open, Tok::RParen);
        self.semicolon("`static_assert`");
    }

    /// Writes specifiers, declarators and their end, or a function with its body.
    fn simple(&mut self, level: Level) {
        let depth = self.scopes.depth();
        let is_template_head = std::mem::replace(&mut self.is_template_head, false);
        let has_flag = std::mem::replace(&mut self.is_flag_written, false);
        let start = self.position;
        let outer_template = std::mem::replace(&mut self.is_class_template, is_template_head);
        let specs = self.specifiers(level);
        self.is_class_template = outer_template;
        let is_empty = self.position == start && !has_flag;
        if self.is(Punct::Semicolon) && !is_empty {
            if specs.has_type && !specs.is_definition && level == Level::Block && !self.is_elaborated(start) {
                self.error(missing_name(self.token(0).span, "this declaration declares nothing"));
            }
            self.emit(Tok::Semicolon);
            return;
        }
        if specs.is_definition && !self.is_declarator_start() {
            self.semicolon("the definition of a class or enumeration");
            return;
        }
        if !specs.has_type && !self.may_lack_type(level) {
            self.not_a_declaration(level);
            return;
        }
        self.mark(Tok::DeclaratorStart);
        if self.is_binding() {
            self.binding();
            self.after_declarator(level, Declared::default());
            return self.semicolon("this declaration");
        }
        let mut is_first = true;
        loop {
            if !is_first {
                self.skip_standard_attributes();
            }
            let outer = std::mem::replace(&mut self.is_member_or_type, specs.is_typedef || matches!(level, Level::Class(_)));
            let declared = self.declarator(Mode::Named);
            self.is_member_or_type = outer;
            let is_width = matches!(level, Level::Class(_)) && self.is(Punct::Colon);
            if !declared.is_named && !is_width {
                self.no_name(level);
                break;
            }
            self.declare(declared, specs, is_template_head, level);
            if is_first && declared.is_function && self.function_body(declared, level) {
                self.scopes.close_to(depth);
                return;
            }
            is_first = false;
            self.after_declarator(level, declared);
            self.scopes.close_to(depth);
            if !self.is(Punct::Comma) {
                break;
            }
            self.emit(Tok::Comma);
        }
        self.scopes.close_to(depth);
        self.semicolon("this declaration");
    }

    /// Whether `[a, b]` or `&[a, b]` stands where a declarator should.
    pub(super) fn is_binding(&self) -> bool {
        let at = match self.kind(0) {
            PpKind::Punct(Punct::Amp | Punct::AmpAmp) => self.position + 1,
            _ => self.position,
        };
        self.at(at).is(Punct::LBracket) && self.is_name_at(at + 1)
    }

    /// Writes `[a, b]` or `&[a, b]`.
    fn binding(&mut self) {
        self.pointer_ops();
        let open = self.position;
        self.emit(Tok::BracketBinding);
        loop {
            if !self.is_name_at(self.position) {
                self.unexpected("a name");
                break;
            }
            let name = self.word();
            let tok = self.name_tok();
            self.emit(tok);
            self.scopes.declare(name, Entity::VALUE);
            if !self.is(Punct::Comma) {
                break;
            }
            self.emit(Tok::Comma);
        }
        self.close(open, Tok::RBracket);
    }

    /// Whether `struct S;` or `enum E;` stands at `start`.
    fn is_elaborated(&self, start: usize) -> bool {
        (start..self.position).any(|at| matches!(self.word_at(at), sym::struct_ | sym::class | sym::union | sym::enum_))
    }

    fn is_declarator_start(&self) -> bool {
        matches!(self.kind(0), PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp | Punct::LParen | Punct::LBracket | Punct::Colon))
            || self.is_path_start(self.position) && (!self.token(0).starts_line || self.is_plain_name_then_end())
    }

    /// Whether a name stands here that a declarator may be, and not the next declaration.
    fn is_plain_name_then_end(&self) -> bool {
        self.is_name_at(self.position)
            && matches!(
                self.at(self.position + 1).kind,
                PpKind::Punct(Punct::Semicolon | Punct::Comma | Punct::Eq | Punct::LBracket | Punct::LBrace)
            )
    }

    /// Constructors, destructors and conversion functions have no type.
    fn may_lack_type(&self, level: Level) -> bool {
        match self.scan_path(self.position) {
            Some(path) => match path.kind {
                PathKind::Destructor | PathKind::Conversion => true,
                _ => {
                    let is_call = self.at(path.end).is(Punct::LParen);
                    is_call && (path.qualifier == Some(path.name) || matches!(level, Level::Class(Some(name)) if name == path.name))
                }
            },
            None => false,
        }
    }

    /// Reports text that is no declaration, and skips it.
    fn not_a_declaration(&mut self, level: Level) {
        let is_function = self.is_name_at(self.position) && self.at(self.position + 1).is(Punct::LParen) && {
            let close = self.partner(self.position + 1);
            self.at(close + 1).is(Punct::LBrace)
        };
        if is_function {
            let name = self.text(self.word());
            let span = self.token(0).span;
            self.error(
                Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("function `{name}` has no return type"))
                    .label("expected a type before this name")
                    .help(if &*name == "main" {
                        "write `int main`".to_string()
                    } else {
                        format!("write `void {name}` if it returns nothing")
                    }),
            );
        } else {
            let is_statement = super::stmt::is_statement_word(self.word()) || self.is_path_start(self.position);
            let found = self.found();
            let span = self.token(0).span;
            let mut d = Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected a declaration, found {found}"));
            if is_statement && !matches!(level, Level::Block) {
                d = d.help("statements stand inside functions: is a `{` or `}` wrong above?");
            }
            self.error(d);
        }
        self.skip_statement();
        self.out.mended.push(self.out.toks.len());
        self.mark(Tok::ErrorDeclaration);
    }

    fn no_name(&mut self, level: Level) {
        let found = self.found();
        let span = self.token(0).span;
        let what = if matches!(level, Level::Class(_)) { "a member" } else { "the declared variable or function" };
        self.error(missing_name(span, format!("expected the name of {what}, found {found}")));
        self.skip_statement();
        self.mend(Tok::Semicolon);
    }

    /// Notes what a declarator declared.
    fn declare(&mut self, declared: Declared, specs: Specs, is_template: bool, level: Level) {
        let Some(name) = declared.name else { return };
        if self.is_friend || matches!(level, Level::Class(Some(class)) if class == name && declared.is_function) {
            return;
        }
        let entity = if specs.is_typedef {
            let scope = if declared.is_derived { None } else { specs.scope };
            Entity { kind: NameKind::Type, is_template: specs.is_template && !declared.is_derived, scope }
        } else {
            Entity { is_template, ..Entity::VALUE }
        };
        if is_template && matches!(level, Level::Class(_)) {
            self.member_templates.insert(name);
        }
        let scope = if is_template { self.scopes.below_top() } else { self.scopes.top() };
        self.scopes.declare_in(scope, name, entity);
    }

    /// Writes the body of a function, if one follows.
    fn function_body(&mut self, declared: Declared, level: Level) -> bool {
        match self.kind(0) {
            PpKind::Punct(Punct::LBrace) => {
                if level == Level::Block {
                    let span = self.token(0).span;
                    self.error(
                        Diagnostic::error(Code::UNEXPECTED_TOKEN, span, "a function cannot be defined inside another")
                            .help("is a `}` missing above?"),
                    );
                }
                self.body(declared);
                true
            }
            PpKind::Punct(Punct::Colon) => {
                self.emit(Tok::ColonInit);
                self.member_inits(declared);
                self.body(declared);
                true
            }
            PpKind::Punct(Punct::Eq) if matches!(self.word_at(self.position + 1), sym::default | sym::delete) => {
                let span = self.token(0).span;
                self.advance();
                let tok = if self.word() == sym::default { Tok::EqDefault } else { Tok::EqDelete };
                self.advance();
                self.emit_at(tok, span);
                self.semicolon("this function");
                true
            }
            PpKind::Ident if self.word() == sym::try_ => {
                let span = self.token(0).span;
                self.unsupported(span, "exceptions");
                self.advance();
                self.body(declared);
                while self.word() == sym::catch {
                    self.skip_statement();
                }
                true
            }
            _ => false,
        }
    }

    fn body(&mut self, declared: Declared) {
        let depth = self.scopes.depth();
        if let Some(params) = declared.params {
            self.scopes.push(params);
        }
        let outer_class = std::mem::replace(&mut self.is_in_class, false);
        let outer_member = std::mem::replace(&mut self.is_member_or_type, false);
        let outer_friend = std::mem::replace(&mut self.is_friend, false);
        self.inside(Stop::Nothing, |this| this.block("the body of a function"));
        self.is_friend = outer_friend;
        self.is_member_or_type = outer_member;
        self.is_in_class = outer_class;
        self.scopes.close_to(depth);
        self.is_recovering = false;
    }

    fn member_inits(&mut self, declared: Declared) {
        let depth = self.scopes.depth();
        if let Some(params) = declared.params {
            self.scopes.push(params);
        }
        loop {
            match self.scan_path(self.position) {
                Some(path) => self.path(path, path.kind == PathKind::Type),
                None => {
                    self.unexpected("the name of a member");
                    break;
                }
            }
            match self.kind(0) {
                PpKind::Punct(Punct::LParen) => self.initializer_parens(),
                PpKind::Punct(Punct::LBrace) => self.braced(),
                _ => {
                    self.unexpected("`(` or `{`");
                    break;
                }
            }
            if self.is(Punct::Ellipsis) {
                self.emit(Tok::Ellipsis);
            }
            if !self.is(Punct::Comma) {
                break;
            }
            self.emit(Tok::Comma);
        }
        self.scopes.close_to(depth);
    }

    /// Writes `(…)` with initialisers.
    pub(super) fn initializer_parens(&mut self) {
        let open = self.position;
        self.emit(Tok::ParenInit);
        self.inside(Stop::Nothing, |this| this.arguments(Punct::RParen));
        self.close(open, Tok::RParen);
    }

    /// Writes what follows a declarator of a variable: label, width, initialiser.
    fn after_declarator(&mut self, level: Level, declared: Declared) {
        let depth = self.scopes.depth();
        if let Some(params) = declared.params.filter(|_| declared.is_function) {
            self.scopes.push(params);
        }
        if matches!(self.word(), sym::asm | sym::asm2 | sym::asm3) && self.at(self.position + 1).is(Punct::LParen) {
            self.emit(Tok::AsmLabel);
            let open = self.position;
            self.emit(Tok::LParen);
            self.plain_string("a string, the name of the symbol");
            self.close(open, Tok::RParen);
        }
        self.attributes();
        if self.is(Punct::Colon) && matches!(level, Level::Class(_)) {
            self.emit(Tok::ColonWidth);
            self.expression(false);
        }
        match self.kind(0) {
            PpKind::Punct(Punct::Eq) => {
                self.emit(Tok::Eq);
                self.init_clause();
            }
            PpKind::Punct(Punct::LParen) => self.initializer_parens(),
            PpKind::Punct(Punct::LBrace) => self.braced(),
            _ => {}
        }
        self.scopes.close_to(depth);
    }

    /// Writes `T x = e` or `T x{e}` of a condition, without an end.
    pub(super) fn condition_declaration(&mut self) {
        let specs = self.specifiers(Level::Block);
        self.mark(Tok::DeclaratorStart);
        loop {
            let depth = self.scopes.depth();
            let declared = self.declarator(Mode::Named);
            self.declare(declared, specs, false, Level::Block);
            self.after_declarator(Level::Block, declared);
            self.scopes.close_to(depth);
            if !self.is(Punct::Comma) {
                return;
            }
            self.emit(Tok::Comma);
        }
    }

    /// Writes `T x` of a range `for`.
    pub(super) fn range_declaration(&mut self) {
        self.specifiers(Level::Block);
        self.mark(Tok::DeclaratorStart);
        if self.is_binding() {
            return self.binding();
        }
        let declared = self.declarator(Mode::Named);
        if let Some(name) = declared.name {
            self.scopes.declare(name, Entity::VALUE);
        }
    }

    /// Writes specifiers; stops where a declarator starts.
    pub(super) fn specifiers(&mut self, level: Level) -> Specs {
        let mut specs = Specs::default();
        loop {
            if self.is(Punct::LBracket) && self.at(self.position + 1).is(Punct::LBracket) {
                self.skip_standard_attributes();
                continue;
            }
            let word = self.word();
            // `struct S { … }` without `;`, and the next declaration on the next line.
            if specs.is_definition && self.token(0).starts_line && (flag(word).is_some() || type_word(word).is_some()) {
                return specs;
            }
            if let Some(tok) = flag(word) {
                specs.is_typedef |= word == sym::typedef;
                self.emit(tok);
                continue;
            }
            if let Some(tok) = type_word(word) {
                specs.has_type = true;
                self.emit(tok);
                continue;
            }
            match word {
                sym::extension | sym::noreturn | sym::cdecl => self.advance(),
                sym::friend => {
                    self.advance();
                    specs.is_friend = true;
                }
                sym::attribute | sym::attribute2 | sym::declspec | sym::alignas | sym::alignas2 | sym::align2 => self.attributes(),
                sym::launch_bounds => {
                    self.emit(Tok::LaunchBounds);
                    self.bracketed_list();
                }
                sym::cluster_dims | sym::maxnreg => {
                    let span = self.token(0).span;
                    let text = self.text(word);
                    self.unsupported(span, &format!("`{text}`"));
                    self.advance();
                    if self.is(Punct::LParen) {
                        self.position = self.partner(self.position);
                        self.advance();
                    }
                }
                sym::auto => {
                    specs.has_type = true;
                    self.emit(Tok::Auto);
                }
                sym::decltype | sym::typeof_ if !specs.has_type && self.decltype_qualifier(self.position).is_none() => {
                    specs.has_type = true;
                    self.decltype();
                }
                sym::underlying_type if !specs.has_type => {
                    specs.has_type = true;
                    let span = self.token(0).span;
                    self.unsupported(span, "`__underlying_type`");
                    self.advance();
                    self.advance();
                    self.position = self.position.max(self.partner(self.position - 1));
                    self.advance();
                    self.mend(Tok::Word(TypeWord::Int));
                }
                sym::class | sym::struct_ | sym::union if !specs.has_type => {
                    specs.has_type = true;
                    (specs.scope, specs.is_definition) = self.class(level);
                }
                sym::enum_ if !specs.has_type => {
                    specs.has_type = true;
                    (specs.scope, specs.is_definition) = self.enumeration();
                }
                sym::typename if !specs.has_type => {
                    specs.has_type = true;
                    self.advance();
                    match self.scan_path(self.position) {
                        Some(path) => {
                            specs.scope = path.entity.and_then(|e| e.scope);
                            self.path(path, true);
                        }
                        None => self.unexpected("a name after `typename`"),
                    }
                }
                _ if specs.has_type => return specs,
                _ => {
                    if !self.named_type(level, &mut specs) {
                        return specs;
                    }
                }
            }
        }
    }

    /// Writes the name of a type, if one stands here and is meant as the type.
    fn named_type(&mut self, level: Level, specs: &mut Specs) -> bool {
        let is_qualified = self.is(Punct::ColonColon) || self.decltype_qualifier(self.position).is_some();
        if !self.is_name_at(self.position) && !is_qualified {
            return false;
        }
        let Some(path) = self.scan_path(self.position) else { return false };
        let next = self.at(path.end);
        let is_type = match path.kind {
            PathKind::Type => {
                // A constructor: `S(` in the class S, `S::S(` outside.
                let is_in_class = matches!(level, Level::Class(Some(name)) if name == path.name) && path.qualifier.is_none();
                let is_constructor = next.is(Punct::LParen)
                    && (is_in_class && !self.is_group(path.end, true)
                        || path.qualifier == Some(path.name) && !matches!(level, Level::TypeName));
                !is_constructor
            }
            PathKind::Unknown | PathKind::Dependent => match level {
                Level::TypeName => true,
                Level::Param => !matches!(next.kind, PpKind::Punct(Punct::LParen)),
                _ => {
                    let behind = self.skip_pointers(path.end);
                    self.is_path_start(behind) || behind > path.end && self.at(behind).is(Punct::LParen)
                }
            },
            PathKind::Value if path.qualifier == Some(path.name) => level == Level::TypeName,
            _ => false,
        };
        if is_type {
            specs.has_type = true;
            specs.scope = path.entity.and_then(|e| e.scope);
            specs.is_template = !path.has_args && path.entity.is_some_and(|e| e.is_template);
            self.path(path, true);
        }
        is_type
    }

    fn skip_pointers(&self, place: usize) -> usize {
        let mut at = place;
        while matches!(self.at(at).kind, PpKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp))
            || matches!(self.word_at(at), sym::const_ | sym::volatile | sym::restrict | sym::restrict2)
        {
            at += 1;
        }
        at
    }

    /// Writes `decltype(e)` or `__typeof__(e)`.
    pub(super) fn decltype(&mut self) {
        self.emit(Tok::Decltype);
        if !self.is(Punct::LParen) {
            self.unexpected("`(` after `decltype`");
            return;
        }
        self.bracketed_expression();
    }
}

fn missing_name(span: kern_diag::Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::MISSING_NAME, span, message)
}

/// The token of a specifier without arguments.
pub(super) fn flag(word: Symbol) -> Option<Tok> {
    Some(match word {
        sym::const_ | sym::const2 => Tok::Qual(Qual::Const),
        sym::volatile | sym::volatile2 | sym::volatile3 => Tok::Qual(Qual::Volatile),
        sym::restrict | sym::restrict2 => Tok::Qual(Qual::Restrict),
        sym::typedef => Tok::Flag(Flag::Typedef),
        sym::static_ => Tok::Flag(Flag::Static),
        sym::extern_ => Tok::Flag(Flag::Extern),
        sym::inline | sym::inline2 | sym::inline3 => Tok::Flag(Flag::Inline),
        sym::constexpr => Tok::Flag(Flag::Constexpr),
        sym::mutable => Tok::Flag(Flag::Mutable),
        sym::register => Tok::Flag(Flag::Register),
        sym::thread_local | sym::thread => Tok::Flag(Flag::ThreadLocal),
        sym::virtual_ => Tok::Flag(Flag::Virtual),
        sym::explicit => Tok::Flag(Flag::Explicit),
        sym::global => Tok::Flag(Flag::Global),
        sym::device => Tok::Flag(Flag::Device),
        sym::host => Tok::Flag(Flag::Host),
        sym::shared => Tok::Flag(Flag::Shared),
        sym::constant => Tok::Flag(Flag::Constant),
        sym::managed => Tok::Flag(Flag::Managed),
        sym::forceinline => Tok::Flag(Flag::Forceinline),
        sym::noinline => Tok::Flag(Flag::Noinline),
        sym::grid_constant => Tok::Flag(Flag::GridConstant),
        _ => return None,
    })
}

/// The token of a word of a built-in type.
pub(super) fn type_word(word: Symbol) -> Option<Tok> {
    Some(Tok::Word(match word {
        sym::void => TypeWord::Void,
        sym::bool_ | sym::bool2 => TypeWord::Bool,
        sym::char_ => TypeWord::Char,
        sym::wchar_t => TypeWord::WChar,
        sym::char16_t => TypeWord::Char16,
        sym::char32_t => TypeWord::Char32,
        sym::short => TypeWord::Short,
        sym::int => TypeWord::Int,
        sym::long => TypeWord::Long,
        sym::signed | sym::signed2 => TypeWord::Signed,
        sym::unsigned => TypeWord::Unsigned,
        sym::int128 | sym::int128_t => TypeWord::Int128,
        sym::uint128_t => TypeWord::UInt128,
        sym::float16 => TypeWord::Half,
        sym::float => TypeWord::Float,
        sym::double => TypeWord::Double,
        _ => return None,
    }))
}
