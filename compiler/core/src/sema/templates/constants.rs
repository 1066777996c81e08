//! Template arguments that are values of classes and floating-point types (C++20 [temp.param]/6 to 8).
//!
//! Values of a class whose members are the same are one argument ([temp.type]/2): each has one object, which is what the parameter
//! names.

use crate::hir::{self, ExprKind, GlobalId, GlobalInit, QualType, SymbolRef, Type, TypeId};
use crate::sema::constant::Object;
use crate::sema::entity::{Scalar, TArg, TemplateId};
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::initialise::Init;
use crate::sema::types::bare;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// What a parameter takes that is written as the name of a class, or as that of a class template alone.
enum Taken {
    Class(QualType),
    AnyOf(TemplateId),
}

/// A constant taken apart, for names.
#[derive(Clone, Debug)]
pub(in crate::sema) enum Shape {
    Scalar(TArg),
    /// The address of what cannot be a template argument itself: a variable and bytes behind its start.
    Inside(GlobalId, i64),
    /// A class or an array, and its members or elements.
    Parts(TypeId, Vec<Shape>),
}

impl Shape {
    /// Whether it is what `{}` gives.
    pub(in crate::sema) fn is_zero(&self) -> bool {
        match self {
            Shape::Scalar(TArg::Int(n, _)) => *n == 0,
            Shape::Scalar(TArg::Float(bits, _)) => *bits == 0,
            Shape::Scalar(arg) => matches!(arg, TArg::Null(_)),
            Shape::Inside(..) => false,
            Shape::Parts(_, parts) => parts.iter().all(Shape::is_zero),
        }
    }
}

