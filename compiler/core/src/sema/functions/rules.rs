//! What the declaration of a function may not say, whatever else it declares (C++17 [dcl.fct.spec], [dcl.fct.default], [over.oper]).

use super::NewFunction;
use crate::hir::QualType;
use crate::sema::entity::{Func, FuncId, FuncName};
use crate::sema::{Sema, errors};
use kern_syntax::ast::{OverloadedOp, UnaryOp};

impl<'a> Sema<'a> {
    /// Looks at one declaration by itself.
    pub(super) fn declaration_rules(&mut self, new: &NewFunction<'a>, func: &Func<'a>) {
        let span = func.span;
        let is_virtual = new.specs.flags.is_virtual;
        if is_virtual && !new.in_class {
            self.report(errors::virtual_outside(span));
        } else if is_virtual && new.specs.flags.is_static {
            self.report(errors::virtual_static(span, &self.plain_func_name(func)));
        }
        if func.is_const && (func.class.is_none() || new.specs.flags.is_static) {
            self.report(errors::const_without_object(span, &self.plain_func_name(func)));
        }
        if matches!(func.kind, FuncName::Destructor) && !func.params.is_empty() {
            self.report(errors::destructor_parameters(span));
        }
        if new.def.is_some() && !func.is_deleted {
            for p in &func.params {
                self.check_not_abstract(p.ty.ty, p.span);
            }
        }
        if let FuncName::Operator(op) = func.kind {
            self.operator_rules(func, op);
        }
    }

    fn operator_rules(&mut self, func: &Func<'a>, op: OverloadedOp) {
        let is_member = func.class.is_some() && !func.is_static;
        let (span, name) = (func.span, self.plain_func_name(func));
        if let OverloadedOp::New(_) | OverloadedOp::Delete(_) | OverloadedOp::Call = op {
            if matches!(op, OverloadedOp::Call) && func.class.is_none() {
                self.report(errors::operator_must_be_member(span, &name));
            }
            return;
        }
        if !is_member && matches!(op, OverloadedOp::Assign(None) | OverloadedOp::Index | OverloadedOp::Arrow) {
            return self.report(errors::operator_must_be_member(span, &name));
        }
        let found = func.params.len() + usize::from(is_member);
        let is_also_unary = matches!(&*func.name, "operator+" | "operator-" | "operator*" | "operator&");
        let (least, most) = match op {
            OverloadedOp::Unary(UnaryOp::Not | UnaryOp::BitNot) | OverloadedOp::Arrow => (1, 1),
            OverloadedOp::Increment | OverloadedOp::Decrement => (1, 2),
            OverloadedOp::Binary(_) if is_also_unary => (1, 2),
            OverloadedOp::Binary(_) | OverloadedOp::Assign(_) => (2, 2),
            OverloadedOp::Index | OverloadedOp::Comma | OverloadedOp::ArrowStar => (2, 2),
            _ => return,
        };
        if !(least..=most).contains(&found) || func.ty.is_variadic {
            let own = usize::from(is_member);
            let wanted = if least == most { format!("{}", most - own) } else { format!("{} or {}", least - own, most - own) };
            return self.report(errors::operator_parameters(span, &name, func.params.len(), &wanted));
        }
        let is_own = |q: QualType| {
            let ty = self.referred(q).ty;
            self.class_of(ty).is_some() || self.is_enum(ty) || self.is_error(ty)
        };
        if !is_member && !func.params.iter().any(|p| is_own(p.ty)) {
            self.report(errors::operator_of_built_ins(span, &name));
        }
    }

    /// A later declaration may not give a default argument once more.
    pub(super) fn repeated_defaults(&mut self, earlier: FuncId, new: &Func<'a>) {
        let old = self.funcs[earlier.0 as usize].params.iter().zip(&new.params);
        let twice =
            old.into_iter().find(|(old, new)| old.default.is_some() && new.default.is_some()).map(|(old, new)| (new.span, old.span));
        if let Some((again, first)) = twice
            && again != first
        {
            self.report(errors::default_given_twice(again, first));
        }
    }

    /// Looks at the default arguments that all declarations of `f` so far have given.
    pub(super) fn default_rules(&mut self, f: FuncId) {
        let mut given = None;
        let params: Vec<_> = self.funcs[f.0 as usize].params.iter().map(|p| (p.default.is_some(), p.of_pack, p.span)).collect();
        for (has_default, is_pack, span) in params {
            match given {
                _ if has_default => given = Some(span),
                Some(earlier) if !is_pack => return self.report(errors::default_in_the_middle(span, earlier)),
                _ => {}
            }
        }
    }
}
