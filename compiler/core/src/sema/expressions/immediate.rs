//! Calls of `consteval` functions (C++20 [expr.const] 13): each is a constant, found where it stands.

use super::{Cat, Val};
use crate::hir::ExprKind;
use crate::sema::entity::FuncId;
use crate::sema::{Sema, errors};
use kern_diag::Span;

impl<'a> Sema<'a> {
    /// The value of a call, if it is one of a `consteval` function; reports that it is not constant.
    pub(super) fn immediate_call(&mut self, f: FuncId, call: Val, span: Span) -> Val {
        let is_consteval = |s: &Self, f: FuncId| s.funcs[f.0 as usize].flags.is_consteval;
        let around = self.frames.last().map(|frame| frame.func);
        if !is_consteval(self, f) || self.unevaluated > 0 || around.is_some_and(|f| is_consteval(self, f)) || self.is_error(call.e.ty) {
            return call;
        }
        let ty = call.e.ty;
        let questions = self.constant_questions;
        let result = if self.is_integral(ty) {
            self.evaluate_int(&call.e).map(|n| Some(self.make(ExprKind::Int(n), ty, span)))
        } else if self.is_void(ty) {
            Ok(None)
        } else {
            let object = self.evaluate_object(&call.e, ty.into());
            let has_asked = self.constant_questions > questions && call.cat == Cat::R;
            object.map(|object| has_asked.then(|| self.found_value(&object, ty, span)))
        };
        match result {
            Ok(Some(e)) => Val { e, cat: Cat::R, width: None },
            Ok(None) => call,
            Err(why) => {
                let name = self.funcs[f.0 as usize].name.clone();
                self.report_not_constant(why, |why| errors::immediate_not_constant(span, &name, why));
                self.error_value(span)
            }
        }
    }
}
