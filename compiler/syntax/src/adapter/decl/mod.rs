//! Declarations: what a line declares, so that the names are known from the place in the text where C++ makes them known.
//!
//! A line that is no declaration is told here, in words that say what was expected at its level.

mod body;
mod constraints;
mod namespace;
mod specifiers;
mod template;

use super::Adapter;
use super::declarator::{Declared, Mode};
use super::path::PathKind;
use super::scope::{Entity, NameKind};
use crate::adapter::level::Level;
use crate::ast::Access;
use crate::intern::sym;
use crate::tok::{Tok, TypeWord};
use crate::token::{PpKind, Punct};
use kern_diag::{Code, Diagnostic, Span};
pub(super) use specifiers::{Specs, flag, is_space_word, type_word};

impl Adapter<'_> {
    /// Writes one declaration with its end.
    pub(super) fn declaration(&mut self, level: Level) {
        let start = self.out.toks.len();
        self.nested(|this| this.declaration_here(level));
        self.region(start, false);
    }

    fn declaration_here(&mut self, level: Level) {
        while self.word() == sym::EXTENSION {
            self.advance();
        }
        if self.has_flag_attribute() && self.is(Punct::LBracket) || self.is_aligning_here() {
            return self.simple(level);
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
            sym::TEMPLATE => self.template(level),
            sym::EXTERN if next == sym::TEMPLATE => {
                // `extern template` only says that another file has the code.
                self.skip_statement();
                self.mark(Tok::Semicolon);
            }
            sym::NAMESPACE => self.namespace(false),
            sym::INLINE if next == sym::NAMESPACE => {
                self.advance();
                self.namespace(true);
            }
            sym::USING => self.using(),
            sym::STATIC_ASSERT | sym::STATIC_ASSERT2 => self.static_assert(),
            sym::EXTERN if self.at(self.position + 1).kind == PpKind::String => self.linkage(),
            sym::FRIEND => {
                self.emit(Tok::Friend);
                let outer = std::mem::replace(&mut self.is_friend, true);
                self.declaration(level);
                self.is_friend = outer;
            }
            sym::PUBLIC | sym::PROTECTED | sym::PRIVATE if matches!(level, Level::Class(_)) => {
                let access = match self.word() {
                    sym::PUBLIC => Access::Public,
                    sym::PROTECTED => Access::Protected,
                    _ => Access::Private,
                };
                self.emit(Tok::AccessLabel(access));
                if self.is(Punct::Colon) {
                    self.advance();
                } else {
                    self.unexpected("`:`");
                }
            }
            sym::ASM | sym::ASM2 | sym::ASM3 => {
                self.asm();
                self.semicolon("`asm`");
            }
            _ if matches!(level, Level::Class(_)) && self.is_friend_behind_specifiers() => {
                let span = self.token(0).span;
                self.emit_at(Tok::Friend, Span { end: span.start, ..span });
                let outer = std::mem::replace(&mut self.is_friend, true);
                self.simple(level);
                self.is_friend = outer;
            }
            _ => self.simple(level),
        }
    }

    /// `__host__ __device__ friend`, `inline friend`: the word may stand anywhere among the specifiers.
    fn is_friend_behind_specifiers(&self) -> bool {
        let mut at = self.position;
        loop {
            let after = self.scan_attributes(at);
            if after == at && !super::words::is_plain_specifier(self.word_at(at)) {
                return self.word_at(at) == sym::FRIEND;
            }
            at = after.max(at + usize::from(after == at));
        }
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
        let is_guide = !specs.has_type && self.is_deduction_guide(self.position, level);
        if !specs.has_type && self.is_main_of_old(level) {
            self.mark(Tok::Word(TypeWord::Int));
        } else if !specs.has_type && !is_guide && !self.may_lack_type(level) {
            self.not_a_declaration(level);
            return;
        }
        if self.is(Punct::LBracket) && self.at(self.position + 1).is(Punct::RBracket) && self.is_name_at(self.position + 2) {
            self.brackets_before_name();
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
            let outer = std::mem::replace(&mut self.is_member_or_type, specs.is_typedef || is_guide || matches!(level, Level::Class(_)));
            let declared = self.declarator(Mode::Named);
            self.is_member_or_type = outer;
            let is_width = matches!(level, Level::Class(_)) && self.is(Punct::Colon);
            if !declared.is_named && !is_width {
                self.no_name(level);
                break;
            }
            if !is_guide {
                self.declare(declared, specs, is_template_head, level);
            }
            if is_first && declared.is_function && self.function_body(declared, level) {
                self.scopes.close_to(depth);
                return;
            }
            if is_first && declared.is_function && self.body_without_brace(start) {
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

    /// `int[] a`, as other languages write it.
    fn brackets_before_name(&mut self) {
        let span = self.token(0).span.to(self.at(self.position + 1).span);
        let name = self.text(self.word_at(self.position + 2));
        let is_function = self.at(self.position + 3).is(Punct::LParen);
        self.error(
            Diagnostic::error(Code::MISSING_NAME, span, format!("the brackets of an array stand behind its name, `{name}`"))
                .label("before the name")
                .help(if is_function {
                    format!("a function cannot return an array: return a pointer, `*{name}(…)`, or write to one that is passed")
                } else {
                    format!("write `{name}[length]`, or a pointer `*{name}` for memory from `new` or `cudaMalloc`")
                }),
        );
        self.skip_statement();
        self.mark(Tok::ErrorDeclaration);
    }

    /// `void f(int n)` on one line and an indented statement below: the `{` is missing, and all that follows is out of place.
    fn body_without_brace(&mut self, start: usize) -> bool {
        let (token, first) = (self.token(0), self.at(start));
        let column = |span: Span| self.sources.line_column(span.file, span.start).column;
        let is_written = |span: Span| span.expansion == kern_diag::ExpansionId::NONE;
        let is_body = token.starts_line
            && !matches!(token.kind, PpKind::Punct(_) | PpKind::Eof)
            && token.span.file == first.span.file
            && is_written(token.span)
            && is_written(first.span)
            && column(token.span) > column(first.span);
        if !is_body {
            return false;
        }
        let last = super::brackets::after(self.last_span());
        let found = self.found();
        // The `}` that ends the body closes nothing now.
        self.cut_at = Some(token.span);
        self.unclosed = None;
        self.is_recovering = false;
        self.error(
            Diagnostic::error(Code::UNCLOSED_BRACKET, last, format!("expected `{{`, the start of the body, found {found}"))
                .label("`{` is missing here")
                .also(token.span, "this would be its first statement"),
        );
        self.is_stopped = true;
        self.position = self.tokens.len() - 1;
        true
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
        (start..self.position).any(|at| matches!(self.word_at(at), sym::STRUCT | sym::CLASS | sym::UNION | sym::ENUM))
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

    /// Whether `main(` stands here without a type, which nvcc takes for `int main(` and warns of.
    fn is_main_of_old(&mut self, level: Level) -> bool {
        let name = self.token(0);
        let is_main = self.is_name_at(self.position) && self.at(self.position + 1).is(Punct::LParen) && &*self.text(self.word()) == "main";
        if !is_main || matches!(level, Level::Block | Level::Class(_)) {
            return false;
        }
        let warning = Diagnostic::warning(Code::UNEXPECTED_TOKEN, name.span, "function `main` has no return type");
        self.errors.push(warning.label("taken for `int main`").help("write `int main`"));
        true
    }

    /// Whether a `return` with a value stands in the block that starts at `open`.
    fn returns_value(&self, open: usize) -> bool {
        (open..self.partner(open)).any(|place| self.word_at(place) == sym::RETURN && !self.at(place + 1).is(Punct::Semicolon))
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
                    .help(if self.returns_value(self.partner(self.position + 1) + 1) {
                        format!("it returns a value: write the type of that before its name, such as `int {name}`")
                    } else {
                        format!("write `void {name}` if it returns nothing")
                    }),
            );
        } else if !self.misspelt_keyword() {
            let is_statement = super::words::is_statement_word(self.word()) || self.is_path_start(self.position);
            let found = self.found();
            let span = self.token(0).span;
            let mut d = Diagnostic::error(Code::UNEXPECTED_TOKEN, span, format!("expected a declaration, found {found}"));
            if is_statement && !matches!(level, Level::Block) {
                d = d.help("statements stand inside functions: is a `{` or `}` wrong above?");
            }
            // `void f(int a); {`
            if let Some(end) =
                self.position.checked_sub(1).filter(|end| *end > 0 && self.is(Punct::LBrace) && self.at(*end).is(Punct::Semicolon))
                && self.at(end - 1).is(Punct::RParen)
            {
                d = d
                    .also(self.at(end).span, "this `;` ends the declaration")
                    .help("remove that `;`: the body of a function follows its parameters");
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

    /// Writes `T x = e` or `T x{e}` of a condition, without an end.
    pub(super) fn condition_declaration(&mut self) {
        let specs = self.specifiers(Level::Block);
        self.mark(Tok::DeclaratorStart);
        if self.is_binding() {
            self.binding();
            return self.after_declarator(Level::Block, Declared::default());
        }
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
}

fn missing_name(span: kern_diag::Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::MISSING_NAME, span, message)
}
