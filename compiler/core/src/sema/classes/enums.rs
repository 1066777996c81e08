//! Enumerations (C++17 [dcl.enum]): the values of enumerators and the type under them.

use crate::hir::{Enum, EnumId, Enumerator, IntType, Type, TypeId};
use crate::sema::advice::Sought;
use crate::sema::entity::{Entity, Name, ScopeId, ScopeKind};
use crate::sema::scope::Want;
use crate::sema::specifiers::{path_text, segment_text};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// The type of an enum specifier.
    pub(in crate::sema) fn enum_specifier(&mut self, spec: &'a ast::EnumSpec, span: Span) -> TypeId {
        let around = self.scope_of_tags(span);
        if around != self.scope {
            return self.within(around, |sema| sema.enum_specifier(spec, span));
        }
        if let Some(path) = spec.name.as_ref().filter(|path| path.segments.len() > 1 && spec.enumerators.is_some()) {
            return self.enum_defined_outside(spec, path);
        }
        let name: Option<(Name, Span)> = spec.name.as_ref().and_then(|p| p.segments.last()).map(|s| (segment_text(&s.name), s.span));
        if spec.enumerators.is_none() {
            if let Some(path) = &spec.name
                && let Some(Entity::Type(q)) = self.quietly(|s| s.resolve(path, Want::Type)).map(|r| r.entity)
                && self.is_enum(q.ty)
            {
                return q.ty;
            }
            // gcc lets an enumeration of C be named before its values are known.
            if spec.underlying.is_none() && !spec.is_scoped && !(self.is_c && name.is_some()) {
                let text = spec.name.as_ref().map_or(String::new(), path_text);
                self.report(errors::unknown_type(span, &text));
                return self.common.error;
            }
        }
        let underlying = self.written_underlying(spec);
        let id = self.declare_enum(name.as_ref(), underlying, spec.is_scoped);
        let ty = self.types.intern(Type::Enum(id));
        if let Some(list) = &spec.enumerators {
            let scope = self.scope;
            self.define_enum(id, (underlying, spec.is_scoped), list, scope);
            if is_packed(spec) {
                let made = self.types.enumeration_mut(id);
                made.underlying = narrowest_type(&made.enumerators);
            }
        }
        ty
    }

    /// The type under an enumeration, if it is written.
    fn written_underlying(&mut self, spec: &'a ast::EnumSpec) -> Option<IntType> {
        let t = spec.underlying.as_ref().filter(|_| !is_packed(spec))?;
        let q = self.type_name(t);
        Some(match self.ty(q.ty) {
            Type::Int(i) => *i,
            Type::Bool => IntType::UChar,
            Type::Error => IntType::Int,
            _ => {
                let shown = self.show_q(q);
                self.report(errors::bad_underlying(t.span, &shown));
                IntType::Int
            }
        })
    }

    /// `enum class C::E {…}`: the values of an enumeration that a class or namespace declared ([dcl.enum]/1).
    fn enum_defined_outside(&mut self, spec: &'a ast::EnumSpec, path: &'a ast::Path) -> TypeId {
        let errors = self.errors;
        let (home, _, _) = self.target_of(Some(path));
        let (Some(last), Some(list)) = (path.segments.last(), &spec.enumerators) else { return self.common.error };
        let name = segment_text(&last.name);
        match self.own_enum(home, &name) {
            Some(id) => {
                self.define_declared_enum(id, spec, list, home);
                self.types.intern(Type::Enum(id))
            }
            None => {
                if self.errors == errors {
                    self.unknown(last.span, &name, Sought::In(home));
                }
                self.common.error
            }
        }
    }

    /// The enumeration that `scope` itself declares as `name`.
    pub(in crate::sema) fn own_enum(&self, scope: ScopeId, name: &str) -> Option<EnumId> {
        let Some(Entity::Type(q)) = self.own_name(scope, name, Want::Type) else { return None };
        if let Type::Enum(id) = *self.ty(q.ty) { Some(id) } else { None }
    }

    /// Gives an enumeration that was declared its values, which are looked up in `around`.
    pub(in crate::sema) fn define_declared_enum(
        &mut self,
        id: EnumId,
        spec: &'a ast::EnumSpec,
        list: &'a [ast::Enumerator],
        around: ScopeId,
    ) {
        let span = spec.name.as_ref().map_or(Span::default(), |path| path.span);
        if self.defined_enums.contains(&id) {
            let (name, earlier) = (self.types.enumeration(id).name.clone(), self.enum_span(id));
            return self.report(errors::redefinition(&name, span, earlier, false));
        }
        let underlying = self.within(around, |sema| sema.written_underlying(spec));
        let declared = self.types.enumeration(id);
        // Without a type, a scoped one has `int`, and another none that is fixed ([dcl.enum]/5).
        let is_fixed = spec.is_scoped || underlying.is_some();
        let is_same = declared.is_scoped == spec.is_scoped && is_fixed && underlying.unwrap_or(IntType::Int) == declared.underlying;
        let declared = (Some(declared.underlying), declared.is_scoped);
        if !is_same {
            let (name, earlier) = (self.types.enumeration(id).name.clone(), self.enum_span(id));
            self.report(errors::redefinition(&name, span, earlier, true));
        }
        self.define_enum(id, declared, list, around);
    }

    /// Where an enumeration is declared.
    fn enum_span(&self, id: EnumId) -> Span {
        let name = &self.types.enumeration(id).name;
        let last = name.rsplit("::").next().unwrap_or_default();
        let slot = self.enum_homes.get(&id).and_then(|home| self.scope_of(*home).names.get(last));
        slot.map_or(Span::default(), |slot| slot.span)
    }

    /// The enumeration of that name that is not defined yet, or a new one.
    fn declare_enum(&mut self, name: Option<&(Name, Span)>, underlying: Option<IntType>, is_scoped: bool) -> EnumId {
        let scope = self.scope;
        let existing = name.and_then(|(n, _)| self.own_name(scope, n, Want::Type));
        match existing.and_then(|e| if let Entity::Type(q) = e { Some(q.ty) } else { None }).map(|t| self.ty(t).clone()) {
            Some(Type::Enum(id)) if !self.defined_enums.contains(&id) => id,
            _ => {
                let prefix = self.scope_prefix(scope);
                let shown = name.map_or("(unnamed enum)".into(), |(n, _)| format!("{prefix}{n}"));
                let id = self.types.add_enum(Enum {
                    name: shown.into(),
                    underlying: underlying.unwrap_or(IntType::Int),
                    promotes_to: None,
                    is_scoped,
                    enumerators: Vec::new(),
                });
                self.enum_homes.insert(id, scope);
                let inner = self.new_scope(ScopeKind::Local, Some(scope));
                self.enum_scopes.insert(id, inner);
                let ty = self.types.intern(Type::Enum(id));
                if let Some((name, at)) = name {
                    self.declare(scope, name, Entity::Type(ty.into()), *at);
                }
                id
            }
        }
    }

    /// `using enum E;`
    pub(in crate::sema) fn using_enum(&mut self, path: &'a ast::Path) {
        let q = self.type_path(path);
        let Type::Enum(id) = *self.ty(q.ty) else {
            if !self.is_error(q.ty) {
                let shown = self.show_q(q);
                self.report(errors::not_an_enumeration(path.span, &shown));
            }
            return;
        };
        let scope = self.scope;
        for e in self.types.enumeration(id).enumerators.clone() {
            self.declare(scope, &(&*e.name).into(), Entity::Enumerator { value: e.value, ty: q.ty }, path.span);
        }
    }

    /// Gives an enumeration its values, which are looked up in `around`; known are the type under it, if that is written, and whether
    /// it is scoped.
    fn define_enum(&mut self, id: EnumId, (underlying, is_scoped): (Option<IntType>, bool), list: &'a [ast::Enumerator], around: ScopeId) {
        let scope = self.enum_homes.get(&id).copied().unwrap_or(around);
        let ty = self.types.intern(Type::Enum(id));
        self.defined_enums.insert(id);
        let inner = self.enum_scopes.get(&id).copied().unwrap_or(around);
        self.scope_mut(inner).parent = Some(around);
        let values = self.enumerator_values(inner, underlying, list);
        if underlying.is_none() && !is_scoped {
            let (smallest, promotes_to) = smallest_type(&values);
            let made = self.types.enumeration_mut(id);
            made.underlying = smallest;
            made.promotes_to = promotes_to;
        }
        let named =
            list.iter().zip(&values).map(|(e, value)| Enumerator { name: (&*e.name.name).into(), value: *value, span: e.name.span });
        self.types.enumeration_mut(id).enumerators = named.collect();
        for (e, value) in list.iter().zip(values) {
            let entity = Entity::Enumerator { value, ty };
            self.bind(inner, &e.name.name, entity.clone());
            if !is_scoped {
                self.declare(scope, &e.name.name, entity, e.name.span);
            }
        }
    }

    /// The values in order; in the list, an enumerator has the type of its value.
    fn enumerator_values(&mut self, inner: ScopeId, underlying: Option<IntType>, list: &'a [ast::Enumerator]) -> Vec<i128> {
        let mut next: i128 = 0;
        let mut values = Vec::new();
        let during = underlying.map_or(self.common.int, |u| self.types.intern(Type::Int(u)));
        for e in list {
            if let Some(value) = &e.value {
                let v = self.within(inner, |s| {
                    let v = s.expr(value);
                    let v = s.rvalue(v);
                    s.class_to_scalar(v, value.span)
                });
                match self.evaluate_int(&v.e) {
                    Ok(n) => next = n,
                    Err(why) => {
                        if self.is_error(v.e.ty) {
                            self.tell_unknown(Some(value.span));
                        } else {
                            self.report_not_constant(why, |why| errors::not_constant(value.span, why));
                        }
                    }
                }
            }
            values.push(next);
            let own_ty = if during == self.common.int && i32::try_from(next).is_err() {
                if u32::try_from(next).is_ok() { self.common.uint } else { self.common.long }
            } else {
                during
            };
            self.bind(inner, &e.name.name, Entity::Enumerator { value: next, ty: own_ty });
            next += 1;
        }
        values
    }
}

