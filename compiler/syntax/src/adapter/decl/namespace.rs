//! Declarations that hold or name others: namespaces, linkage blocks, `using`, `static_assert`.

use crate::adapter::level::Level;
use crate::adapter::path::PathKind;
use crate::adapter::scope::{Entity, NameKind};
use crate::adapter::{Adapter, Stop};
use crate::intern::sym;
use crate::tok::{Flag, Tok};
use crate::token::{PpKind, Punct};

impl Adapter<'_> {
    /// Whether `module m;`, `import m;` or `export …` starts here.
    pub(super) fn is_module_line(&self) -> bool {
        let word = self.word();
        if word == sym::EXPORT {
            return true;
        }
        let behind = self.at(self.position + 1);
        let is_word = word != sym::EMPTY && matches!(&*self.text(word), "module" | "import") && self.scopes.lookup(word).is_none();
        is_word && (behind.kind == PpKind::Ident || behind.is(Punct::Semicolon) || behind.is(Punct::Lt))
    }

    pub(super) fn namespace(&mut self, is_inline: bool) {
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
        let (mut is_named, mut is_inline, mut within) = (false, is_inline, 0);
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
            let is_next_inline = self.word_at(self.position + 1) == sym::INLINE;
            if !is_inline && !is_next_inline {
                self.emit(Tok::ColonColon);
                continue;
            }
            // `a::inline b`: only one of them is inline, so each is written by itself.
            self.advance();
            self.mark(Tok::BraceBody);
            if is_next_inline {
                self.emit(Tok::Namespace(true));
            } else {
                self.mark(Tok::Namespace(false));
            }
            (is_inline, within) = (is_next_inline, within + 1);
        }
        if !is_named {
            let parent = self.scopes.top();
            let scope = self.scopes.open();
            self.scopes.include(parent, scope);
        }
        self.skip_standard_attributes();
        self.declarations_in_braces(Level::Namespace, "a namespace");
        (0..within).for_each(|_| self.mark(Tok::RBrace));
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
    pub(in crate::adapter) fn declarations_until(&mut self, end: usize, level: Level) {
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

    pub(super) fn linkage(&mut self) {
        self.advance();
        let token = self.token(0);
        let text = self.text(token.text);
        self.emit(Tok::Linkage(text.trim_matches('"').into()));
        if self.is(Punct::LBrace) {
            self.declarations_in_braces(Level::Namespace, "a linkage block");
        } else {
            // `extern "C" int x;` declares x as `extern int x;` does.
            if !matches!(self.word(), sym::TEMPLATE | sym::USING | sym::NAMESPACE | sym::EXTERN | sym::STATIC | sym::TYPEDEF) {
                self.mark(Tok::Flag(Flag::Extern));
                self.is_flag_written = true;
            }
            self.declaration(Level::Namespace);
        }
    }

    pub(super) fn using(&mut self) {
        let next = self.position + 1;
        if self.word_at(next) == sym::NAMESPACE {
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
        if self.word_at(next) == sym::ENUM {
            self.emit(Tok::UsingEnum);
            self.advance();
            match self.scan_path(self.position) {
                Some(path) => {
                    if let Some(scope) = path.entity.and_then(|e| e.scope) {
                        let here = self.scopes.top();
                        self.scopes.include(here, scope);
                    }
                    self.path(path, true);
                }
                None => self.unexpected("the name of an enumeration"),
            }
            return self.semicolon("`using enum`");
        }
        let behind = self.scan_attributes(next + 1);
        if self.is_name_at(next) && self.at(behind).is(Punct::Eq) {
            self.emit(Tok::Alias);
            let name = self.word();
            let tok = self.name_tok();
            self.emit(tok);
            let attributes = self.position;
            self.position = behind;
            self.emit(Tok::Eq);
            let start = self.position;
            // `using T [[gnu::aligned(16)]] = int;`: an alignment stands with the type's specifiers.
            self.position = attributes;
            self.attributes();
            self.position = start;
            let is_template = self.is_template_head;
            // Until its own declaration is over, the alias's name means what it means around the class: `using set = set<int>;`.
            self.scopes.hide_from_template(name);
            self.type_id();
            // Members of the alias are those of the type, where it is a plain name.
            let start = if self.word_at(start) == sym::TYPENAME { start + 1 } else { start };
            let scope = self.scan_path(start).filter(|p| p.end == self.position).and_then(|p| p.entity).and_then(|e| e.scope);
            let target = if is_template { self.scopes.below_top() } else { self.scopes.top() };
            self.scopes.declare_in(target, name, Entity { kind: NameKind::Type, is_template, scope });
            self.semicolon("an alias");
            return;
        }
        self.emit(Tok::Using);
        self.using_name();
        while self.is(Punct::Comma) {
            self.emit(Tok::Comma);
            self.using_name();
        }
        self.semicolon("`using`");
    }

    /// `typename T::name...` of a using-declaration.
    fn using_name(&mut self) {
        let is_type = self.word() == sym::TYPENAME;
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
            self.emit(Tok::Ellipsis);
        }
    }

    pub(super) fn static_assert(&mut self) {
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
}
