//! Scalars: conversions between them, folded where the operand is known, and conditions.

use super::Arg;
use crate::hir::{self, Conversion, ExprKind, IntType, Type, TypeId};
use crate::sema::entity::Scalar;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    pub(in crate::sema) fn scalar_expr(&self, c: Scalar, ty: TypeId, span: Span) -> hir::Expr {
        match c {
            Scalar::Int(0) if matches!(self.ty(ty), Type::Pointer(_) | Type::NullPtr) => self.make(ExprKind::Null, ty, span),
            Scalar::Int(n) => self.make(ExprKind::Int(n), ty, span),
            Scalar::Float(x) => self.make(ExprKind::Float(x), ty, span),
        }
    }

    /// The condition of a statement: a `bool` value.
    pub(in crate::sema) fn condition(&mut self, e: &'a ast::Expr) -> hir::Expr {
        let arg = self.arg(e);
        self.truth_of(arg, e.span)
    }

    /// The truth of an argument: a `bool` value.
    pub(in crate::sema) fn truth_of(&mut self, arg: Arg<'a>, span: Span) -> hir::Expr {
        let v = match arg {
            Arg::Val(v) => v,
            Arg::Overloads(o) => self.sole_function(&o, None),
            Arg::List(list) => {
                self.report(errors::braces_here(list.span));
                return self.error_value(span).e;
            }
        };
        let v = self.rvalue(v);
        if self.is_error(v.e.ty) {
            return v.e;
        }
        if self.class_of(v.e.ty).is_some() {
            if let Some(e) = self.explicit_conversion(v.clone(), self.common.bool.into(), span) {
                return e;
            }
        } else if self.is_scalar(v.e.ty) && !(self.is_enum(v.e.ty) && !self.is_unscoped_enum(v.e.ty)) {
            return self.scalar_convert(v.e, self.common.bool);
        }
        let shown = self.show(v.e.ty);
        self.report(errors::not_a_condition(span, &shown));
        self.error_value(span).e
    }

    /// Converts an integer constant to the range of `ty`.
    pub(in crate::sema) fn truncate_int(&self, n: i128, ty: TypeId) -> i128 {
        match self.ty(ty) {
            Type::Bool => i128::from(n != 0),
            Type::Int(i) => truncate(n, *i),
            Type::Enum(e) => truncate(n, self.types.enumeration(*e).underlying),
            _ => n,
        }
    }

    /// `operand` converted to the scalar type `to`, constants at once. Both are scalars of any kind.
    pub(in crate::sema) fn scalar_convert(&mut self, e: hir::Expr, to: TypeId) -> hir::Expr {
        if e.ty == to || self.is_error(e.ty) || self.is_error(to) {
            return if self.is_error(e.ty) { e } else { hir::Expr { ty: to, ..e } };
        }
        let span = e.span;
        if self.is_member_pointer(to) && !self.is_member_pointer(e.ty) {
            return self.null_member_pointer(to, span);
        }
        if self.is_member_pointer(e.ty) && matches!(self.ty(to), Type::Bool) {
            return self.member_pointer_truth(e);
        }
        let (from_float, to_float) = (self.is_floating(e.ty), self.is_floating(to));
        let is_pointer =
            |s: &Sema<'a>, t: TypeId| matches!(s.ty(t), Type::Pointer(_) | Type::NullPtr | Type::Function(_) | Type::MemberPointer { .. });
        let (from_ptr, to_ptr) = (is_pointer(self, e.ty), is_pointer(self, to));
        let to_bool = matches!(self.ty(to), Type::Bool);
        match (&e.kind, to_bool) {
            (ExprKind::Int(n), true) => return self.int_value(i128::from(*n != 0), to, span),
            (ExprKind::Float(x), true) => return self.int_value(i128::from(*x != 0.0), to, span),
            (ExprKind::Null, true) => return self.int_value(0, to, span),
            (ExprKind::Function(_), true) => return self.int_value(1, to, span),
            (ExprKind::Int(n), false) if to_float => {
                let x = self.round_to(int_as_float(*n, self.ty(e.ty), self.ty(to)), to);
                return self.make(ExprKind::Float(x), to, span);
            }
            (ExprKind::Int(0), false) if to_ptr => return self.make(ExprKind::Null, to, span),
            (ExprKind::Null, false) if to_ptr => return self.make(ExprKind::Null, to, span),
            (ExprKind::Int(n), false) if !to_ptr => {
                let n = self.truncate_int(*n, to);
                return self.int_value(n, to, span);
            }
            (ExprKind::Float(x), false) if to_float => {
                let x = self.round_to(*x, to);
                return self.make(ExprKind::Float(x), to, span);
            }
            (ExprKind::Float(x), false) if !to_ptr && x.is_finite() && x.abs() < 9e18 => {
                let n = *x as i128;
                let fits = self.truncate_int(n, to) == n;
                if fits {
                    return self.int_value(n, to, span);
                }
            }
            _ => {}
        }
        let conversion = if to_bool {
            Conversion::ToBool
        } else {
            match (from_float, to_float, from_ptr, to_ptr) {
                (true, true, ..) => Conversion::FloatToFloat,
                (true, false, ..) => Conversion::FloatToInt,
                (false, true, ..) => Conversion::IntToFloat,
                (_, _, true, true) => Conversion::PointerToPointer,
                (_, _, true, false) => Conversion::PointerToInt,
                (_, _, false, true) => Conversion::IntToPointer,
                _ => Conversion::IntToInt,
            }
        };
        self.make(ExprKind::Convert { conversion, operand: Box::new(e) }, to, span)
    }

    /// `x` rounded to the floating type `ty`.
    pub(in crate::sema) fn round_to(&self, x: f64, ty: TypeId) -> f64 {
        match self.ty(ty) {
            Type::F32 => f64::from(x as f32),
            Type::F16 => round_to_half(x),
            _ => x,
        }
    }
}

/// The integer `n` of type `from` rounded once to the floating type `to`.
pub(in crate::sema) fn int_as_float(n: i128, from: &Type, to: &Type) -> f64 {
    match (from, to) {
        (Type::Int(IntType::UInt128), Type::F32) => f64::from(n as u128 as f32),
        (Type::Int(IntType::UInt128), _) => n as u128 as f64,
        (_, Type::F32) => f64::from(n as f32),
        _ => n as f64,
    }
}

/// `x` rounded to the nearest half, ties to even.
fn round_to_half(x: f64) -> f64 {
    if !x.is_finite() || x == 0.0 {
        return x;
    }
    let exponent = x.abs().log2().floor().max(-14.0);
    let ulp = (exponent - 10.0).exp2();
    let scaled = x / ulp;
    let rounded = scaled.round_ties_even() * ulp;
    if rounded.abs() > 65504.0 { f64::INFINITY.copysign(x) } else { rounded }
}

/// `n` as an integer of type `ty` would hold it.
pub(in crate::sema) fn truncate(n: i128, ty: IntType) -> i128 {
    let bits = ty.size() * 8;
    if bits >= 128 {
        return n;
    }
    let mask = (1i128 << bits) - 1;
    let low = n & mask;
    if ty.is_signed() && low >> (bits - 1) != 0 { low - (1i128 << bits) } else { low }
}
