//! Unary, binary, assignment, step, conditional and fold expressions.

use super::super::Sema;
use super::super::convert::{Purpose, is_null_constant};
use super::super::entity::{Entity, FuncRef};
use super::super::errors;
use super::super::scope::Want;
use super::super::specifiers::{binary_text, unary_text};
use super::super::types::bare;
use super::{Arg, Cat, Overloads, Val};
use crate::hir::{self, ExprKind, QualType, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast::{self, BinaryOp, UnaryOp};

/// The HIR operator of a syntax operator that has one.
fn hir_op(op: BinaryOp) -> Option<hir::BinaryOp> {
    use hir::BinaryOp as H;
    Some(match op {
        BinaryOp::Add => H::Add,
        BinaryOp::Sub => H::Sub,
        BinaryOp::Mul => H::Mul,
        BinaryOp::Div => H::Div,
        BinaryOp::Rem => H::Rem,
        BinaryOp::Shl => H::Shl,
        BinaryOp::Shr => H::Shr,
        BinaryOp::BitAnd => H::BitAnd,
        BinaryOp::BitOr => H::BitOr,
        BinaryOp::BitXor => H::BitXor,
        BinaryOp::Eq => H::Eq,
        BinaryOp::Ne => H::Ne,
        BinaryOp::Lt => H::Lt,
        BinaryOp::Gt => H::Gt,
        BinaryOp::Le => H::Le,
        BinaryOp::Ge => H::Ge,
        _ => return None,
    })
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge)
}