/// Whether an enumeration is `__attribute__((packed))`, which is written as its type.
fn is_packed(spec: &ast::EnumSpec) -> bool {
    spec.underlying.as_ref().is_some_and(|t| t.specs.align().iter().any(|align| matches!(align, ast::AlignSpec::Packed(_))))
}

/// The type under a packed enumeration.
fn narrowest_type(values: &[Enumerator]) -> IntType {
    use IntType::*;
    let holds = |bits: u32, is_signed: bool| {
        let (low, high) = if is_signed { (-1i128 << (bits - 1), bits - 1) } else { (0, bits) };
        values.iter().all(|e| e.value >= low && e.value < 1i128 << high)
    };
    let types = [(8, UChar, SChar), (16, UShort, Short), (32, UInt, Int), (64, ULong, Long)];
    let found = types.into_iter().find_map(
        |(bits, unsigned, signed)| {
            if holds(bits, false) { Some(unsigned) } else { holds(bits, true).then_some(signed) }
        },
    );
    found.unwrap_or(Long)
}

/// The type under an enumeration that names none, and `int` where that holds all its values.
fn smallest_type(values: &[i128]) -> (IntType, Option<IntType>) {
    let (min, max) = (values.iter().copied().min().unwrap_or(0), values.iter().copied().max().unwrap_or(0));
    let is_int = i32::try_from(min).is_ok() && i32::try_from(max).is_ok();
    let smallest = if min >= 0 && u32::try_from(max).is_ok() {
        IntType::UInt
    } else if is_int {
        IntType::Int
    } else if min >= 0 {
        IntType::ULong
    } else {
        IntType::Long
    };
    let promotes_to =
        if is_int { Some(IntType::Int) } else { (smallest == IntType::ULong && i64::try_from(max).is_ok()).then_some(IntType::Long) };
    (smallest, promotes_to)
}
