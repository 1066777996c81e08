//! Structured bindings ([dcl.struct.bind]): `auto [a, b] = e;`.
//!
//! The initialiser goes into a hidden variable, and each name becomes a reference to a part of it. In C++ the names are
//! no references but the parts themselves; the difference shows in `decltype` only, for which their types are kept.

use super::entity::{Entity, FuncRef, Scalar, TArg};
use super::expressions::{Arg, Cat, Val};
use super::initialise::Init;
use super::scope::Want;
use super::types::bare;
use super::{Sema, errors};
use crate::hir::{self, ClassId, ExprKind, QualType, StmtKind, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast;
use std::sync::LazyLock;

/// Most parts of what has a `std::tuple_size` of the program's.
const MOST_PARTS: usize = 256;

/// `0`, `1` and so on as template arguments, which nobody wrote.
static INDICES: LazyLock<Vec<ast::TemplateArg>> = LazyLock::new(|| {
    let number = |value| ast::ExprKind::Int { value, suffix: ast::IntSuffix::default(), is_decimal: true };
    (0..MOST_PARTS as u64).map(|i| ast::TemplateArg::Expr(ast::Expr { kind: number(i), span: Span::default(), depth: 1 })).collect()
});

impl<'a> Sema<'a> {
    /// `auto [a, b] = e;` in a block.
    pub(super) fn binding_statement(&mut self, d: &'a ast::SimpleDecl, one: &'a ast::InitDeclarator, out: &mut Vec<hir::Stmt>) {
        let arg = match &one.init {
            Some(ast::Initializer::Equals(e)) => self.arg(e),
            Some(ast::Initializer::Parens(list, _)) if list.len() == 1 => self.arg(&list[0]),
            Some(ast::Initializer::Braces(list)) if list.items.len() == 1 => self.arg(&list.items[0].1),
            _ => {
                self.report(errors::auto_without_initialiser(one.bindings[0].span));
                return self.bind_errors(one, out);
            }
        };
        self.bind_parts(&d.specs, one, arg, out);
    }

    /// Declares the names of `one` as the parts of `arg`.
    pub(super) fn bind_parts(&mut self, specs: &'a ast::DeclSpecs, one: &'a ast::InitDeclarator, arg: Arg<'a>, out: &mut Vec<hir::Stmt>) {
        let span = one.bindings[0].span.to(one.bindings[one.bindings.len() - 1].span);
        let by_value = matches!(one.declarator.kind, ast::DeclaratorKind::Name(_));
        let (value, ty) = match arg {
            Arg::Val(v) if by_value && self.is_array(v.e.ty) => self.array_copy(v, specs.quals.is_const, span, out),
            arg => {
                let Some(ty) = self.deduce_auto_from(specs, &one.declarator, &arg, span) else { return self.bind_errors(one, out) };
                self.initialise_variable(ty, Init::Copy(arg), "the bound value", span)
            }
        };
        if value.as_ref().is_some_and(|v| self.has_error(v)) {
            return self.bind_errors(one, out);
        }
        let whole = self.hidden_local("", ty, span);
        let destructor = self.destructor_for(ty.ty, span);
        if let Some(f) = self.frame() {
            f.locals[whole.0 as usize].destructor = destructor;
        }
        out.push(hir::Stmt { kind: StmtKind::Declare { local: whole, init: value }, span });
        let whole = self.local_place(whole, ty, span);
        let shown = self.show(whole.e.ty);
        let is_lvalue = matches!(self.ty(ty.ty), Type::Reference { is_rvalue: false, .. });
        let entity = Val { cat: if is_lvalue { Cat::L } else { Cat::X }, ..whole.clone() };
        let of_tuple = self.tuple_parts(&entity, span);
        let is_tuple = of_tuple.is_some();
        let parts = of_tuple.or_else(|| self.parts_of(whole, span));
        let Some(parts) = parts else {
            self.report(errors::no_parts(span, &shown));
            return self.bind_errors(one, out);
        };
        if parts.len() != one.bindings.len() {
            self.report(errors::wrong_binding_count(span, &shown, one.bindings.len(), parts.len()));
            return self.bind_errors(one, out);
        }
        if parts.iter().any(|part| self.has_error(&part.e)) {
            return self.bind_errors(one, out);
        }
        for (i, (name, part)) in one.bindings.iter().zip(parts).enumerate() {
            // Nothing refers to a bit-field: the name stands for the place.
            if part.width.is_some() {
                let ty = self.type_of(&part.e);
                let id =
                    self.add_local(hir::Local { name: name.name.clone(), ty, align: None, vla: None, destructor: None, span: name.span });
                let (frame, scope) = (self.frames.last().map_or(0, |f| f.id), self.scope);
                self.bound_locals.insert((frame, id), part);
                self.declare(scope, &name.name, Entity::Local { frame, id }, name.span);
                continue;
            }
            let q = self.type_of(&part.e);
            let declared = if is_tuple { self.tuple_element(&entity, i, span) } else { self.reference_field(&part.e) };
            // What `get` gives by value lives as long as the name.
            let is_value = !part.e.is_place();
            let reference = self.reference_to(q, is_value);
            let part = if is_value { part } else { Val { cat: Cat::L, ..part } };
            let (value, ty) = self.initialise_variable(reference.into(), Init::Copy(Arg::Val(part)), &name.name, name.span);
            let local = hir::Local { name: name.name.clone(), ty, align: None, vla: None, destructor: None, span: name.span };
            let id = self.add_local(local);
            if let Some(info) = self.frame().and_then(|f| f.info.get_mut(id.0 as usize)) {
                info.part = Some(declared.unwrap_or(q));
            }
            let frame = self.frames.last().map_or(0, |f| f.id);
            let scope = self.scope;
            self.declare(scope, &name.name, Entity::Local { frame, id }, name.span);
            out.push(hir::Stmt { kind: StmtKind::Declare { local: id, init: value }, span: name.span });
        }
    }

    /// An array's elements, each copied, and the type of the copy; `v` is evaluated once, by a statement of its own.
    fn array_copy(&mut self, v: Val, is_const: bool, span: Span, out: &mut Vec<hir::Stmt>) -> (Option<hir::Expr>, QualType) {
        let q = self.type_of(&v.e);
        let reference = self.reference_to(q, v.cat != Cat::L);
        let (value, reference) = self.initialise_variable(reference.into(), Init::Copy(Arg::Val(v)), "the bound value", span);
        let source = self.hidden_local("", reference, span);
        out.push(hir::Stmt { kind: StmtKind::Declare { local: source, init: value }, span });
        let source = self.local_place(source, reference, span);
        let copy = self.copied_elements(source, span);
        let ty = QualType { is_const: is_const || q.is_const, ..q.ty.into() };
        (Some(copy), self.const_in_elements(ty))
    }

    fn copied_elements(&mut self, source: Val, span: Span) -> hir::Expr {
        let ty = source.e.ty;
        let Type::Array { element, .. } = *self.ty(ty) else {
            return self.initialise(super::types::bare(ty.into()), Init::Copy(Arg::Val(source)), "the bound value", span);
        };
        let size = self.types.size_of(element.ty);
        let elements = self.parts_of(source, span).unwrap_or_default();
        let copies = elements.into_iter().enumerate().map(|(i, element)| (i as u64 * size, self.copied_elements(element, span)));
        let copies = copies.collect();
        self.make(ExprKind::Aggregate(copies), ty, span)
    }

    fn bind_errors(&mut self, one: &'a ast::InitDeclarator, out: &mut Vec<hir::Stmt>) {
        self.leave_out(one.declarator.span, out);
        for name in &one.bindings {
            let scope = self.scope;
            self.bind(scope, &name.name, Entity::Error);
        }
    }

    /// What `get<i>` gives for each part of an object of a class of the program for which `std::tuple_size` is specialised
    /// ([dcl.struct.bind]/4).
    fn tuple_parts(&mut self, whole: &Val, span: Span) -> Option<Vec<Val>> {
        let class = self.class_of(whole.e.ty)?;
        let name = &self.types.class(class).name;
        if name.starts_with("std::") || name.starts_with("cuda::std::") {
            return None;
        }
        let count = self.tuple_size(whole.e.ty, span)?;
        Some(
            (0..usize::try_from(count).unwrap_or(MOST_PARTS).min(MOST_PARTS))
                .map(|i| self.tuple_part(class, whole.clone(), i, span))
                .collect(),
        )
    }

    /// `std::tuple_size<T>::value`
    fn tuple_size(&mut self, ty: TypeId, span: Span) -> Option<u64> {
        let Some(Entity::Namespace(std)) = self.own_name(self.global, "std", Want::Any) else { return None };
        let Some(Entity::Template(id)) = self.lookup_in(std, "tuple_size", Want::Any) else { return None };
        let Entity::Type(size) = self.instantiate_template(id, &[TArg::Type(ty.into())], span) else { return None };
        self.quietly(|s| s.make_complete(size.ty).then_some(()))?;
        let class = self.class_of(size.ty)?;
        let scope = self.class_info(class).scope;
        let Some(Entity::Var(value)) = self.lookup_in(scope, "value", Want::Any) else { return None };
        match self.constant_of(value)? {
            Scalar::Int(n) => u64::try_from(n).ok(),
            Scalar::Float(_) => None,
        }
    }

    /// `std::tuple_element<index, T>::type`, where `whole` is a `T`.
    fn tuple_element(&mut self, whole: &Val, index: usize, span: Span) -> Option<QualType> {
        let Some(Entity::Namespace(std)) = self.own_name(self.global, "std", Want::Any) else { return None };
        let Some(Entity::Template(id)) = self.lookup_in(std, "tuple_element", Want::Any) else { return None };
        let arguments = [TArg::Int(index as i128, self.common.ulong), TArg::Type(self.type_of(&whole.e))];
        let scope = self.quietly(|s| {
            let Entity::Type(element) = s.instantiate_template(id, &arguments, span) else { return None };
            let class = s.class_of(element.ty).filter(|_| s.make_complete(element.ty))?;
            Some(s.class_info(class).scope)
        })?;
        match self.lookup_in(scope, "type", Want::Type) {
            Some(Entity::Type(q)) => Some(q),
            _ => None,
        }
    }

    /// `whole.get<index>()`, or `get<index>(whole)` found by the argument.
    fn tuple_part(&mut self, class: ClassId, whole: Val, index: usize, span: Span) -> Val {
        let explicit = std::slice::from_ref(&INDICES[index]);
        let scope = self.class_info(class).scope;
        let (set, object, args) = match self.lookup_in(scope, "get", Want::Any) {
            Some(Entity::Functions(set)) if set.iter().any(|f| self.takes_value(f)) => (set, Some(whole), Vec::new()),
            _ => (self.lookup_by_arguments("get", &[bare(self.type_of(&whole.e))]), None, vec![Arg::Val(whole)]),
        };
        match self.resolve_overload(&set, Some(explicit), &args, object.as_ref()) {
            Ok(f) => self.build_call(f, object, args, span),
            Err(failure) => {
                self.overload_error(failure, "get", &set, Some(explicit), &args, object.as_ref(), span);
                self.error_value(span)
            }
        }
    }

    /// Whether the first parameter of a template is no type.
    fn takes_value(&self, f: &FuncRef) -> bool {
        let FuncRef::Template(t) = f else { return false };
        self.fn_templates[t.0 as usize].params.first().is_some_and(|p| matches!(p.kind, ast::TemplateParamKind::Value { .. }))
    }

    /// The elements of an array, the members of a class, the values of a tuple.
    fn parts_of(&mut self, whole: Val, span: Span) -> Option<Vec<Val>> {
        if let Type::Array { length: Some(n), .. } = *self.ty(whole.e.ty) {
            let element = |s: &mut Self, i: u64| {
                let index = s.value(ExprKind::Int(i128::from(i)), s.common.int, span);
                s.index(whole.clone(), Arg::Val(index), span)
            };
            return Some((0..n.min(256)).map(|i| element(self, i)).collect());
        }
        let class = self.class_of(whole.e.ty)?;
        self.make_complete(whole.e.ty);
        let is_std = |s: &Self, name: &str| {
            let whole = &s.types.class(class).name;
            let is_in_std = whole.starts_with("std::") || whole.starts_with("cuda::std::");
            &*s.class_info(class).name == name && is_in_std && s.class_info(class).template.is_some()
        };
        let count = self.types.class(class).fields.len() as u32;
        if is_std(self, "tuple") {
            if count == 0 {
                return Some(Vec::new());
            }
            let parts = self.field_place(whole, 0, span);
            return self.parts_of(parts, span);
        }
        if is_std(self, "__tuple_parts") {
            // The parts that follow, then this one.
            if count < 2 {
                return Some(Vec::new());
            }
            let own = self.field_place(whole.clone(), 1, span);
            let mut parts = vec![self.field_place(own, 0, span)];
            let rest = self.field_place(whole, 0, span);
            parts.extend(self.parts_of(rest, span)?);
            return Some(parts);
        }
        if is_std(self, "array") && count == 1 {
            let elements = self.field_place(whole, 0, span);
            return self.parts_of(elements, span);
        }
        let fields = self.types.class(class).fields.clone();
        // All members are in one class: its own or one base.
        if let [only] = fields.as_slice()
            && only.is_base
        {
            let base = self.field_place(whole, 0, span);
            return self.parts_of(base, span);
        }
        if self.types.class(class).is_union || fields.iter().any(|f| f.is_base && self.types.size_of(f.ty.ty) > 1) {
            return None;
        }
        let own: Vec<u32> = (0..count).filter(|i| !fields[*i as usize].is_base && !fields[*i as usize].name.is_empty()).collect();
        for &i in &own {
            if let Some(member) = self.class_info(class).members.get(i as usize).cloned() {
                let name = fields[i as usize].name.clone();
                self.check_access(class, member.access, &name, span, member.span);
            }
        }
        Some(own.into_iter().map(|i| self.field_place(whole.clone(), i, span)).collect())
    }
}