impl<'a> Sema<'a> {
    fn has_overloads(&self, args: &[Arg<'a>]) -> bool {
        args.iter().any(|a| match a {
            Arg::Val(v) => self.class_of(v.e.ty).is_some() || self.is_enum(v.e.ty),
            _ => false,
        })
    }

    /// Calls a user's operator for `args` (the first is the object for members), if one fits.
    pub(in super::super) fn overloaded_operator(&mut self, name: &str, args: &[Arg<'a>], span: Span) -> Option<Val> {
        if !self.has_overloads(args) {
            return None;
        }
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
        match self.resolve_operator(&set, &free, args) {
            Ok((f, true)) => {
                let object = args.first().and_then(|a| if let Arg::Val(v) = a { Some(v.clone()) } else { None });
                Some(self.build_call(f, object, args[1..].to_vec(), span))
            }
            Ok((f, false)) => Some(self.build_call(f, None, args.to_vec(), span)),
            Err(super::super::overload::Failure::Ambiguous(list)) => {
                self.overload_error(super::super::overload::Failure::Ambiguous(list), name, &[], args, span);
                Some(self.error_value(span))
            }
            Err(super::super::overload::Failure::None) => None,
        }
    }

    /// Unqualified lookup that skips class scopes.
    fn lookup_free_functions(&mut self, name: &str) -> Option<Vec<FuncRef>> {
        let mut scope = Some(self.scope);
        while let Some(id) = scope {
            let is_class = matches!(self.scope_of(id).kind, super::super::entity::ScopeKind::Class(_));
            if !is_class && let Some(Entity::Functions(set)) = self.lookup_in(id, name, Want::Any) {
                return Some(set);
            }
            scope = self.scope_of(id).parent;
        }
        None
    }

    pub(super) fn unary_expression(&mut self, op: UnaryOp, operand: &'a ast::Expr, span: Span) -> Val {
        if op == UnaryOp::AddressOf {
            match self.address_operand(operand) {
                Arg::Overloads(o) => return self.address_of_function(&o, span),
                Arg::Val(v) => return self.unary(op, v, span),
                Arg::List(l) => {
                    self.report(errors::braces_here(l.span));
                    return self.error_value(span);
                }
            }
        }
        let v = self.expr(operand);
        self.unary(op, v, span)
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

    pub(in super::super) fn unary(&mut self, op: UnaryOp, v: Val, span: Span) -> Val {
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
                let e = self.to_condition(arg, span);
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

    fn take_address(&mut self, v: Val, span: Span) -> Val {
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

    pub(in super::super) fn dereference(&mut self, v: Val, span: Span) -> Val {
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
    pub(super) fn class_to_scalar(&mut self, v: Val, span: Span) -> Val {
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
        candidates.sort_by_key(|f| self.funcs[f.0 as usize].is_const != v.e.is_const);
        let distinct: Vec<TypeId> = candidates.iter().map(|f| self.referred(self.funcs[f.0 as usize].ty.result).ty).collect();
        match candidates.first() {
            Some(f) if distinct.iter().all(|t| *t == distinct[0]) => {
                let f = *f;
                let result = self.call_conversion(f, v, span);
                self.rvalue(result)
            }
            _ => v,
        }
    }

    pub(in super::super) fn step(&mut self, v: Val, is_increment: bool, is_prefix: bool, span: Span) -> Val {
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
        let ok = (self.is_arithmetic(ty) && !matches!(self.ty(ty), Type::Bool) || matches!(self.ty(ty), Type::Bool) && is_increment)
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

    pub(in super::super) fn binary(&mut self, op: BinaryOp, l: Arg<'a>, r: Arg<'a>, span: Span, op_span: Span) -> Val {
        for a in [&l, &r] {
            if let Arg::Val(v) = a
                && self.is_error(v.e.ty)
            {
                return self.error_value(span);
            }
        }
        let args = [l, r];
        if self.has_overloads(&args) {
            let name = format!("operator{}", binary_text(op));
            if let Some(v) = self.overloaded_operator(&name, &args, span) {
                return v;
            }
            if op == BinaryOp::Ne
                && let Some(v) = self.overloaded_operator("operator==", &args, span)
                && matches!(self.ty(v.e.ty), Type::Bool)
            {
                return self.unary(UnaryOp::Not, v, span);
            }
        }
        let [l, r] = args;
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let (ls, rs) = (self.arg_span(&l, span), self.arg_span(&r, span));
            let (a, b) = (self.to_condition(l, ls), self.to_condition(r, rs));
            if self.is_error(a.ty) || self.is_error(b.ty) {
                return self.error_value(span);
            }
            let is_and = op == BinaryOp::And;
            if let ExprKind::Int(x) = a.kind {
                let decided = (x == 0) == is_and;
                if decided {
                    return self.value(ExprKind::Int(x), self.common.bool, span);
                }
                if let ExprKind::Int(y) = b.kind {
                    return self.value(ExprKind::Int(y), self.common.bool, span);
                }
            }
            let kind = if is_and { ExprKind::And(Box::new(a), Box::new(b)) } else { ExprKind::Or(Box::new(a), Box::new(b)) };
            return self.value(kind, self.common.bool, span);
        }
        let (l, r) = match (self.operand(l, span), self.operand(r, span)) {
            (Some(l), Some(r)) => (l, r),
            _ => return self.error_value(span),
        };
        if op == BinaryOp::Comma || op == BinaryOp::Spaceship {
            self.report(errors::unsupported(op_span, "the operator `<=>`"));
            return self.error_value(span);
        }
        let (l, r) = (self.class_to_scalar(l, span), self.class_to_scalar(r, span));
        self.builtin_binary(op, l, r, span, op_span)
    }

    /// An operand of a built-in operator: read, functions as addresses.
    fn operand(&mut self, a: Arg<'a>, span: Span) -> Option<Val> {
        let v = match a {
            Arg::Val(v) => v,
            Arg::Overloads(o) => self.sole_function(&o, None),
            Arg::List(l) => {
                self.report(errors::braces_here(l.span));
                return None;
            }
        };
        let _ = span;
        let v = self.rvalue(v);
        (!self.is_error(v.e.ty)).then_some(v)
    }

    fn builtin_binary(&mut self, op: BinaryOp, l: Val, r: Val, span: Span, op_span: Span) -> Val {
        let (a, b) = (l.e.ty, r.e.ty);
        if self.is_error(a) || self.is_error(b) {
            return self.error_value(span);
        }
        let number = |s: &Sema<'a>, t: TypeId| s.is_arithmetic(t) || s.is_unscoped_enum(t);
        let is_ptr = |s: &Sema<'a>, t: TypeId| matches!(s.ty(t), Type::Pointer(_) | Type::NullPtr);
        if is_comparison(op) {
            if is_ptr(self, a) || is_ptr(self, b) {
                return self.compare_pointers(op, l, r, span, op_span);
            }
            if self.is_enum(a) && a == b {
                let u = self.underlying(a);
                let (x, y) = (self.scalar_convert(l.e, u), self.scalar_convert(r.e, u));
                return self.arithmetic(op, x, y, span);
            }
        }
        if number(self, a) && number(self, b) {
            let needs_integers =
                matches!(op, BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
            if !(needs_integers && (self.is_floating(a) || self.is_floating(b))) {
                let (x, y) = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    (self.promote(l), self.promote(r))
                } else {
                    let (pa, pb) = (self.promote(l), self.promote(r));
                    let common = self.common_type(pa.ty, pb.ty);
                    (self.scalar_convert(pa, common), self.scalar_convert(pb, common))
                };
                return self.arithmetic(op, x, y, span);
            }
        }
        if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            let integer = |s: &Sema<'a>, t: TypeId| s.is_integral(t) || s.is_unscoped_enum(t);
            if is_ptr(self, a) && integer(self, b) {
                return self.pointer_add(l, r, op == BinaryOp::Sub, span);
            }
            if op == BinaryOp::Add && integer(self, a) && is_ptr(self, b) {
                return self.pointer_add(r, l, false, span);
            }
            if op == BinaryOp::Sub
                && let (Some(p), Some(q)) = (self.pointee(a), self.pointee(b))
                && (self.are_similar(p.ty, q.ty))
            {
                if !self.check_arithmetic_pointee(p, span) {
                    return self.error_value(span);
                }
                let kind = ExprKind::PointerDiff { left: Box::new(l.e), right: Box::new(r.e) };
                return self.value(kind, self.common.long, span);
            }
        }
        let (x, y) = (self.show(a), self.show(b));
        let hint = self.operator_hint(op, a, b);
        self.report(errors::bad_operands(op_span, binary_text(op), (l.e.span, &x), (r.e.span, &y), hint));
        self.error_value(span)
    }

    fn operator_hint(&self, op: BinaryOp, a: TypeId, b: TypeId) -> Option<&'static str> {
        if op == BinaryOp::Rem && (self.is_floating(a) || self.is_floating(b)) {
            return Some("`%` is for integers; use `fmod` or `fmodf`");
        }
        if self.is_pointer(a) && self.is_pointer(b) && op == BinaryOp::Add {
            return Some("pointers cannot be added; subtract them, or dereference with `*`");
        }
        if self.is_enum(a) || self.is_enum(b) {
            return Some("an `enum class` does not convert by itself; use `static_cast<int>(…)`");
        }
        None
    }

    pub(super) fn underlying(&mut self, ty: TypeId) -> TypeId {
        match *self.ty(ty) {
            Type::Enum(e) => {
                let u = self.types.enumeration(e).underlying;
                self.types.intern(Type::Int(u))
            }
            _ => ty,
        }
    }

    fn check_arithmetic_pointee(&mut self, p: QualType, span: Span) -> bool {
        if self.is_void(p.ty) {
            // GNU: as if it were `char`.
            return true;
        }
        if self.is_function(p.ty) || !self.make_complete(p.ty) && !matches!(self.ty(p.ty), Type::Array { .. }) {
            let shown = self.show_q(p);
            self.report(errors::pointer_arithmetic(span, &shown));
            return false;
        }
        true
    }

    pub(super) fn pointer_add(&mut self, pointer: Val, index: Val, subtract: bool, span: Span) -> Val {
        let ty = pointer.e.ty;
        if let Some(p) = self.pointee(ty)
            && !self.check_arithmetic_pointee(p, span)
        {
            return self.error_value(span);
        }
        let mut pointer = pointer.e;
        let index = self.promote(index);
        if self.pointee(ty).is_some_and(|p| self.is_void(p.ty)) {
            let char_ptr = self.pointer_to(self.common.char.into());
            pointer = self.scalar_convert(pointer, char_ptr);
            let e = self.make(ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), subtract }, char_ptr, span);
            let e = self.scalar_convert(e, ty);
            return Val { e, cat: Cat::R, width: None };
        }
        self.value(ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), subtract }, ty, span)
    }

