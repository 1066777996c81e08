//! Built-in type traits: what the compiler knows of types and `<type_traits>` asks ([meta.unary.prop], [meta.rel]).

use super::{Arg, Cat, Val};
use crate::hir::{self, ClassId, ExprKind, Field, QualType, Type, TypeId};
use crate::sema::entity::{Body, ClassState, Entity, FuncId, FuncRef, Special};
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, Access};

/// Traits that what a class consists of is nothing to: one that is asked about stays as it is, complete or not.
const OF_NAMES: &[&str] = &[
    "__is_same",
    "__is_same_as",
    "__is_class",
    "__is_union",
    "__is_enum",
    "__is_integral",
    "__is_floating_point",
    "__is_pointer",
    "__is_member_pointer",
    "__is_member_function_pointer",
    "__is_array",
    "__is_function",
    "__is_void",
    "__is_const",
    "__is_volatile",
    "__is_reference",
    "__is_lvalue_reference",
    "__is_rvalue_reference",
];

impl<'a> Sema<'a> {
    pub(super) fn type_trait(&mut self, name: &'a ast::Ident, args: &'a [ast::TypeName], span: Span) -> Val {
        let types: Vec<QualType> = args.iter().map(|t| self.type_name(t)).collect();
        if types.iter().any(|q| self.is_error(q.ty)) {
            return self.error_value(span);
        }
        let text = &*name.name;
        let Some(&t) = types.first() else { return self.error_value(span) };
        if !OF_NAMES.contains(&text) {
            for q in &types {
                self.make_complete(q.ty);
            }
        }
        if text == "__underlying_type" {
            // A value of the type that `decltype` is to say.
            let ty = self.underlying(t.ty);
            return self.value(ExprKind::Int(0), ty, span);
        }
        let answer = match types.get(1) {
            Some(&u) => self.trait_of_two(text, t, u, span),
            None => self.trait_of(text, t),
        };
        let Some(answer) = answer else {
            self.report(errors::unsupported(span, &format!("the built-in trait `{text}`")));
            return self.error_value(span);
        };
        self.value(ExprKind::Int(i128::from(answer)), self.common.bool, span)
    }

    /// What the trait `text` says of two types; `None` if it is not known.
    fn trait_of_two(&mut self, text: &str, t: QualType, u: QualType, span: Span) -> Option<bool> {
        Some(match text {
            "__is_same" | "__is_same_as" => t == u,
            "__is_base_of" => match (self.class_of(t.ty), self.class_of(u.ty)) {
                (Some(base), Some(derived)) => !self.types.class(base).is_union && self.base_path(derived, base).is_some(),
                _ => false,
            },
            "__is_convertible_to" | "__is_convertible" => self.is_convertible(t, u, span),
            "__is_assignable" => {
                let to = self.referred(t);
                self.is_convertible(u, to, span)
            }
            "__is_trivially_assignable" => match self.class_of(self.referred(t).ty) {
                Some(class) => self.assignment_of(class, t, u, span).is_some_and(|f| self.funcs[f.0 as usize].is_trivial),
                None => self.class_of(self.referred(u).ty).is_none(),
            },
            "__is_constructible" => match self.class_of(t.ty) {
                Some(class) => self.constructor_from(class, u, span).is_some(),
                None => self.is_convertible(u, t, span),
            },
            "__is_trivially_constructible" => match self.class_of(t.ty) {
                Some(class) => {
                    self.is_trivial_for(class, Special::Destructor)
                        && self.constructor_from(class, u, span).is_some_and(|f| self.funcs[f.0 as usize].is_trivial)
                }
                None => self.is_reference(t.ty) || self.class_of(self.referred(u).ty).is_none(),
            },
            _ => return None,
        })
    }

