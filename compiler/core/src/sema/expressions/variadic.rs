//! Arguments that a function takes through `...` (C++17 [expr.call]/9).

use super::{Arg, Cat, Val};
use crate::hir::{self, ExprKind, IntType, Type};
use crate::sema::entity::FuncId;
use crate::sema::{Sema, errors};
use kern_diag::Span;

impl<'a> Sema<'a> {
    /// An argument for `...` of `callee`, if that is known.
    pub(super) fn variadic_argument(&mut self, arg: Arg<'a>, callee: Option<FuncId>, span: Span) -> hir::Expr {
        let v = match arg {
            Arg::Val(v) => v,
            Arg::Overloads(o) => self.sole_function(&o, None),
            Arg::List(l) => {
                self.report(errors::braces_here(l.span));
                return self.error_value(span).e;
            }
        };
        let v = self.rvalue(v);
        let ty = v.e.ty;
        if self.is_error(ty) {
            return v.e;
        }
        if let Some(class) = self.class_of(ty) {
            let scalar = self.class_to_scalar(v.clone(), span);
            if self.class_of(scalar.e.ty).is_none() && self.types.size_of(ty) <= 2 {
                return self.variadic_argument(Arg::Val(scalar), callee, span);
            }
            // The ABI of x86-64 passes a small class as the word that holds its bytes; a larger one goes by its address here, which
            // the program's own functions read with `va_arg` ([`hir::ExprKind::VaArg`]), and those of the library never.
            let word = match self.types.size_of(ty) {
                1 => Some(IntType::UChar),
                2 => Some(IntType::UShort),
                4 => Some(IntType::UInt),
                8 => Some(IntType::ULong),
                _ => None,
            };
            let is_host = self.frames.last().is_some_and(|frame| !frame.space.device);
            if let Some(word) = word.filter(|_| is_host && self.types.class(class).is_trivial) {
                let word = self.types.intern(Type::Int(word));
                let place = self.as_place(v);
                let (address, pointer) = (self.address_of(place), self.pointer_to(word.into()));
                let address = self.scalar_convert(address, pointer);
                let word = self.place(ExprKind::Deref(Box::new(address)), word.into(), span);
                let word = self.rvalue(word);
                return self.promote(word);
            }
            let is_of_program = |s: &Self, f: FuncId| {
                let func = &s.funcs[f.0 as usize];
                !func.is_system && kern_stdlib::runtime_function(&func.name).is_none()
            };
            let is_read = callee.is_some_and(|f| is_of_program(self, f));
            if is_read && is_host && self.types.class(class).is_trivial {
                return self.copy_object(v, class, span);
            }
            let shown = self.show(ty);
            self.report(errors::class_to_variadic(span, &shown));
            return self.error_value(span).e;
        }
        if self.is_void(ty) {
            self.report(errors::void_argument(span));
            return self.error_value(span).e;
        }
        match self.ty(ty) {
            Type::F32 | Type::F16 => self.scalar_convert(v.e, self.common.double),
            Type::Enum(e) if self.types.enumeration(*e).is_scoped => {
                let u = self.underlying(ty);
                let e = self.scalar_convert(v.e, u);
                let v = Val { e, cat: Cat::R, width: None };
                self.promote(v)
            }
            Type::NullPtr => self.scalar_convert(v.e, self.common.void_ptr),
            _ => self.promote(v),
        }
    }
}
