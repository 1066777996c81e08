//! `asm` in host code: what keeps a compiler from moving code, and the counter of the processor's cycles.

use crate::hir::{self, BinaryOp, ExprKind, StmtKind, TypeId};
use crate::sema::entity::Entity;
use crate::sema::expressions::{Arg, Overloads};
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast;

/// The function of `<time.h>` that answers for the counter.
const COUNTER: &str = "__kern_timestamp";

impl<'a> Sema<'a> {
    /// A statement without instructions, or one that waits or orders, does nothing here; `rdtsc` answers nanoseconds.
    pub(super) fn host_asm(&mut self, asm: &'a ast::AsmStmt, span: Span, out: &mut Vec<hir::Stmt>) {
        let template = String::from_utf8_lossy(&asm.template.bytes).to_lowercase();
        let mut instructions = template.split([';', '\n']).map(str::trim).filter(|i| !i.is_empty()).peekable();
        let mut counts = false;
        let is_known = instructions.all(|i| {
            counts |= matches!(i, "rdtsc" | "rdtscp");
            matches!(i, "rdtsc" | "rdtscp" | "nop" | "pause" | "mfence" | "lfence" | "sfence")
        });
        if !is_known {
            return self.report(errors::unsupported(span, "`asm` in host code"));
        }
        let mut places = Vec::new();
        for (constraint, e) in &asm.outputs {
            let v = self.expr(e);
            if self.is_error(v.e.ty) || !self.check_assignable(&v, e.span) {
                return self.leave_out(e.span, out);
            }
            places.push((constraint.bytes.clone(), v.e));
        }
        for (_, e) in &asm.inputs {
            self.read(e);
        }
        if counts {
            self.read_counter(places, span, out);
        }
    }

    /// Writes the halves of the counter to the places for registers `a` and `d`, all of it elsewhere.
    fn read_counter(&mut self, places: Vec<(impl AsRef<[u8]>, hir::Expr)>, span: Span, out: &mut Vec<hir::Stmt>) {
        let global = self.global;
        let Some(Entity::Functions(set)) = self.own_name(global, COUNTER, Want::Any) else {
            return self.report(errors::unsupported(span, "`asm` in host code"));
        };
        let o = Overloads { name: COUNTER.into(), set, args: None, is_qualified: false, span };
        let now = self.call_overloads(o, None, Vec::<Arg<'a>>::new(), span);
        if self.is_error(now.e.ty) {
            return self.leave_out(span, out);
        }
        let ulong = self.common.ulong;
        let counter = self.hidden_local("", ulong.into(), span);
        self.push(out, StmtKind::Declare { local: counter, init: Some(now.e) }, span);
        for (constraint, place) in places {
            let constraint = constraint.as_ref();
            let local = self.make(ExprKind::Local(counter), ulong, span);
            let all = self.make(ExprKind::Load(Box::new(local)), ulong, span);
            let value = if constraint.contains(&b'd') {
                self.binary_with(BinaryOp::Shr, all, 32, ulong, span)
            } else if constraint.contains(&b'a') {
                self.binary_with(BinaryOp::BitAnd, all, 0xffff_ffff, ulong, span)
            } else if constraint.contains(&b'c') {
                self.make(ExprKind::Int(0), ulong, span)
            } else {
                all
            };
            let ty = place.ty;
            let value = self.scalar_convert(value, ty);
            let assigned = self.make(ExprKind::Assign { place: Box::new(place), value: Box::new(value) }, ty, span);
            self.push(out, StmtKind::Expr(assigned), span);
        }
    }

    fn binary_with(&mut self, op: BinaryOp, left: hir::Expr, right: i128, ty: TypeId, span: Span) -> hir::Expr {
        let right = self.make(ExprKind::Int(right), ty, span);
        self.make(ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, ty, span)
    }
}
