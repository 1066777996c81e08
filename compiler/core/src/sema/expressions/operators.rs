//! Overloaded operators, and the unary ones: each first looks for an overload, then means what is built in.

use super::assignment::is_register_aggregate;
use super::{Arg, Cat, Overloads, Val};
use crate::hir::{self, ExprKind, QualType, Type, TypeId};
use crate::sema::entity::{Entity, FuncRef, ScopeKind};
use crate::sema::overload::Failure;
use crate::sema::scope::Want;
use crate::sema::specifiers::unary_text;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, UnaryOp};

impl<'a> Sema<'a> {
    pub(super) fn has_overloads(&self, args: &[Arg<'a>]) -> bool {
        args.iter().any(|a| match a {
            Arg::Val(v) => self.class_of(v.e.ty).is_some() || self.is_enum(v.e.ty),
            _ => false,
        })
    }

    /// Calls a user's operator for `args` (the first is the object for members), if one fits.
    pub(in crate::sema) fn overloaded_operator(&mut self, name: &str, args: &[Arg<'a>], span: Span) -> Option<Val> {
        if !self.has_overloads(args) {
            return None;
        }
        let has_class = args.iter().any(|a| matches!(a, Arg::Val(v) if self.class_of(v.e.ty).is_some()));
        let mut set: Vec<FuncRef> = Vec::new();
        let mut free: Vec<FuncRef> = Vec::new();
        if let Some(Arg::Val(first)) = args.first()
            && let Some(class) = self.class_of(first.e.ty)
        {
            self.make_complete(first.e.ty);
            let scope = self.class_info(class).scope;
            if let Some(Entity::Functions(found)) = self.lookup_in(scope, name, Want::Any) {
                set = found;
            }
        }
        if name != "operator=" && name != "operator[]" && name != "operator()" && name != "operator->" {
            // Members hide nothing here: only free functions are wanted.
            if let Some(found) = self.lookup_free_functions(name) {
                free = found;
            }
            let types: Vec<QualType> = args.iter().filter_map(|a| if let Arg::Val(v) = a { Some(v.e.ty.into()) } else { None }).collect();
            for q in &types {
                self.make_complete(q.ty);
            }
            for f in self.lookup_by_arguments(name, &types) {
                if !free.contains(&f) {
                    free.push(f);
                }
            }
        }
        if !has_class {
            free.retain(|f| self.takes_enumeration(*f, args));
        }
        match self.resolve_operator(&set, &free, args) {
            Ok((f, true)) => {
                let object = args.first().and_then(|a| if let Arg::Val(v) = a { Some(v.clone()) } else { None });
                Some(self.build_call(f, object, args[1..].to_vec(), span))
            }
            Ok((f, false)) => Some(self.build_call(f, None, args.to_vec(), span)),
            Err(Failure::Ambiguous(list)) => {
                self.overload_error(Failure::Ambiguous(list), name, &[], None, args, None, span);
                Some(self.error_value(span))
            }
            Err(Failure::None) => None,
        }
    }

    /// Whether a parameter is of the enumeration that its argument is: without operands of class type no other function is meant
    /// ([over.match.oper] 3.2).
    fn takes_enumeration(&self, f: FuncRef, args: &[Arg<'a>]) -> bool {
        let FuncRef::Plain(f) = f else { return true };
        let params = &self.funcs[f.0 as usize].ty.params;
        args.iter().zip(params).any(|(a, param)| {
            let to = if let Type::Reference { to, .. } = self.ty(param.ty) { to.ty } else { param.ty };
            matches!(a, Arg::Val(v) if self.is_enum(v.e.ty) && v.e.ty == to)
        })
    }

    /// Unqualified lookup that skips class scopes.
    fn lookup_free_functions(&mut self, name: &str) -> Option<Vec<FuncRef>> {
        let mut scope = Some(self.scope);
        while let Some(id) = scope {
            let is_class = matches!(self.scope_of(id).kind, ScopeKind::Class(_));
            if !is_class && let Some(Entity::Functions(set)) = self.lookup_in(id, name, Want::Any) {
                return Some(set);
            }
            scope = self.scope_of(id).parent;
        }
        None
    }

    pub(super) fn unary_expression(&mut self, op: UnaryOp, operand: &'a ast::Expr, span: Span) -> Val {
        let v = self.expr(operand);
        self.unary(op, v, span)
    }

    /// `&operand`; of several functions what it is for says which one is meant.
    pub(super) fn address_argument(&mut self, operand: &'a ast::Expr, span: Span) -> Arg<'a> {
        if let ast::ExprKind::Path(path) = &operand.kind
            && let Some(found) = self.member_address(path, span)
        {
            return found;
        }
        Arg::Val(match self.address_operand(operand) {
            Arg::Overloads(o) if o.set.len() > 1 => return Arg::Overloads(o),
            Arg::Overloads(o) => self.address_of_function(&o, span),
            Arg::Val(v) => self.unary(UnaryOp::AddressOf, v, span),
            Arg::List(l) => {
                self.report(errors::braces_here(l.span));
                self.error_value(span)
            }
        })
    }

    fn address_operand(&mut self, e: &'a ast::Expr) -> Arg<'a> {
        self.taking_address += 1;
        let a = self.arg(e);
        self.taking_address -= 1;
        a
    }

    fn address_of_function(&mut self, o: &Overloads<'a>, span: Span) -> Val {
        if let [FuncRef::Plain(f)] = o.set.as_slice() {
            let func = &self.funcs[f.0 as usize];
            if func.class.is_some() && !func.is_static {
                self.report(errors::unsupported(span, "pointers to members"));
                return self.error_value(span);
            }
        }
        self.sole_function(o, None)
    }

    pub(in crate::sema) fn unary(&mut self, op: UnaryOp, v: Val, span: Span) -> Val {
        if self.is_error(v.e.ty) {
            return v;
        }
        if self.class_of(v.e.ty).is_some() || self.is_enum(v.e.ty) {
            let name = format!("operator{}", unary_text(op));
            if let Some(result) = self.overloaded_operator(&name, &[Arg::Val(v.clone())], span) {
                return result;
            }
        }
        match op {
            UnaryOp::AddressOf => self.take_address(v, span),
            UnaryOp::Deref => self.dereference(v, span),
            UnaryOp::Not => {
                let arg = Arg::Val(v);
                let e = self.truth_of(arg, span);
                if self.is_error(e.ty) {
                    return Val { e, cat: Cat::R, width: None };
                }
                match e.kind {
                    ExprKind::Int(n) => self.value(ExprKind::Int(i128::from(n == 0)), self.common.bool, span),
                    _ => self.value(ExprKind::Unary { op: hir::UnaryOp::Not, operand: Box::new(e) }, self.common.bool, span),
                }
            }
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
                let v = self.rvalue(v);
                let v = self.class_to_scalar(v, span);
                let ok = match op {
                    UnaryOp::BitNot => self.is_integral(v.e.ty) || self.is_unscoped_enum(v.e.ty),
                    UnaryOp::Plus => self.is_arithmetic(v.e.ty) || self.is_unscoped_enum(v.e.ty) || self.is_pointer(v.e.ty),
                    _ => self.is_arithmetic(v.e.ty) || self.is_unscoped_enum(v.e.ty),
                };
                if !ok {
                    if !self.is_error(v.e.ty) {
                        let shown = self.show(v.e.ty);
                        self.report(errors::bad_operand(span, unary_text(op), &shown));
                    }
                    return self.error_value(span);
                }
                if self.is_pointer(v.e.ty) {
                    return v;
                }
                let e = self.promote(v);
                let ty = e.ty;
                let kind = match (op, &e.kind) {
                    (UnaryOp::Plus, _) => return Val { e, cat: Cat::R, width: None },
                    (UnaryOp::Minus, ExprKind::Int(n)) => ExprKind::Int(self.truncate_int(n.wrapping_neg(), ty)),
                    (UnaryOp::Minus, ExprKind::Float(x)) => ExprKind::Float(-x),
                    (UnaryOp::BitNot, ExprKind::Int(n)) => ExprKind::Int(self.truncate_int(!n, ty)),
                    (UnaryOp::Minus, _) => ExprKind::Unary { op: hir::UnaryOp::Minus, operand: Box::new(e) },
                    _ => ExprKind::Unary { op: hir::UnaryOp::BitNot, operand: Box::new(e) },
                };
                self.value(kind, ty, span)
            }
        }
    }

    pub(super) fn take_address(&mut self, v: Val, span: Span) -> Val {
        if matches!(v.e.kind, ExprKind::Function(_)) {
            return v;
        }
        if v.width.is_some() {
            self.report(errors::address_of_bit_field(span));
            return self.error_value(span);
        }
        if !v.e.is_place() || v.cat == Cat::R {
            if matches!(v.e.kind, ExprKind::SpecialRegister(_)) || is_register_aggregate(&v.e) {
                self.report(errors::address_of_register(span));
            } else {
                self.report(errors::address_of_value(span));
            }
            return self.error_value(span);
        }
        let e = self.address_of(v.e);
        Val { e: hir::Expr { span, ..e }, cat: Cat::R, width: None }
    }

    pub(in crate::sema) fn dereference(&mut self, v: Val, span: Span) -> Val {
        let v = self.rvalue(v);
        let v = self.class_to_scalar(v, span);
        if self.is_error(v.e.ty) {
            return v;
        }
        let Some(to) = self.pointee(v.e.ty) else {
            let shown = self.show(v.e.ty);
            self.report(errors::not_a_pointer(span, &shown));
            return self.error_value(span);
        };
        if self.is_function(to.ty) {
            return v;
        }
        if self.is_void(to.ty) {
            self.report(errors::dereferences_void(span));
            return self.error_value(span);
        }
        self.place(ExprKind::Deref(Box::new(v.e)), to, span)
    }

    /// A class object that converts to a scalar by itself, converted; everything else as it is.
    pub(in crate::sema) fn class_to_scalar(&mut self, v: Val, span: Span) -> Val {
        let Some(class) = self.class_of(v.e.ty) else { return v };
        self.make_complete(v.e.ty);
        let mut candidates = Vec::new();
        for f in self.conversion_functions(class) {
            if let FuncRef::Plain(f) = f {
                let func = &self.funcs[f.0 as usize];
                let result = self.referred(func.ty.result);
                if !func.is_explicit && self.is_scalar(result.ty) && (func.is_const || !v.e.is_const) {
                    candidates.push(f);
                }
            }
        }
        kern_diag::sort_by_number(&mut candidates, |f| i64::from(self.funcs[f.0 as usize].is_const != v.e.is_const));
        let distinct: Vec<TypeId> = candidates.iter().map(|f| self.referred(self.funcs[f.0 as usize].ty.result).ty).collect();
        // `operator T *` and `operator const T *` are told apart by the object.
        let agree = |a: TypeId, b: TypeId| a == b || self.pointee(a).zip(self.pointee(b)).is_some_and(|(a, b)| a.ty == b.ty);
        match candidates.first() {
            Some(f) if distinct.iter().all(|t| agree(*t, distinct[0])) => {
                let f = *f;
                let result = self.call_conversion(f, v, span);
                self.rvalue(result)
            }
            _ => v,
        }
    }

    pub(in crate::sema) fn step(&mut self, v: Val, is_increment: bool, is_prefix: bool, span: Span) -> Val {
        if self.is_error(v.e.ty) {
            return v;
        }
        if self.class_of(v.e.ty).is_some() || self.is_enum(v.e.ty) {
            let name = if is_increment { "operator++" } else { "operator--" };
            let mut args = vec![Arg::Val(v.clone())];
            if !is_prefix {
                args.push(Arg::Val(self.value(ExprKind::Int(0), self.common.int, span)));
            }
            if let Some(result) = self.overloaded_operator(name, &args, span) {
                return result;
            }
        }
        if !self.check_assignable(&v, span) {
            return self.error_value(span);
        }
        let ty = v.e.ty;
        // A class of a template may not have been asked for yet.
        if let Some(p) = self.pointee(ty) {
            self.make_complete(p.ty);
        }
        let ok = (self.is_arithmetic(ty) && !matches!(self.ty(ty), Type::Bool) || matches!(self.ty(ty), Type::Bool) && is_increment)
            || self.is_c && self.is_enum(ty)
            || self.pointee(ty).is_some_and(|p| self.types.size_of(p.ty) > 0 || self.is_void(p.ty));
        if !ok {
            let shown = self.show(ty);
            self.report(errors::bad_operand(span, if is_increment { "++" } else { "--" }, &shown));
            return self.error_value(span);
        }
        let (is_volatile, width) = (v.e.is_volatile, v.width);
        let mut e = self.make(ExprKind::Step { place: Box::new(v.e), is_increment, is_prefix }, ty, span);
        if is_prefix {
            e.is_volatile = is_volatile;
            Val { e, cat: Cat::L, width }
        } else {
            Val { e, cat: Cat::R, width: None }
        }
    }
}