    /// What the trait `text` says of a type; `None` if it is not known.
    fn trait_of(&self, text: &str, t: QualType) -> Option<bool> {
        let class = self.class_of(t.ty);
        let special = |which: Special| {
            let element = self.class_of(self.innermost(t).ty);
            element.is_none_or(|c| self.class_info(c).state == ClassState::Complete && self.is_trivial_for(c, which))
        };
        Some(match text {
            "__is_constructible" => class.is_none_or(|c| !self.specials(c, Special::DefaultConstructor).is_empty()),
            "__is_trivially_constructible" | "__has_trivial_constructor" => {
                !self.is_reference(t.ty) && special(Special::DefaultConstructor) && special(Special::Destructor)
            }
            "__has_trivial_assign" => !t.is_const && !self.is_reference(t.ty) && special(Special::CopyAssign),
            "__has_trivial_destructor" | "__is_trivially_destructible" => special(Special::Destructor),
            "__is_destructible" => self.is_destructible(t.ty),
            "__is_nothrow_destructible" => self.is_destructible(t.ty) && (self.is_reference(t.ty) || self.is_quietly_destroyed(t.ty)),
            "__is_trivial" => self.is_trivially_copyable(t.ty) && special(Special::DefaultConstructor),
            "__is_pod" => special(Special::CopyConstructor) && special(Special::DefaultConstructor) && self.is_standard_layout(t.ty),
            "__is_trivially_copyable" | "__has_trivial_copy" => self.is_trivially_copyable(t.ty),
            "__is_standard_layout" => self.is_standard_layout(t.ty),
            "__is_literal_type" => self.is_literal_type(t.ty),
            "__has_unique_object_representations" => self.has_unique_representations(t.ty),
            "__is_member_pointer" => self.is_member_pointer(t.ty),
            "__is_member_function_pointer" => {
                matches!(self.ty(t.ty), Type::MemberPointer { member, .. } if self.is_function(member.ty))
            }
            "__is_class" => class.is_some_and(|c| !self.types.class(c).is_union),
            "__is_union" => class.is_some_and(|c| self.types.class(c).is_union),
            "__is_enum" => self.is_enum(t.ty),
            "__is_empty" => class.is_some_and(|c| self.types.class(c).is_empty && !self.types.class(c).is_union),
            "__is_integral" => self.is_integral(t.ty),
            "__is_floating_point" => self.is_floating(t.ty),
            "__is_pointer" => self.is_pointer(t.ty),
            "__is_array" => self.is_array(t.ty),
            "__is_function" => self.is_function(t.ty),
            "__is_void" => self.is_void(t.ty),
            "__is_const" => t.is_const || self.innermost(t).is_const,
            "__is_volatile" => t.is_volatile || self.innermost(t).is_volatile,
            "__is_lvalue_reference" => matches!(self.ty(t.ty), Type::Reference { is_rvalue: false, .. }),
            "__is_rvalue_reference" => matches!(self.ty(t.ty), Type::Reference { is_rvalue: true, .. }),
            "__is_reference" => self.is_reference(t.ty),
            "__is_signed" => match self.ty(t.ty) {
                Type::Int(i) => i.is_signed(),
                _ => self.is_floating(t.ty),
            },
            "__is_unsigned" => match self.ty(t.ty) {
                Type::Int(i) => !i.is_signed(),
                Type::Bool => true,
                _ => false,
            },
            "__is_polymorphic" => class.is_some_and(|c| self.is_polymorphic(c)),
            "__is_abstract" => class.is_some_and(|c| self.class_info(c).virtuals.pure.is_some()),
            "__is_final" => class.is_some_and(|c| self.class_info(c).virtuals.is_final),
            "__has_virtual_destructor" => class.is_some_and(|c| self.has_virtual_destructor(c)),
            "__is_aggregate" => class.is_some_and(|c| self.class_info(c).is_aggregate) || self.is_array(t.ty),
            _ => return None,
        })
    }

    /// What `declval<q>()` is.
    fn declared_value(&self, q: QualType, span: Span) -> Val {
        let v = self.place(ExprKind::Local(hir::LocalId(u32::MAX)), self.referred(q), span);
        let is_lvalue = matches!(self.ty(q.ty), Type::Reference { is_rvalue: false, .. });
        Val { cat: if is_lvalue { Cat::L } else { Cat::X }, ..v }
    }

