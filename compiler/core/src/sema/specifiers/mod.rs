//! Types as written to types: specifiers here, declarators and paths beside.
//!
//! The syntax tree keeps the inside-out form of C; nothing after this sees it.

mod declarator;
mod operator;
mod path;

use super::{Sema, errors};
use crate::hir::{QualType, Type, TypeId};
pub(super) use declarator::Declared;
use kern_syntax::ast::{self, TypeSpecKind};
pub(super) use operator::{binary_text, unary_text};
pub(super) use path::{path_text, plain_name, segment_text};

impl<'a> Sema<'a> {
    /// The type that specifiers denote, qualifiers included.
    pub(super) fn specified_type(&mut self, specs: &'a ast::DeclSpecs) -> QualType {
        let Some(spec) = &specs.ty else { return self.common.int.into() };
        let q = super::deep(|| self.type_spec(spec));
        self.with_qualifiers(q, ast::Quals { is_restrict: false, ..specs.quals })
    }

    fn type_spec(&mut self, spec: &'a ast::TypeSpec) -> QualType {
        match &spec.kind {
            TypeSpecKind::Builtin(b) => self.builtin(*b).into(),
            TypeSpecKind::Named(path) => self.type_path(path),
            TypeSpecKind::Class(class) => self.class_specifier(class, spec.span).into(),
            TypeSpecKind::Enum(e) => self.enum_specifier(e, spec.span).into(),
            TypeSpecKind::Auto | TypeSpecKind::DecltypeAuto => match self.auto_type {
                Some(q) => q,
                None => {
                    self.report(errors::auto_without_initialiser(spec.span));
                    self.common.error.into()
                }
            },
            TypeSpecKind::Decltype(e) => self.decltype(e),
        }
    }

    pub(super) fn builtin(&mut self, b: ast::BuiltinType) -> TypeId {
        use ast::BuiltinType as B;
        let ty = match b {
            B::Void => Type::Void,
            B::Bool => Type::Bool,
            B::Int(ty) => Type::Int(ty),
            B::Half => Type::F16,
            B::Float => Type::F32,
            B::Double => Type::F64,
            B::LongDouble => Type::LongDouble,
        };
        self.types.intern(ty)
    }

    /// The type of a name without declarator (casts, `sizeof`, template arguments).
    pub(super) fn type_name(&mut self, name: &'a ast::TypeName) -> QualType {
        let base = self.specified_type(&name.specs);
        self.declarator(base, &name.declarator).ty
    }
}