    fn compare_pointers(&mut self, op: BinaryOp, l: Val, r: Val, span: Span, op_span: Span) -> Val {
        let (a, b) = (l.e.ty, r.e.ty);
        let common = match (self.pointee(a), self.pointee(b)) {
            (Some(p), Some(q)) => {
                if self.are_similar(p.ty, q.ty) || self.is_void(p.ty) || self.is_void(q.ty) {
                    Some(a)
                } else if let (Some(x), Some(y)) = (self.class_of(p.ty), self.class_of(q.ty)) {
                    if self.base_path(x, y).is_some() {
                        Some(b)
                    } else if self.base_path(y, x).is_some() {
                        Some(a)
                    } else {
                        None
                    }
                } else {
                    None
                }
            }
            (Some(_), None) if is_null_constant(&r.e) || matches!(self.ty(b), Type::NullPtr) => Some(a),
            (None, Some(_)) if is_null_constant(&l.e) || matches!(self.ty(a), Type::NullPtr) => Some(b),
            (None, None) => Some(self.common.nullptr),
            _ => None,
        };
        let Some(common) = common else {
            let (x, y) = (self.show(a), self.show(b));
            self.report(errors::bad_operands(op_span, binary_text(op), (l.e.span, &x), (r.e.span, &y), None));
            return self.error_value(span);
        };
        let (x, y) = (self.standard_convert(l.e, common), self.standard_convert(r.e, common));
        let Some(op) = hir_op(op) else { return self.error_value(span) };
        self.value(ExprKind::Binary { op, left: Box::new(x), right: Box::new(y) }, self.common.bool, span)
    }

