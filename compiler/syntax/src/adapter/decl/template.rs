//! `template <…>`: the parameters, which are names for what follows, and the declaration.

use crate::adapter::declarator::Mode;
use crate::adapter::level::Level;
use crate::adapter::scope::Entity;
use crate::adapter::{Adapter, Stop};
use crate::intern::sym;
use crate::tok::{Tok, TypeWord};
use crate::token::Punct;

impl Adapter<'_> {
    pub(super) fn template(&mut self, level: Level) {
        if !self.at(self.position + 1).is(Punct::Lt) {
            self.emit(Tok::Instantiate);
            self.declaration(level);
            return;
        }
        let depth = self.scopes.depth();
        self.emit(Tok::Template);
        self.template_params();
        if self.word() == sym::REQUIRES {
            self.requires_clause();
        }
        if self.is_concept() {
            self.concept();
            return self.scopes.close_to(depth);
        }
        let outer = std::mem::replace(&mut self.is_template_head, true);
        self.declaration(level);
        self.is_template_head = outer;
        self.scopes.close_to(depth);
    }

    /// Writes `<…>` of a template head; the parameters are declared in a new scope.
    pub(in crate::adapter) fn template_params(&mut self) {
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
            sym::CLASS => true,
            // `typename T::type x` is a value.
            sym::TYPENAME => {
                let behind = self.at(self.position + 2);
                !(self.is_name_at(self.position + 1) && (behind.is(Punct::ColonColon) || behind.is(Punct::Lt)))
            }
            _ => false,
        };
        let concept = self.concept_at(self.position).filter(|_| self.constrained_auto(self.position).is_none());
        if let Some(path) = concept {
            self.mark(Tok::TypeParam);
            self.constraint(path);
            self.type_param_end(false);
        } else if is_type {
            self.emit(Tok::TypeParam);
            self.skip_packing();
            self.type_param_end(false);
        } else if word == sym::TEMPLATE {
            self.emit(Tok::TemplateParam);
            let depth = self.scopes.depth();
            if self.is(Punct::Lt) {
                self.template_params();
            }
            self.scopes.close_to(depth);
            if matches!(self.word(), sym::CLASS | sym::TYPENAME) {
                self.advance();
                self.skip_packing();
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
                self.scopes.declare_parameter(name, Entity::VALUE);
            }
            if self.is(Punct::Eq) {
                self.emit(Tok::Eq);
                self.expression(false);
            }
        }
    }

    /// Writes `... name = default` of a type parameter.
    fn type_param_end(&mut self, is_template: bool) {
        self.type_param_name(is_template);
        if self.is(Punct::Eq) {
            self.emit(Tok::Eq);
            self.type_id();
        }
    }

    /// Skips what `#pragma pack` put behind `class`, which is no class here.
    fn skip_packing(&mut self) {
        if self.word() == sym::ATTRIBUTE {
            self.position = self.partner(self.position + 1);
            self.advance();
        }
    }

    fn type_param_name(&mut self, is_template: bool) {
        if self.is(Punct::Ellipsis) {
            self.emit(Tok::EllipsisPack);
        }
        if self.is_name_at(self.position) {
            self.scopes.declare_parameter(self.word(), Entity { is_template, ..Entity::TYPE });
            let name = self.name_tok();
            self.emit(name);
        }
    }
}
