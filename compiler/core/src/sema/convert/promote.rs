//! Promotions and the usual arithmetic conversions (C++17 [conv.prom], [expr.arith.conv]).

use crate::hir::{self, IntType, Type, TypeId};
use crate::sema::Sema;
use crate::sema::expressions::Val;

impl<'a> Sema<'a> {
    /// The type that `ty` promotes to.
    pub(in crate::sema) fn promoted(&mut self, ty: TypeId) -> TypeId {
        match *self.ty(ty) {
            Type::Bool => self.common.int,
            Type::Int(i) => match i {
                IntType::Char | IntType::SChar | IntType::UChar | IntType::Short | IntType::UShort | IntType::Char16 | IntType::WChar => {
                    self.common.int
                }
                IntType::Char32 => self.common.uint,
                _ => ty,
            },
            Type::Enum(e) if !self.types.enumeration(e).is_scoped => {
                let u = self.types.enumeration(e);
                let u = u.promotes_to.unwrap_or(u.underlying);
                let u = self.types.intern(Type::Int(u));
                self.promoted(u)
            }
            _ => ty,
        }
    }

    /// The promotion of a value; small bit-fields become `int`.
    pub(in crate::sema) fn promote(&mut self, v: Val) -> hir::Expr {
        let mut to = self.promoted(v.e.ty);
        if let (Some(width), Type::Int(_)) = (v.width, self.ty(to))
            && width < 32
        {
            to = self.common.int;
        }
        self.scalar_convert(v.e, to)
    }

    /// The common type of two arithmetic types ([expr.arith.conv]).
    pub(in crate::sema) fn common_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
        for ty in [Type::LongDouble, Type::F64, Type::F32, Type::F16] {
            if *self.ty(a) == ty || *self.ty(b) == ty {
                return self.types.intern(ty);
            }
        }
        let (a, b) = (self.promoted(a), self.promoted(b));
        let (Type::Int(x), Type::Int(y)) = (self.ty(a).clone(), self.ty(b).clone()) else { return self.common.error };
        if x == y {
            return a;
        }
        let rank = |i: IntType| match i {
            IntType::Int | IntType::UInt => 1,
            IntType::Long | IntType::ULong => 2,
            IntType::LongLong | IntType::ULongLong => 3,
            IntType::Int128 | IntType::UInt128 => 4,
            _ => 0,
        };
        let unsigned = |i: IntType| match i {
            IntType::Int => IntType::UInt,
            IntType::Long => IntType::ULong,
            IntType::LongLong => IntType::ULongLong,
            IntType::Int128 => IntType::UInt128,
            other => other,
        };
        let chosen = if x.is_signed() == y.is_signed() {
            if rank(x) >= rank(y) { x } else { y }
        } else {
            let (s, u) = if x.is_signed() { (x, y) } else { (y, x) };
            if rank(u) >= rank(s) {
                u
            } else if s.size() > u.size() {
                s
            } else {
                unsigned(s)
            }
        };
        self.types.intern(Type::Int(chosen))
    }
}