impl<'a> Sema<'a> {
    /// The argument that `e` is for a parameter whose type is a class, or deduced from the argument by a class template; `None` for
    /// all other parameters. `before` are all parameters and the arguments of those that stand before it.
    pub(in crate::sema) fn class_argument_for(
        &mut self,
        p: &'a ast::TemplateParam,
        before: (&'a [ast::TemplateParam], &[TArg]),
        e: &'a ast::Expr,
    ) -> Option<Option<TArg>> {
        let specs = named_type(p).filter(|specs| !is_condition(specs, e))?;
        let scope = self.bound_before(before);
        let taken = self.quietly(|sema| sema.within(scope, |sema| sema.class_taken(specs)))?;
        Some(self.argument_of_class(p, taken, e))
    }

    fn class_taken(&mut self, specs: &'a ast::DeclSpecs) -> Option<Taken> {
        if let Some(id) = self.bare_class_template(specs) {
            return Some(Taken::AnyOf(id));
        }
        let q = self.specified_type(specs);
        self.class_of(q.ty).map(|_| Taken::Class(bare(q)))
    }

    fn argument_of_class(&mut self, p: &'a ast::TemplateParam, taken: Taken, e: &'a ast::Expr) -> Option<TArg> {
        let arg = self.arg(e);
        let q = match taken {
            Taken::Class(q) => q,
            Taken::AnyOf(id) => self.deduce_class_from(id, std::slice::from_ref(&arg), None, e.span)?,
        };
        let name = p.name.as_ref().map_or("", |n| &n.name);
        let value = self.initialise(q, Init::Copy(arg), name, e.span);
        self.object_constant(&value, q, e.span)
    }

    /// The argument that a value is which is no address.
    pub(in crate::sema) fn constant_argument(&mut self, v: Val, span: Span) -> Option<TArg> {
        let ty = v.e.ty;
        if self.class_of(ty).is_some() {
            let value = self.initialise(ty.into(), Init::Copy(Arg::Val(v)), "", span);
            return self.object_constant(&value, ty.into(), span);
        }
        let found = if self.is_floating(ty) {
            self.evaluate_float(&v.e).map(|x| TArg::Float(x.to_bits(), ty))
        } else {
            self.evaluate_int(&v.e).map(|n| TArg::Int(n, ty))
        };
        match found {
            Ok(arg) => Some(arg),
            Err(why) => {
                self.report_not_constant(why, |why| errors::not_constant(span, why));
                None
            }
        }
    }

    fn object_constant(&mut self, value: &hir::Expr, q: QualType, span: Span) -> Option<TArg> {
        if self.has_error(value) {
            return None;
        }
        if !self.is_structural(q.ty) {
            let shown = self.show_q(q);
            self.report(errors::not_structural(span, &shown));
            return None;
        }
        match self.evaluate_object(value, q) {
            Ok(object) if object.globals().any(|g| self.is_literal(g)) => {
                self.report(errors::address_of_literal_argument(span));
                None
            }
            Ok(object) => Some(TArg::Constant(self.constant_object(object, q, span))),
            Err(why) => {
                self.report_not_constant(why, |why| errors::not_constant(span, why));
                None
            }
        }
    }

    /// Whether values of the type may be template arguments ([temp.param]/7).
    fn is_structural(&self, ty: TypeId) -> bool {
        match *self.ty(ty) {
            Type::Array { element, .. } => self.is_structural(element.ty),
            Type::Class(class) => {
                let info = self.class_info(class);
                let is_open = |access| access == ast::Access::Public;
                let mut members = self.types.class(class).fields.iter().zip(&info.members);
                info.bases.iter().all(|base| !base.is_virtual && is_open(base.access))
                    && members.all(|(field, member)| {
                        (field.is_base || is_open(member.access) && !member.is_mutable) && self.is_structural(field.ty.ty)
                    })
            }
            _ => true,
        }
    }

    fn is_literal(&self, id: GlobalId) -> bool {
        let global = &self.globals[id.0 as usize];
        global.name.is_empty() && matches!(self.ty(global.ty.ty), Type::Array { .. })
    }

    /// The object that all arguments of this value name.
    fn constant_object(&mut self, object: Object, q: QualType, span: Span) -> GlobalId {
        let key = (q.ty, object);
        if let Some(&id) = self.constant_arguments.get(&key) {
            return id;
        }
        let init = self.global_bytes(key.1.clone());
        let symbol = format!("$value{}", self.constant_arguments.len());
        let id = self.nameless_global(symbol, QualType { is_const: true, ..q }, hir::GlobalSpace::Both, init, span);
        self.constant_arguments.insert(key, id);
        id
    }

    /// A value of a class or a floating-point type as the argument of a parameter.
    pub(super) fn convert_constant(&mut self, p: &'a ast::TemplateParam, arg: TArg, span: Span) -> Option<TArg> {
        let ast::TemplateParamKind::Value { specs, declarator, .. } = &p.kind else { return None };
        let from = match &arg {
            TArg::Float(_, ty) => *ty,
            TArg::Constant(id) => self.globals[id.0 as usize].ty.ty,
            _ => return None,
        };
        if matches!(specs.ty.as_ref().map(|t| &t.kind), Some(ast::TypeSpecKind::Auto)) {
            return self.check_constrained_auto(specs, from.into(), span).then_some(arg);
        }
        if let Some(id) = self.bare_class_template(specs)
            && self.template_of(from) == Some(id)
        {
            return Some(arg);
        }
        let base = self.specified_type(specs);
        let q = self.declarator(base, declarator).ty;
        if self.is_error(q.ty) {
            return None;
        }
        if q.ty == from {
            return Some(arg);
        }
        if let TArg::Constant(id) = arg
            && (self.is_integral(q.ty) || self.is_enum(q.ty))
        {
            // A class that converts to a number, such as `std::integral_constant`.
            let v = self.place(ExprKind::Global(id), self.globals[id.0 as usize].ty, span);
            let name = p.name.as_ref().map_or("", |n| &n.name);
            let e = self.initialise(bare(q), Init::Copy(Arg::Val(v)), name, span);
            return if self.has_error(&e) { None } else { self.constant_argument(Val { e, cat: Cat::R, width: None }, span) };
        }
        let (want, got) = (self.show_q(q), self.show(from));
        self.report(errors::template_argument_type(span, &want, &got));
        None
    }

    /// The members of a template argument that is a value of a class.
    pub(in crate::sema) fn shape_of(&self, id: GlobalId) -> Shape {
        let global = &self.globals[id.0 as usize];
        match &global.init {
            GlobalInit::Bytes { bytes, relocations } => self.shape(global.ty.ty, 0, bytes, relocations),
            _ => self.shape(global.ty.ty, 0, &[], &[]),
        }
    }

    /// What the bytes from `at` on, of which those behind the last are zero, and the addresses in them are as a `ty`.
    fn shape(&self, ty: TypeId, at: u64, bytes: &[u8], addresses: &[(u64, SymbolRef, i64)]) -> Shape {
        match *self.ty(ty) {
            Type::Class(class) => {
                let fields = self.types.class(class).fields.iter().filter(|f| f.bits.is_none() || !f.name.is_empty());
                let member = |f: &hir::Field| match (f.bits, self.shape(f.ty.ty, at + f.offset, bytes, addresses)) {
                    (Some((first, width)), Shape::Scalar(TArg::Int(n, ty))) => {
                        Shape::Scalar(TArg::Int(n >> first & ((1 << width) - 1), ty))
                    }
                    (_, shape) => shape,
                };
                Shape::Parts(ty, fields.map(member).collect())
            }
            Type::Array { element, length } => {
                let size = self.types.size_of(element.ty);
                let elements = (0..length.unwrap_or(0)).map(|i| self.shape(element.ty, at + i * size, bytes, addresses));
                Shape::Parts(ty, elements.collect())
            }
            _ => {
                if let Some((_, symbol, added)) = addresses.iter().find(|(offset, ..)| *offset == at) {
                    return self.address_shape(*symbol, *added, ty);
                }
                let zeros = [0; 16];
                let (start, size) = (at as usize, self.types.size_of(ty) as usize);
                let bytes = bytes.get(start..start + size).unwrap_or(&zeros[..size.min(16)]);
                Shape::Scalar(match self.scalar_in(bytes, ty) {
                    Some(Scalar::Float(x)) => TArg::Float(x.to_bits(), ty),
                    Some(Scalar::Int(0)) if self.is_pointer(ty) => TArg::Null(ty),
                    Some(Scalar::Int(n)) => TArg::Int(n, ty),
                    None => TArg::Int(bytes.iter().rev().fold(0, |n, b| n << 8 | i128::from(*b)), ty),
                })
            }
        }
    }

    fn address_shape(&self, symbol: SymbolRef, added: i64, ty: TypeId) -> Shape {
        match symbol {
            SymbolRef::Function(f) => Shape::Scalar(TArg::Func(self.hir_owner[f.0 as usize])),
            SymbolRef::Global(id) => match self.var_of_global.get(&id).filter(|_| added == 0) {
                Some(v) => Shape::Scalar(TArg::Object(*v, ty)),
                None => Shape::Inside(id, added),
            },
        }
    }

    /// `P{1, 2}`, where `scalar` writes what is no class and no array.
    pub(in crate::sema) fn show_shape(&self, shape: &Shape, scalar: &dyn Fn(&TArg) -> String) -> String {
        match shape {
            Shape::Scalar(arg) => scalar(arg),
            Shape::Inside(id, added) => format!("&{}+{added}", self.globals[id.0 as usize].name),
            Shape::Parts(ty, parts) => {
                if let Some(text) = self.show_text(*ty, parts) {
                    return text;
                }
                let name = if self.class_of(*ty).is_some() { self.show(*ty) } else { String::new() };
                let parts: Vec<String> = parts.iter().map(|part| self.show_shape(part, scalar)).collect();
                format!("{name}{{{}}}", parts.join(", "))
            }
        }
    }

    /// An array of characters as a literal, without the zeros at its end.
    fn show_text(&self, ty: TypeId, parts: &[Shape]) -> Option<String> {
        let Type::Array { element, .. } = *self.ty(ty) else { return None };
        if element.ty != self.common.char {
            return None;
        }
        let used = parts.iter().rposition(|part| !part.is_zero()).map_or(0, |last| last + 1);
        let mut text = String::from("\"");
        for part in &parts[..used] {
            let Shape::Scalar(TArg::Int(n, _)) = part else { return None };
            match *n as u8 {
                c @ (b'"' | b'\\') => text.extend(['\\', c as char]),
                c @ 32..=126 => text.push(c as char),
                c => text.push_str(&format!("\\{c:03o}")),
            }
        }
        text.push('"');
        Some(text)
    }
}

/// Whether the parameter's type is one that templates compute and the argument a literal, as in `enable_if_t<c, int> = 0`: to ask what
/// the type is is what costs time there.
fn is_condition(specs: &ast::DeclSpecs, e: &ast::Expr) -> bool {
    let Some(ast::TypeSpecKind::Named(path)) = specs.ty.as_ref().map(|ty| &ty.kind) else { return false };
    let is_literal = matches!(e.kind, ast::ExprKind::Int { .. } | ast::ExprKind::Bool(_) | ast::ExprKind::Nullptr);
    is_literal && path.segments.iter().any(|segment| segment.args.is_some())
}

/// The specifiers of a parameter that is written as the name of a type and its own name.
fn named_type(p: &ast::TemplateParam) -> Option<&ast::DeclSpecs> {
    let ast::TemplateParamKind::Value { specs, declarator, .. } = &p.kind else { return None };
    let named = match &declarator.kind {
        ast::DeclaratorKind::Pack(inner) => &**inner,
        _ => declarator,
    };
    let is_name = matches!(named.kind, ast::DeclaratorKind::Name(_));
    let is_named = matches!(specs.ty.as_ref().map(|ty| &ty.kind), Some(ast::TypeSpecKind::Named(_)));
    (is_name && is_named).then_some(&**specs)
}