    /// A built-in operator on operands of the right types; constants are folded.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, x: hir::Expr, y: hir::Expr, span: Span) -> Val {
        let ty = if is_comparison(op) { self.common.bool } else { x.ty };
        let Some(h) = hir_op(op) else { return self.error_value(span) };
        if matches!(h, hir::BinaryOp::Div | hir::BinaryOp::Rem)
            && let ExprKind::Int(0) = y.kind
            && self.is_integral(y.ty)
            && self.quiet == 0
        {
            self.warn(errors::division_by_zero(span));
        }
        if let Some(c) = super::super::constant::fold_binary(h, &x, &y, self.ty(x.ty), |n| self.truncate_int(n, ty)) {
            let c = match c {
                super::super::entity::Scalar::Float(v) => super::super::entity::Scalar::Float(self.round_to(v, ty)),
                c => c,
            };
            let e = self.scalar_expr(c, ty, span);
            return Val { e, cat: Cat::R, width: None };
        }
        self.value(ExprKind::Binary { op: h, left: Box::new(x), right: Box::new(y) }, ty, span)
    }

    /// Reports why a place cannot be written; true when it can.
    pub(in super::super) fn check_assignable(&mut self, v: &Val, span: Span) -> bool {
        if let Some(name) = self.register_name_of(&v.e) {
            self.report(errors::assigns_register(span, name));
            return false;
        }
        if !v.e.is_place() || v.cat == Cat::R {
            self.report(errors::not_assignable(span));
            return false;
        }
        if v.e.is_const {
            let what = self.place_name(&v.e);
            self.report(errors::assigns_const(span, what));
            return false;
        }
        if let ExprKind::Global(_) | ExprKind::Element { .. } | ExprKind::Field { .. } = &v.e.kind {
            self.check_constant_memory(&v.e, span);
        }
        true
    }

    fn register_name_of(&self, e: &hir::Expr) -> Option<&'static str> {
        use hir::SpecialRegister as S;
        let of = |r: &S| match r {
            S::ThreadIdx(_) => "threadIdx",
            S::BlockIdx(_) => "blockIdx",
            S::BlockDim(_) => "blockDim",
            S::GridDim(_) => "gridDim",
            S::WarpSize => "warpSize",
        };
        match &e.kind {
            ExprKind::SpecialRegister(r) => Some(of(r)),
            ExprKind::Aggregate(parts) => {
                parts.first().and_then(|(_, e)| if let ExprKind::SpecialRegister(r) = &e.kind { Some(of(r)) } else { None })
            }
            _ => None,
        }
    }

    /// The variable that a place is or is part of, with its declaration.
    pub(in super::super) fn place_name(&self, e: &hir::Expr) -> Option<(String, Span)> {
        match &e.kind {
            ExprKind::Local(id) => {
                let local = self.frames.last()?.locals.get(id.0 as usize)?;
                Some((local.name.to_string(), local.span))
            }
            ExprKind::Global(id) => {
                let g = self.globals.get(id.0 as usize)?;
                (!g.name.is_empty()).then(|| (g.name.to_string(), g.span))
            }
            ExprKind::Field { base, .. } | ExprKind::Element { base, .. } => self.place_name(base),
            ExprKind::Deref(p) => match &p.kind {
                ExprKind::Load(place) => self.place_name(place),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn assignment(&mut self, op: Option<BinaryOp>, left: &'a ast::Expr, right: &'a ast::Expr, span: Span, op_span: Span) -> Val {
        let l = self.expr(left);
        let r = self.arg(right);
        match op {
            None => self.assign(l, r, span),
            Some(op) => self.compound_assign(op, l, r, span, op_span),
        }
    }

    pub(in super::super) fn assign(&mut self, l: Val, r: Arg<'a>, span: Span) -> Val {
        if self.is_error(l.e.ty) {
            return l;
        }
        if let Some(class) = self.class_of(l.e.ty) {
            return self.assign_class(class, l, r, span);
        }
        if self.is_array(l.e.ty) {
            let shown = self.show(l.e.ty);
            self.report(errors::assigns_array(span, &shown));
            return self.error_value(span);
        }
        if !self.check_assignable(&l, span) {
            return self.error_value(span);
        }
        let ty = l.e.ty;
        let name = self.place_name(&l.e);
        let purpose = Purpose { text: name.as_ref().map_or("assigning".into(), |(n, _)| format!("assigning to `{n}`")), declared: None };
        let at = self.arg_span(&r, span);
        let value = self.convert(r, ty.into(), &purpose, at);
        if self.is_error(value.ty) {
            return self.error_value(span);
        }
        let (is_volatile, width) = (l.e.is_volatile, l.width);
        let mut e = self.make(ExprKind::Assign { place: Box::new(l.e), value: Box::new(value) }, ty, span);
        e.is_volatile = is_volatile;
        Val { e, cat: Cat::L, width }
    }

    fn assign_class(&mut self, class: hir::ClassId, l: Val, r: Arg<'a>, span: Span) -> Val {
        self.make_complete(l.e.ty);
        let scope = self.class_info(class).scope;
        let Some(Entity::Functions(set)) = self.lookup_in(scope, "operator=", Want::Any) else { return self.error_value(span) };
        if self.register_name_of(&l.e).is_some() {
            self.check_assignable(&l, span);
            return self.error_value(span);
        }
        let args = [r];
        match self.resolve_overload(&set, None, &args, Some(&l)) {
            Ok(f) if self.funcs[f.0 as usize].is_trivial => {
                self.check_usable(f, span);
                if l.cat == Cat::L && !self.check_assignable(&l, span) {
                    return self.error_value(span);
                }
                let ty = l.e.ty;
                let place = self.as_place(l);
                let [r] = args;
                let at = self.arg_span(&r, span);
                let value = self.convert(r, ty.into(), &Purpose::new("assigning"), at);
                if self.has_error(&value) {
                    return self.error_value(span);
                }
                let e = self.make(ExprKind::Assign { place: Box::new(place), value: Box::new(value) }, ty, span);
                Val { e, cat: Cat::L, width: None }
            }
            Ok(f) => self.build_call(f, Some(l), args.to_vec(), span),
            Err(failure) => {
                if l.e.is_const {
                    let what = self.place_name(&l.e);
                    self.report(errors::assigns_const(span, what));
                } else {
                    self.overload_error(failure, "operator=", &set, &args, span);
                }
                self.error_value(span)
            }
        }
    }

    fn compound_assign(&mut self, op: BinaryOp, l: Val, r: Arg<'a>, span: Span, op_span: Span) -> Val {
        if self.is_error(l.e.ty) {
            return l;
        }
        let args = [Arg::Val(l.clone()), r];
        if self.has_overloads(&args) {
            let name = format!("operator{}=", binary_text(op));
            if let Some(v) = self.overloaded_operator(&name, &args, span) {
                return v;
            }
        }
        let [_, r] = args;
        if !self.check_assignable(&l, span) {
            return self.error_value(span);
        }
        let Some(r) = self.operand(r, span) else { return self.error_value(span) };
        let r = self.class_to_scalar(r, span);
        let (ty, width, is_volatile) = (l.e.ty, l.width, l.e.is_volatile);
        let Some(h) = hir_op(op) else { return self.error_value(span) };
        let integer = |s: &Sema<'a>, t: TypeId| s.is_integral(t) || s.is_unscoped_enum(t);
        let (compute, value) = if let (Some(p), true) = (self.pointee(ty), integer(self, r.e.ty)) {
            if !matches!(op, BinaryOp::Add | BinaryOp::Sub) || !self.check_arithmetic_pointee(p, span) {
                let (x, y) = (self.show(ty), self.show(r.e.ty));
                self.report(errors::bad_operands(op_span, &format!("{}=", binary_text(op)), (l.e.span, &x), (r.e.span, &y), None));
                return self.error_value(span);
            }
            (ty, self.promote(r))
        } else {
            let numbers = self.is_arithmetic(ty) && (self.is_arithmetic(r.e.ty) || self.is_unscoped_enum(r.e.ty));
            let floats = self.is_floating(ty) || self.is_floating(r.e.ty);
            let needs_integers =
                matches!(op, BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
            if !numbers || (needs_integers && floats) {
                if !self.is_error(r.e.ty) {
                    let (x, y) = (self.show(ty), self.show(r.e.ty));
                    let hint = self.operator_hint(op, ty, r.e.ty);
                    self.report(errors::bad_operands(op_span, &format!("{}=", binary_text(op)), (l.e.span, &x), (r.e.span, &y), hint));
                }
                return self.error_value(span);
            }
            let promoted = self.promoted(ty);
            let promoted = if width.is_some_and(|w| w < 32) && self.is_integral(promoted) { self.common.int } else { promoted };
            let value = self.promote(r);
            if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                (promoted, value)
            } else {
                let common = self.common_type(promoted, value.ty);
                (common, self.scalar_convert(value, common))
            }
        };
        if matches!(h, hir::BinaryOp::Div | hir::BinaryOp::Rem) && matches!(value.kind, ExprKind::Int(0)) && self.quiet == 0 {
            self.warn(errors::division_by_zero(span));
        }
        let mut e = self.make(ExprKind::CompoundAssign { place: Box::new(l.e), op: h, compute, value: Box::new(value) }, ty, span);
        e.is_volatile = is_volatile;
        Val { e, cat: Cat::L, width }
    }

    pub(super) fn conditional(&mut self, condition: &'a ast::Expr, then: &'a ast::Expr, otherwise: &'a ast::Expr, span: Span) -> Val {
        let c = self.condition(condition);
        let (a, b) = (self.arg(then), self.arg(otherwise));
        let side = |s: &mut Sema<'a>, x: Arg<'a>| match x {
            Arg::Val(v) => v,
            Arg::Overloads(o) => s.sole_function(&o, None),
            Arg::List(l) => {
                s.report(errors::braces_here(l.span));
                s.error_value(l.span)
            }
        };
        let (a, b) = (side(self, a), side(self, b));
        if self.is_error(c.ty) || self.is_error(a.e.ty) || self.is_error(b.e.ty) {
            return self.error_value(span);
        }
        let make = |s: &Sema<'a>, x: hir::Expr, y: hir::Expr, ty: TypeId| {
            s.make(ExprKind::Conditional { condition: Box::new(c.clone()), then: Box::new(x), otherwise: Box::new(y) }, ty, span)
        };
        if self.is_void(a.e.ty) || self.is_void(b.e.ty) {
            let void = self.common.void;
            let drop = |s: &Sema<'a>, e: hir::Expr| {
                if s.is_void(e.ty) {
                    return e;
                }
                let at = e.span;
                s.make(ExprKind::Convert { conversion: hir::Conversion::ToVoid, operand: Box::new(e) }, void, at)
            };
            let (x, y) = (drop(self, a.e), drop(self, b.e));
            let e = make(self, x, y, void);
            return Val { e, cat: Cat::R, width: None };
        }
        // Both lvalues of one type: the result is one.
        if a.e.is_place()
            && b.e.is_place()
            && a.e.ty == b.e.ty
            && a.cat == b.cat
            && a.cat != Cat::R
            && a.width.is_none()
            && b.width.is_none()
        {
            let (is_const, is_volatile) = (a.e.is_const || b.e.is_const, a.e.is_volatile || b.e.is_volatile);
            let ty = a.e.ty;
            let cat = a.cat;
            let mut e = make(self, a.e, b.e, ty);
            e.is_const = is_const;
            e.is_volatile = is_volatile;
            return Val { e, cat, width: None };
        }
        let (classes_a, classes_b) = (self.class_of(a.e.ty), self.class_of(b.e.ty));
        if classes_a.is_some() || classes_b.is_some() {
            return self.class_conditional(a, b, &make, span);
        }
        let (x, y) = (self.rvalue(a), self.rvalue(b));
        let number = |s: &Sema<'a>, t: TypeId| s.is_arithmetic(t) || s.is_unscoped_enum(t);
        let ty = if x.e.ty == y.e.ty {
            x.e.ty
        } else if number(self, x.e.ty) && number(self, y.e.ty) {
            self.common_type(x.e.ty, y.e.ty)
        } else {
            match self.composite_pointer(&x.e, &y.e) {
                Some(t) => t,
                None => {
                    let (p, q) = (self.show(x.e.ty), self.show(y.e.ty));
                    self.report(errors::conditional_types(span, (x.e.span, &p), (y.e.span, &q)));
                    return self.error_value(span);
                }
            }
        };
        let (x, y) = (self.standard_convert(x.e, ty), self.standard_convert(y.e, ty));
        if let ExprKind::Int(n) = c.kind
            && is_literal(&x)
            && is_literal(&y)
        {
            let e = if n != 0 { x } else { y };
            return Val { e, cat: Cat::R, width: None };
        }
        let e = make(self, x, y, ty);
        Val { e, cat: Cat::R, width: None }
    }

    fn class_conditional(
        &mut self,
        a: Val,
        b: Val,
        make: &dyn Fn(&Sema<'a>, hir::Expr, hir::Expr, TypeId) -> hir::Expr,
        span: Span,
    ) -> Val {
        let purpose = Purpose::new("the arms of `?:`");
        let target =
            if a.e.ty == b.e.ty || self.class_of(a.e.ty).is_some() && self.implicit(&Arg::Val(b.clone()), bare(a.e.ty.into())).is_some() {
                a.e.ty
            } else if self.implicit(&Arg::Val(a.clone()), bare(b.e.ty.into())).is_some() {
                b.e.ty
            } else if self.implicit(&Arg::Val(b.clone()), bare(a.e.ty.into())).is_some() {
                a.e.ty
            } else {
                let (x, y) = (self.class_to_scalar(a.clone(), span), self.class_to_scalar(b.clone(), span));
                let (x, y) = (self.rvalue(x), self.rvalue(y));
                if self.is_arithmetic(x.e.ty) && self.is_arithmetic(y.e.ty) {
                    let ty = self.common_type(x.e.ty, y.e.ty);
                    let (x, y) = (self.scalar_convert(x.e, ty), self.scalar_convert(y.e, ty));
                    let e = make(self, x, y, ty);
                    return Val { e, cat: Cat::R, width: None };
                }
                let (p, q) = (self.show(a.e.ty), self.show(b.e.ty));
                self.report(errors::conditional_types(span, (a.e.span, &p), (b.e.span, &q)));
                return self.error_value(span);
            };
        let (sa, sb) = (a.e.span, b.e.span);
        let x = self.convert(Arg::Val(a), target.into(), &purpose, sa);
        let y = self.convert(Arg::Val(b), target.into(), &purpose, sb);
        if self.has_error(&x) || self.has_error(&y) {
            return self.error_value(span);
        }
        let e = make(self, x, y, target);
        Val { e, cat: Cat::R, width: None }
    }

    /// The type to which two pointers (or a pointer and null) convert.
    pub(super) fn composite_pointer(&mut self, x: &hir::Expr, y: &hir::Expr) -> Option<TypeId> {
        match (self.pointee(x.ty), self.pointee(y.ty)) {
            (Some(p), Some(q)) => {
                let quals = |to: QualType| QualType {
                    is_const: p.is_const || q.is_const,
                    is_volatile: p.is_volatile || q.is_volatile,
                    is_restrict: false,
                    ..to
                };
                if self.are_similar(p.ty, q.ty) || self.is_void(q.ty) {
                    let to = quals(q);
                    return Some(self.pointer_to(to));
                }
                if self.is_void(p.ty) {
                    let to = quals(p);
                    return Some(self.pointer_to(to));
                }
                let (a, b) = (self.class_of(p.ty)?, self.class_of(q.ty)?);
                if self.base_path(a, b).is_some() {
                    let to = quals(q);
                    return Some(self.pointer_to(to));
                }
                self.base_path(b, a)?;
                let to = quals(p);
                Some(self.pointer_to(to))
            }
            (Some(_), None) if is_null_constant(y) || matches!(self.ty(y.ty), Type::NullPtr) => Some(x.ty),
            (None, Some(_)) if is_null_constant(x) || matches!(self.ty(x.ty), Type::NullPtr) => Some(y.ty),
            _ => None,
        }
    }

    pub(super) fn fold_expression(&mut self, op: BinaryOp, left: Option<&'a ast::Expr>, right: Option<&'a ast::Expr>, span: Span) -> Val {
        let has_pack = |s: &mut Sema<'a>, e: &'a ast::Expr| {
            let mut found = false;
            let mut names = Vec::new();
            super::super::walk::names_in_expr(e, &mut |n| names.push(n.clone()));
            for n in names {
                found |= matches!(s.lookup(&n, Want::Any), Some(Entity::Pack(_)));
            }
            found
        };
        let (pattern, init, from_left) = match (left, right) {
            (None, Some(r)) => (r, None, true),
            (Some(l), None) => (l, None, false),
            (Some(l), Some(r)) if has_pack(self, l) => (l, Some(r), false),
            (Some(l), Some(r)) => (r, Some(l), true),
            (None, None) => return self.error_value(span),
        };
        let mut items: Vec<Val> = Vec::new();
        for scope in self.pack_scopes_of_expr(pattern) {
            let v = self.within(scope, |s| s.expr(pattern));
            items.push(v);
        }
        let init = init.map(|e| self.expr(e));
        let combine = |s: &mut Sema<'a>, a: Val, b: Val| {
            if op == BinaryOp::Comma {
                let first = s.discarded(a);
                let (ty, cat) = (b.e.ty, b.cat);
                let e = s.make(ExprKind::Sequence { first: Box::new(first), second: Box::new(b.e) }, ty, span);
                return Val { e, cat, width: None };
            }
            s.binary(op, Arg::Val(a), Arg::Val(b), span, span)
        };
        if from_left {
            let mut all: Vec<Val> = init.into_iter().chain(items).collect();
            if all.is_empty() {
                return self.empty_fold(op, span);
            }
            let mut acc = all.remove(0);
            for v in all {
                acc = combine(self, acc, v);
            }
            acc
        } else {
            let mut all: Vec<Val> = items.into_iter().chain(init).collect();
            let Some(mut acc) = all.pop() else { return self.empty_fold(op, span) };
            while let Some(v) = all.pop() {
                acc = combine(self, v, acc);
            }
            acc
        }
    }

    fn empty_fold(&mut self, op: BinaryOp, span: Span) -> Val {
        match op {
            BinaryOp::And => self.value(ExprKind::Int(1), self.common.bool, span),
            BinaryOp::Or => self.value(ExprKind::Int(0), self.common.bool, span),
            BinaryOp::Comma => {
                let zero = self.int_value(0, self.common.int, span);
                self.value(ExprKind::Convert { conversion: hir::Conversion::ToVoid, operand: Box::new(zero) }, self.common.void, span)
            }
            _ => {
                self.report(errors::empty_fold(span));
                self.error_value(span)
            }
        }
    }
}

fn is_literal(e: &hir::Expr) -> bool {
    matches!(e.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null)
}

fn is_register_aggregate(e: &hir::Expr) -> bool {
    matches!(&e.kind, ExprKind::Aggregate(parts) if parts.first().is_some_and(|(_, e)| matches!(e.kind, ExprKind::SpecialRegister(_))))
}
