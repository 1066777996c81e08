//! Binary operators: on numbers, on pointers, on classes through overloads.
//!
//! Overloads are looked for first; for what remains the operands are read and brought to their common type.

use super::{Arg, Cat, Val};
use crate::hir::{self, ExprKind, QualType, Type, TypeId};
use crate::sema::convert::is_null_constant;
use crate::sema::entity::Scalar;
use crate::sema::specifiers::binary_text;
use crate::sema::{Sema, constant, errors};
use kern_diag::{ExpansionId, Span};
use kern_syntax::ast::BinaryOp;

/// The HIR operator of a syntax operator that has one.
pub(super) fn hir_op(op: BinaryOp) -> Option<hir::BinaryOp> {
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
    pub(in crate::sema) fn binary(&mut self, op: BinaryOp, l: Arg<'a>, r: Arg<'a>, span: Span, op_span: Span) -> Val {
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
            if let Some(v) = self.rewritten(op, &args, span, op_span) {
                return v;
            }
        }
        let [l, r] = args;
        if let (BinaryOp::Eq | BinaryOp::Ne, Arg::Val(a), Arg::Val(b)) = (op, &l, &r)
            && (self.is_member_pointer(a.e.ty) || self.is_member_pointer(b.e.ty))
        {
            let op = if op == BinaryOp::Eq { hir::BinaryOp::Eq } else { hir::BinaryOp::Ne };
            return self.compare_member_pointers(op, a.clone(), b.clone(), span);
        }
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let (ls, rs) = (l.span(), r.span());
            let (a, b) = (self.truth_of(l, ls), self.truth_of(r, rs));
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
        let (l, r) = match (self.operand(l), self.operand(r)) {
            (Some(l), Some(r)) => (l, r),
            _ => return self.error_value(span),
        };
        let (l, r) = (self.class_to_scalar(l, span), self.class_to_scalar(r, span));
        self.builtin_binary(op, l, r, span, op_span)
    }

    /// What a comparison, `!`, `&&` and `||` give is an `int` in C.
    pub(super) fn truth_in_c(&mut self, v: Val) -> Val {
        if !self.is_c || v.e.ty != self.common.bool || self.is_system(v.e.span) {
            return v;
        }
        let e = self.scalar_convert(v.e, self.common.int);
        Val { e, cat: Cat::R, width: None }
    }

    /// An operand of a built-in operator: read, functions as addresses.
    pub(super) fn operand(&mut self, a: Arg<'a>) -> Option<Val> {
        let v = match a {
            Arg::Val(v) => v,
            Arg::Overloads(o) => self.sole_function(&o, None),
            Arg::List(l) => {
                self.report(errors::braces_here(l.span));
                return None;
            }
        };
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
        if op == BinaryOp::Spaceship && (is_ptr(self, a) || number(self, a) || self.is_enum(a)) {
            return self.three_way(l, r, span, op_span);
        }
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
                    // Sums and products come out the same.
                    if is_comparison(op) || matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                        self.warn_of_changed_constant(&pa, common);
                        self.warn_of_changed_constant(&pb, common);
                    }
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
        let hint = self.operator_hint(op, &l.e, &r.e);
        self.report(errors::bad_operands(op_span, binary_text(op), (l.e.span, &x), (r.e.span, &y), hint));
        self.error_value(span)
    }

    pub(super) fn operator_hint(&self, op: BinaryOp, l: &hir::Expr, r: &hir::Expr) -> Option<String> {
        let (a, b) = (l.ty, r.ty);
        if op == BinaryOp::Rem && (self.is_floating(a) || self.is_floating(b)) {
            return Some("`%` is for integers; use `fmod` or `fmodf`".into());
        }
        if let Some(advice) = self.advice_on_operands(op, binary_text(op), l, r) {
            return Some(advice);
        }
        if self.is_pointer(a) && self.is_pointer(b) && op == BinaryOp::Add {
            return Some("pointers cannot be added; subtract them, or dereference with `*`".into());
        }
        if self.is_enum(a) || self.is_enum(b) {
            return Some("an `enum class` does not convert by itself; use `static_cast<int>(…)`".into());
        }
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let is_comparison = matches!(op, Lt | Le | Gt | Ge | Eq | Ne);
        if is_comparison && a == b && self.class_of(a).is_some() {
            let (class, op) = (self.show(a), binary_text(op));
            return Some(format!("say how two are compared: `bool operator{op}(const {class} &a, const {class} &b)`"));
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

    pub(super) fn check_arithmetic_pointee(&mut self, p: QualType, span: Span) -> bool {
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
                let (p, q) = self.functions_alike(p, q);
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
        // C compares addresses of all kinds, and them with integers.
        let common = common.or(if self.is_c { Some(self.common.void_ptr) } else { None });
        let Some(common) = common else {
            let (x, y) = (self.show(a), self.show(b));
            self.report(errors::bad_operands(op_span, binary_text(op), (l.e.span, &x), (r.e.span, &y), None));
            return self.error_value(span);
        };
        let (x, y) = (self.standard_convert(l.e, common), self.standard_convert(r.e, common));
        let Some(op) = hir_op(op) else { return self.error_value(span) };
        self.value(ExprKind::Binary { op, left: Box::new(x), right: Box::new(y) }, self.common.bool, span)
    }

    /// Warns of a shift by a constant that the shifted type is too narrow for; not in templates, which may know better.
    pub(in crate::sema) fn look_at_shift(&mut self, op: hir::BinaryOp, x: &hir::Expr, y: &hir::Expr) {
        let (hir::BinaryOp::Shl | hir::BinaryOp::Shr, &ExprKind::Int(n), Type::Int(of)) = (op, &y.kind, self.ty(x.ty)) else { return };
        let bits = i128::from(8 * of.size());
        if (0..bits).contains(&n)
            || self.quiet > 0
            || y.span.expansion != ExpansionId::NONE
            || self.frames.last().is_some_and(|frame| self.is_instance(frame.func))
        {
            return;
        }
        let shown = self.show(x.ty);
        self.warn(errors::shift_count(y.span, n, &shown, bits));
    }

    /// A built-in operator on operands of the right types; constants are folded.
    pub(in crate::sema) fn arithmetic(&mut self, op: BinaryOp, x: hir::Expr, y: hir::Expr, span: Span) -> Val {
        let ty = if is_comparison(op) { self.common.bool } else { x.ty };
        let Some(h) = hir_op(op) else { return self.error_value(span) };
        if matches!(h, hir::BinaryOp::Div | hir::BinaryOp::Rem)
            && let ExprKind::Int(0) = y.kind
            && self.is_integral(y.ty)
            && self.quiet == 0
        {
            self.warn(errors::division_by_zero(span));
        }
        self.look_at_shift(h, &x, &y);
        if let Some(c) = constant::fold_binary(h, &x, &y, self.ty(x.ty), |n| self.truncate_int(n, ty)) {
            let c = match c {
                Scalar::Float(v) => Scalar::Float(self.round_to(v, ty)),
                c => c,
            };
            let e = self.scalar_expr(c, ty, span);
            return Val { e, cat: Cat::R, width: None };
        }
        self.value(ExprKind::Binary { op: h, left: Box::new(x), right: Box::new(y) }, ty, span)
    }
}
