//! `switch`: its labels are collected while its body is checked, each with the HIR label that it jumps to.

use crate::hir::{self, StmtKind, Type};
use crate::sema::convert::Purpose;
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::functions::SwitchFrame;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, Condition, Stmt};
use std::collections::BTreeMap;

impl<'a> Sema<'a> {
    pub(super) fn switch(&mut self, condition: &'a Condition, body: &'a Stmt, span: Span, out: &mut Vec<hir::Stmt>) {
        let v = match condition {
            Condition::Expr(e) => self.expr(e),
            Condition::Decl(d) => {
                self.block_simple(d, out);
                let Some(path) = d.declarators.first().and_then(|o| o.declarator.path()) else { return };
                match self.path(path) {
                    Arg::Val(v) => v,
                    _ => return,
                }
            }
        };
        let v = self.rvalue(v);
        let at = v.e.span;
        let v = if let Some(_class) = self.class_of(v.e.ty) {
            match self.explicit_conversion(v.clone(), self.common.long.into(), at) {
                Some(e) => Val { e, cat: Cat::R, width: None },
                None => v,
            }
        } else {
            v
        };
        let is_scoped = self.is_enum(v.e.ty) && !self.is_unscoped_enum(v.e.ty);
        if !(self.is_integral(v.e.ty) || self.is_enum(v.e.ty)) && !self.is_error(v.e.ty) {
            let shown = self.show(v.e.ty);
            self.report(errors::switch_on(v.e.span, &shown));
        }
        // Its cases are checked all the same.
        let ty = v.e.ty;
        let value = if is_scoped {
            match *self.ty(ty) {
                Type::Enum(e) => {
                    let u = self.types.enumeration(e).underlying;
                    let u = self.types.intern(Type::Int(u));
                    self.scalar_convert(v.e, u)
                }
                _ => v.e,
            }
        } else {
            self.promote(v)
        };
        let compare = if is_scoped { ty } else { value.ty };
        if let Some(f) = self.frame() {
            f.switches.push(SwitchFrame { ty: compare, cases: Vec::new(), ranges: BTreeMap::new(), default: None });
            f.breakables += 1;
        }
        self.enter_condition(&value);
        let block = self.block(body);
        self.leave_condition(&value);
        let Some(frame) = self.frame() else { return };
        frame.breakables -= 1;
        let Some(switch) = frame.switches.pop() else { return };
        let kind = StmtKind::Switch { value: Box::new(value), cases: switch.cases, default: switch.default.map(|d| d.0), body: block };
        self.push(out, kind, span);
    }

    pub(super) fn case(&mut self, value: &'a ast::Expr, high: Option<&'a ast::Expr>, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(ty) = self.frames.last().and_then(|f| f.switches.last()).map(|s| s.ty) else {
            self.report(errors::case_outside(span));
            return;
        };
        let constant = |s: &mut Sema<'a>, e: &'a ast::Expr| {
            let arg = s.arg(e);
            let e2 = s.convert(arg, ty.into(), &Purpose::new("the value of `case`"), e.span);
            if s.has_error(&e2) {
                return None;
            }
            match s.evaluate_int(&e2) {
                Ok(n) => Some(n),
                Err(why) => {
                    s.report_not_constant(why, |why| errors::case_not_constant(e.span, why));
                    None
                }
            }
        };
        let Some(low) = constant(self, value) else { return self.leave_out(value.span, out) };
        let high = match high {
            None => low,
            Some(e) => match constant(self, e) {
                Some(n) => n,
                None => return self.leave_out(e.span, out),
            },
        };
        let Some(frame) = self.frame() else { return };
        let label = frame.new_label(&format!("case {low}"));
        let Some(switch) = frame.switches.last_mut() else { return };
        let clash = switch.ranges.range(..=high).next_back().filter(|(_, (last, _))| low <= *last).map(|(_, (_, span))| *span);
        switch.cases.push((low, high, label));
        if clash.is_none() {
            switch.ranges.insert(low, (high, value.span));
        }
        if let Some(earlier) = clash {
            self.report(errors::duplicate_case(value.span, low, earlier));
            return;
        }
        self.push(out, StmtKind::Label(label), value.span);
    }

    pub(super) fn default_case(&mut self, span: Span, out: &mut Vec<hir::Stmt>) {
        let Some(frame) = self.frame().filter(|f| !f.switches.is_empty()) else {
            self.report(errors::case_outside(span));
            return;
        };
        let label = frame.new_label("default");
        let Some(switch) = frame.switches.last_mut() else { return };
        if let Some((_, earlier)) = switch.default {
            self.report(errors::duplicate_default(span, earlier));
            return;
        }
        switch.default = Some((label, span));
        self.push(out, StmtKind::Label(label), span);
    }
}
