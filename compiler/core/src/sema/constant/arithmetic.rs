//! What operators and conversions do to constant values; overflow and division by zero have no value.

use super::{Base, Evaluator, Pointer, Result, Value};
use crate::hir::{self, BinaryOp, Conversion, ExprKind, IntType, Type, TypeId};
use crate::sema::entity::Scalar;
use crate::sema::expressions::int_as_float;

pub(super) fn half_to_f64(h: u16) -> f64 {
    let sign = if h >> 15 != 0 { -1.0 } else { 1.0 };
    let (e, m) = (i32::from(h >> 10 & 31), f64::from(h & 1023));
    match e {
        0 => sign * m * (-24f64).exp2(),
        31 if m == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1.0 + m / 1024.0) * f64::from(e - 15).exp2(),
    }
}

pub(super) fn f64_to_half(x: f64) -> u16 {
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let a = x.abs();
    if a.is_nan() {
        return 0x7e00;
    }
    if a >= 65520.0 {
        return sign | 0x7c00;
    }
    if a < (-14f64).exp2() {
        return sign | (a * 24f64.exp2()).round_ties_even() as u16;
    }
    let e = a.log2().floor();
    let m = ((a / e.exp2() - 1.0) * 1024.0).round_ties_even() as u16;
    sign | ((((e as i32 + 15) as u16) << 10) + m)
}

/// The value of a built-in operator on constants; `None` when an operand is not one or the result is undefined.
pub(in crate::sema) fn fold_binary(
    op: BinaryOp,
    x: &hir::Expr,
    y: &hir::Expr,
    operands: &Type,
    fit: impl Fn(i128) -> i128,
) -> Option<Scalar> {
    let (a, b) = match (&x.kind, &y.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => (Value::Int(*a), Value::Int(*b)),
        (ExprKind::Float(a), ExprKind::Float(b)) => (Value::Float(*a), Value::Float(*b)),
        _ => return None,
    };
    match binary(op, a, b, operands) {
        Ok(Value::Int(n)) => Some(Scalar::Int(fit(n))),
        Ok(Value::Float(v)) => Some(Scalar::Float(v)),
        _ => None,
    }
}

pub(super) fn binary(op: BinaryOp, a: Value, b: Value, operands: &Type) -> Result<Value> {
    use BinaryOp as B;
    let truth = |t: bool| Ok(Value::Int(i128::from(t)));
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => {
            let bits = match operands {
                Type::Int(i) => i.size() as u32 * 8,
                _ => 32,
            };
            let n = match op {
                B::Add => a.wrapping_add(b),
                B::Sub => a.wrapping_sub(b),
                B::Mul => a.wrapping_mul(b),
                B::Div | B::Rem if b == 0 => return Err("it divides by zero".into()),
                B::Div | B::Rem | B::Shr | B::Lt | B::Gt | B::Le | B::Ge if matches!(operands, Type::Int(IntType::UInt128)) => {
                    let (a, b) = (a as u128, b as u128);
                    match op {
                        B::Div => (a / b) as i128,
                        B::Rem => (a % b) as i128,
                        B::Shr => (a >> b) as i128,
                        B::Lt => return truth(a < b),
                        B::Gt => return truth(a > b),
                        B::Le => return truth(a <= b),
                        _ => return truth(a >= b),
                    }
                }
                B::Div => a.wrapping_div(b),
                B::Rem => a.wrapping_rem(b),
                B::Shl | B::Shr if b < 0 || b >= i128::from(bits) => return Err("it shifts by more than the width of the type".into()),
                B::Shl => a.wrapping_shl(b as u32),
                B::Shr => a >> b,
                B::BitAnd => a & b,
                B::BitOr => a | b,
                B::BitXor => a ^ b,
                B::Eq => return truth(a == b),
                B::Ne => return truth(a != b),
                B::Lt => return truth(a < b),
                B::Gt => return truth(a > b),
                B::Le => return truth(a <= b),
                B::Ge => return truth(a >= b),
            };
            Ok(Value::Int(n))
        }
        (Value::Float(a), Value::Float(b)) => {
            let single = matches!(operands, Type::F32);
            let arithmetic = |wide: f64, narrow: f32| Ok(Value::Float(if single { f64::from(narrow) } else { wide }));
            let (s, t) = (a as f32, b as f32);
            match op {
                B::Add => arithmetic(a + b, s + t),
                B::Sub => arithmetic(a - b, s - t),
                B::Mul => arithmetic(a * b, s * t),
                B::Div => arithmetic(a / b, s / t),
                B::Eq => truth(a == b),
                B::Ne => truth(a != b),
                B::Lt => truth(a < b),
                B::Gt => truth(a > b),
                B::Le => truth(a <= b),
                B::Ge => truth(a >= b),
                _ => Err("the operator needs integers".into()),
            }
        }
        (Value::Pointer(a), Value::Pointer(b)) => match op {
            B::Eq => truth(a == b),
            B::Ne => truth(a != b),
            _ if a.base != b.base => Err("it compares addresses of different objects".into()),
            B::Lt => truth(a.offset < b.offset),
            B::Gt => truth(a.offset > b.offset),
            B::Le => truth(a.offset <= b.offset),
            B::Ge => truth(a.offset >= b.offset),
            _ => Err("the operator needs numbers".into()),
        },
        (Value::Pointer(p), Value::Int(0)) | (Value::Int(0), Value::Pointer(p)) => match op {
            B::Eq => truth(p.base == Base::Nothing && p.offset == 0),
            B::Ne => truth(!(p.base == Base::Nothing && p.offset == 0)),
            _ => Err("it compares an address".into()),
        },
        _ => Err("its operands are not of one kind".into()),
    }
}