    /// The answer to a question of its own, also where it is asked to find out about another conversion.
    fn asked_alone<R>(&mut self, ask: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.in_user_conversion, false);
        let answer = ask(self);
        self.in_user_conversion = outer;
        answer
    }

    fn is_convertible(&mut self, from: QualType, to: QualType, span: Span) -> bool {
        let arg = Arg::Val(self.declared_value(from, span));
        self.asked_alone(|s| s.implicit(&arg, to).is_some()) && self.is_open_conversion(from, to)
    }

    /// The constructor that makes a `class` of a `from`.
    fn constructor_from(&mut self, class: ClassId, from: QualType, span: Span) -> Option<FuncId> {
        let arg = Arg::Val(self.declared_value(from, span));
        let list = self.class_info(class).constructors.clone();
        self.asked_alone(|s| s.resolve_overload(&list, None, std::slice::from_ref(&arg), None).ok())
    }

    /// The member of `class` that assigns a `from` to a `to`, which is one or refers to one.
    fn assignment_of(&mut self, class: ClassId, to: QualType, from: QualType, span: Span) -> Option<FuncId> {
        let scope = self.class_info(class).scope;
        let Some(Entity::Functions(set)) = self.lookup_in(scope, "operator=", Want::Any) else { return None };
        let (object, arg) = (self.declared_value(to, span), Arg::Val(self.declared_value(from, span)));
        self.asked_alone(|s| s.resolve_overload(&set, None, std::slice::from_ref(&arg), Some(&object)).ok())
    }

    /// Whether an expression may destroy a `ty`.
    fn is_destructible(&self, ty: TypeId) -> bool {
        match *self.ty(ty) {
            Type::Void | Type::Function(_) | Type::Array { length: None, .. } => false,
            Type::Array { element, .. } => self.is_destructible(element.ty),
            Type::Class(class) => self.class_info(class).destructor.is_none_or(|f| {
                let f = &self.funcs[f.0 as usize];
                !f.is_deleted && f.access == Access::Public
            }),
            _ => true,
        }
    }

    /// Whether the bytes of an object lie as those of a C structure do ([class] 7).
    fn is_standard_layout(&self, ty: TypeId) -> bool {
        match *self.ty(ty) {
            Type::Array { element, .. } => self.is_standard_layout(element.ty),
            Type::Class(class) => self.is_standard_layout_class(class),
            Type::Reference { .. } | Type::Void | Type::Function(_) => false,
            _ => true,
        }
    }

    fn is_standard_layout_class(&self, class: ClassId) -> bool {
        let info = self.class_info(class);
        let fields = &self.types.class(class).fields;
        let mut accesses = fields.iter().zip(&info.members).filter(|(f, _)| !f.is_base).map(|(_, m)| m.access);
        let first = accesses.next();
        let holders = info.bases.iter().filter(|b| self.has_data(b.class)).count() + usize::from(first.is_some());
        !info.virtuals.has_table
            && accesses.all(|access| Some(access) == first)
            && holders <= 1
            && fields.iter().all(|f| self.is_standard_layout(f.ty.ty))
            && !self.starts_with_base(class)
    }

    /// Whether it or a base has a data member.
    fn has_data(&self, class: ClassId) -> bool {
        self.types.class(class).fields.iter().any(|f| match self.class_of(f.ty.ty) {
            Some(base) if f.is_base => self.has_data(base),
            _ => true,
        })
    }

    /// Whether the first thing in an object is of the class of a base of it, which then lies elsewhere.
    fn starts_with_base(&self, class: ClassId) -> bool {
        let first = |class: ClassId| {
            let field = self.types.class(class).fields.iter().find(|f| !f.is_base)?;
            self.class_of(self.innermost(field.ty).ty)
        };
        std::iter::successors(first(class), |&inner| first(inner)).any(|inner| self.base_path(class, inner).is_some())
    }

    /// Whether objects may be copied as bytes: each way to copy or move that a class has does that, and one that is deleted does no
    /// harm ([class.prop] 1, as g++ reads it).
    fn is_trivially_copyable(&self, ty: TypeId) -> bool {
        use Special::*;
        match *self.ty(ty) {
            Type::Reference { .. } | Type::Void | Type::Function(_) => false,
            Type::Array { element, .. } => self.is_trivially_copyable(element.ty),
            Type::Class(class) => {
                let copies = |f: FuncId| self.funcs[f.0 as usize].is_trivial || self.funcs[f.0 as usize].is_deleted;
                let ways = [CopyConstructor, MoveConstructor, CopyAssign, MoveAssign];
                ways.into_iter().flat_map(|way| self.specials(class, way)).all(copies) && self.is_trivial_for(class, Destructor)
            }
            _ => true,
        }
    }

    /// Whether constants may be of the type ([basic.types] 10).
    fn is_literal_type(&self, ty: TypeId) -> bool {
        match *self.ty(ty) {
            Type::Array { element, .. } => self.is_literal_type(element.ty),
            Type::Class(class) => {
                let info = self.class_info(class);
                let fields = &self.types.class(class).fields;
                let is_begun = info.is_aggregate || info.lambda.is_some() || info.constructors.iter().any(|f| self.begins_constants(f));
                is_begun && self.is_trivial_for(class, Special::Destructor) && fields.iter().all(|f| self.is_literal_type(f.ty.ty))
            }
            _ => true,
        }
    }

    /// Whether `constructor` is `constexpr` and neither copies nor moves.
    fn begins_constants(&self, constructor: &FuncRef) -> bool {
        let f = match constructor {
            FuncRef::Plain(f) => &self.funcs[f.0 as usize],
            FuncRef::Template(t) => return self.fn_templates[t.0 as usize].specs.flags.is_constexpr,
        };
        // What that leaves without a value does not count ([dcl.constexpr] 4).
        if let Body::Implicit(Special::DefaultConstructor) = f.body {
            return !f.is_deleted;
        }
        f.flags.is_constexpr && !matches!(f.special, Some(Special::CopyConstructor | Special::MoveConstructor))
    }

    /// Whether objects with the same value have the same bytes: no bit is padding, and no number has two forms.
    fn has_unique_representations(&self, ty: TypeId) -> bool {
        match *self.ty(ty) {
            Type::Array { element, .. } => self.has_unique_representations(element.ty),
            Type::Class(id) => {
                let class = self.types.class(id);
                let bits = |f: &Field| match (f.bits, self.class_of(f.ty.ty)) {
                    (Some((_, width)), _) => u64::from(width),
                    (None, Some(base)) if f.is_base && self.types.class(base).is_empty => 0,
                    (None, Some(base)) if f.is_base => 8 * self.types.class(base).data_size,
                    _ => 8 * self.types.size_of(f.ty.ty),
                };
                let is_full = if class.is_union {
                    class.fields.iter().all(|f| bits(f) == 8 * class.size)
                } else {
                    class.fields.iter().map(bits).sum::<u64>() == 8 * class.size
                };
                let is_unique = |f: &Field| f.is_base && bits(f) == 0 || self.has_unique_representations(f.ty.ty);
                class.is_trivial && is_full && class.fields.iter().all(is_unique)
            }
            _ => self.is_scalar(ty) && !self.is_floating(ty),
        }
    }
}