impl Evaluator<'_, '_> {
    pub(super) fn fit(&self, v: Value, ty: TypeId) -> Value {
        match v {
            Value::Int(n) => Value::Int(self.sema.truncate_int(n, ty)),
            Value::Float(x) => Value::Float(self.sema.round_to(x, ty)),
            p => p,
        }
    }

    pub(super) fn conversion(&mut self, conversion: Conversion, operand: &hir::Expr, ty: TypeId) -> Result<Value> {
        if conversion == Conversion::ToVoid {
            self.effect(operand)?;
            return Ok(Value::Int(0));
        }
        let v = self.scalar(operand)?;
        match (conversion, v) {
            (Conversion::IntToInt, Value::Int(_)) | (Conversion::FloatToFloat, Value::Float(_)) => Ok(self.fit(v, ty)),
            (Conversion::IntToFloat, Value::Int(n)) => {
                let x = int_as_float(n, self.sema.ty(operand.ty), self.sema.ty(ty));
                Ok(self.fit(Value::Float(x), ty))
            }
            (Conversion::FloatToInt, Value::Float(x)) => {
                let n = x as i128;
                if self.sema.truncate_int(n, ty) != n || x.is_nan() {
                    return Err("a floating value does not fit the integer type".into());
                }
                Ok(Value::Int(n))
            }
            (Conversion::ToBool, v) => Ok(Value::Int(i128::from(match v {
                Value::Int(n) => n != 0,
                Value::Float(x) => x != 0.0,
                Value::Pointer(p) => p.base != Base::Nothing || p.offset != 0,
            }))),
            (Conversion::PointerToPointer | Conversion::Bits, Value::Pointer(_)) => Ok(v),
            (Conversion::PointerOffset(n), Value::Pointer(p)) => {
                if p.base == Base::Nothing {
                    return Ok(v);
                }
                Ok(Value::Pointer(Pointer { offset: p.offset.wrapping_add(n), ..p }))
            }
            (Conversion::MemberOffset(by), Value::Int(n)) => Ok(Value::Int(if n == -1 { n } else { n + i128::from(by) })),
            (Conversion::IntToPointer, Value::Int(n)) => Ok(Value::Pointer(Pointer { base: Base::Nothing, offset: n as i64 })),
            (Conversion::PointerToInt, Value::Pointer(Pointer { base: Base::Nothing, offset })) => {
                Ok(self.fit(Value::Int(i128::from(offset)), ty))
            }
            (Conversion::PointerToInt, _) => Err("it turns an address into an integer".into()),
            _ => Err("it converts in a way that is not constant".into()),
        }
    }

    /// A number as type `ty` would hold it.
    pub(super) fn numeric(&self, v: Value, ty: TypeId) -> Value {
        let floating = self.sema.is_floating(ty);
        match v {
            Value::Int(n) if floating => self.fit(Value::Float(n as f64), ty),
            Value::Float(x) if !floating && !matches!(self.sema.ty(ty), Type::Pointer(_)) => self.fit(Value::Int(x as i128), ty),
            v => self.fit(v, ty),
        }
    }
}
