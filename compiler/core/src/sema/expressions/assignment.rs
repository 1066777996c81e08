//! Assignment, plain and compound, and what may be assigned to.

use super::binary::hir_op;
use super::{Arg, Cat, Val};
use crate::hir::{self, ExprKind, TypeId};
use crate::sema::advice::Sought;
use crate::sema::convert::Purpose;
use crate::sema::entity::Entity;
use crate::sema::scope::Want;
use crate::sema::specifiers::{binary_text, plain_name};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, BinaryOp};

impl<'a> Sema<'a> {
    /// Reports why a place cannot be written; true when it can.
    pub(in crate::sema) fn check_assignable(&mut self, v: &Val, span: Span) -> bool {
        if let Some(name) = self.register_name_of(&v.e) {
            self.report(errors::assigns_register(span, name));
            return false;
        }
        if !v.e.is_place() || v.cat == Cat::R || v.cat == Cat::X && !self.is_c {
            self.report(errors::not_assignable(span));
            return false;
        }
        if v.e.is_const {
            self.assigns_const(&v.e, span);
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
    pub(in crate::sema) fn place_name(&self, e: &hir::Expr) -> Option<(String, Span)> {
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
                ExprKind::PointerAdd { pointer, .. } => match &pointer.kind {
                    ExprKind::Load(place) => self.place_name(place),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn assignment(&mut self, op: Option<BinaryOp>, left: &'a ast::Expr, right: &'a ast::Expr, span: Span, op_span: Span) -> Val {
        if let Some(error) = self.assigns_unknown(op, left, right) {
            return error;
        }
        let l = self.expr(left);
        let r = self.arg(right);
        match op {
            None => self.assign(l, r, span),
            Some(op) => self.compound_assign(op, l, r, span, op_span),
        }
    }

    /// `name = value` or `name += value` where nothing declares the name: what the value is says how to declare it.
    fn assigns_unknown(&mut self, op: Option<BinaryOp>, left: &'a ast::Expr, right: &'a ast::Expr) -> Option<Val> {
        let ast::ExprKind::Path(path) = &left.kind else { return None };
        let name = plain_name(path).filter(|_| self.quiet == 0)?;
        if self.lookup(name, Want::Any).is_some() || name.starts_with("__") {
            return None;
        }
        let sought = match self.arg(right) {
            Arg::Val(v) if op.is_none() && !self.is_error(v.e.ty) && !self.is_void(v.e.ty) => Sought::Assigned(v.e.ty),
            Arg::Val(v) if op.is_some() && self.is_arithmetic(v.e.ty) => Sought::Changed(v.e.ty),
            _ => Sought::Value,
        };
        self.unknown(path.span, name, sought);
        Some(self.error_value(left.span))
    }

    pub(in crate::sema) fn assign(&mut self, l: Val, r: Arg<'a>, span: Span) -> Val {
        if self.is_error(l.e.ty) {
            return l;
        }
        if let Some(class) = self.class_of(l.e.ty) {
            return self.assign_class(class, l, r, span);
        }
        if self.is_array(l.e.ty) {
            let shown = self.show(l.e.ty);
            // `a[i, j]` is `a[j]`.
            let both =
                self.sources.text(l.e.span).split_once('[').and_then(|(a, rest)| Some((a, rest.strip_suffix(']')?.split_once(", ")?)));
            let comma =
                both.filter(|(_, (i, j))| !i.contains(['(', '[']) && !j.contains([',', '('])).map(|(a, (i, j))| format!("{a}[{i}][{j}]"));
            self.report(errors::assigns_array(l.e.span, &shown, comma));
            return self.error_value(span);
        }
        if !self.check_assignable(&l, span) {
            return self.error_value(span);
        }
        let ty = l.e.ty;
        let at = r.span();
        let value = match self.convert_none(r, ty.into()) {
            Ok(value) => value,
            Err(r) => self.convert_assigned(&l, r, at),
        };
        if self.is_error(value.ty) {
            return self.error_value(span);
        }
        let (is_volatile, width) = (l.e.is_volatile, l.width);
        let mut e = self.make(ExprKind::Assign { place: Box::new(l.e), value: Box::new(value) }, ty, span);
        e.is_volatile = is_volatile;
        Val { e, cat: Cat::L, width }
    }

    /// The value `r` converted to the type of the place `l`, which it is assigned to.
    fn convert_assigned(&mut self, l: &Val, r: Arg<'a>, at: Span) -> hir::Expr {
        let ty = l.e.ty;
        let name = self.place_name(&l.e);
        let mut help = None;
        if let Some((variable, declared)) = &name
            && self.is_pointer(ty)
            && matches!(&r, Arg::Val(v) if self.is_arithmetic(v.e.ty) && !is_literal_zero(&v.e))
            && matches!(l.e.kind, ExprKind::Deref(_))
        {
            // `float **a` where `float *a` is meant: a launch that gives it a `float *` is right.
            self.blame(*declared);
            let shown = self.show(ty);
            help =
                Some(format!("an element of `{variable}` is a `{shown}`: declare `{shown}{variable}` if its elements are to be numbers"));
        } else if let (Some((pointer, _)), Arg::Val(v)) = (&name, &r)
            && matches!(l.e.kind, ExprKind::Local(_) | ExprKind::Global(_))
            && self.is_arithmetic(v.e.ty)
            && !is_literal_zero(&v.e)
            && self.pointee(ty).is_some_and(|inner| self.is_arithmetic(inner.ty))
        {
            // `out = sum` where `*out = sum` is meant.
            let value = self.quoted(v.e.span).unwrap_or("…").to_string();
            let address = if v.e.is_place() && self.pointee(ty).is_some_and(|inner| inner.ty == v.e.ty) {
                format!(", or `{pointer} = &{value}` to let it point to `{value}`")
            } else {
                String::new()
            };
            help = Some(format!("write `*{pointer} = {value}` to change what `{pointer}` points to{address}"));
        }
        let is_part = matches!(l.e.kind, ExprKind::Deref(_) | ExprKind::Element { .. });
        let text = |n: &str| if is_part { format!("assigning to an element of `{n}`") } else { format!("assigning to `{n}`") };
        let purpose = Purpose { help, ..Purpose::new(name.as_ref().map_or("assigning".into(), |(n, _)| text(n))) };
        self.convert(r, ty.into(), &purpose, at)
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
                let at = r.span();
                let value = self.assigned_bytes(r, Some(class), ty, at);
                if self.has_error(&value) {
                    return self.error_value(span);
                }
                let e = self.make(ExprKind::Assign { place: Box::new(place), value: Box::new(value) }, ty, span);
                Val { e, cat: Cat::L, width: None }
            }
            Ok(f) => self.build_call(f, Some(l), args.to_vec(), span),
            Err(failure) => {
                if l.e.is_const {
                    self.assigns_const(&l.e, span);
                } else {
                    self.overload_error(failure, "operator=", &set, None, &args, Some(&l), span);
                }
                self.error_value(span)
            }
        }
    }

    /// What an assignment copies that is no call: the bytes of an object, which nothing else copies, and which is destroyed if it is
    /// a temporary.
    pub(super) fn assigned_bytes(&mut self, arg: Arg<'a>, class: Option<hir::ClassId>, target: hir::TypeId, span: Span) -> hir::Expr {
        let source = match arg {
            Arg::Val(v) => {
                let own = self.class_of(v.e.ty);
                match own.zip(class).filter(|(own, class)| self.base_path(*own, *class).is_some()) {
                    Some((_, class)) => self.as_base(v, class, span),
                    None => Val { e: self.convert(Arg::Val(v), target.into(), &Purpose::new("assigning"), span), cat: Cat::R, width: None },
                }
            }
            arg => Val { e: self.convert(arg, target.into(), &Purpose::new("assigning"), span), cat: Cat::R, width: None },
        };
        if self.has_error(&source.e) || !source.e.is_place() && self.destructor_for(target, span).is_none() {
            return source.e;
        }
        let place = self.as_place(source);
        self.make(ExprKind::Load(Box::new(place)), target, span)
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
        let Some(r) = self.operand(r) else { return self.error_value(span) };
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
            let numbers =
                (self.is_arithmetic(ty) || self.is_c && self.is_enum(ty)) && (self.is_arithmetic(r.e.ty) || self.is_unscoped_enum(r.e.ty));
            let floats = self.is_floating(ty) || self.is_floating(r.e.ty);
            let needs_integers =
                matches!(op, BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
            if !numbers || (needs_integers && floats) {
                if !self.is_error(r.e.ty) {
                    let (x, y) = (self.show(ty), self.show(r.e.ty));
                    let hint = self.operator_hint(op, &l.e, &r.e);
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
        let shifted = self.make(ExprKind::Error, compute, span);
        self.look_at_shift(h, &shifted, &value);
        let mut e = self.make(ExprKind::CompoundAssign { place: Box::new(l.e), op: h, compute, value: Box::new(value) }, ty, span);
        e.is_volatile = is_volatile;
        Val { e, cat: Cat::L, width }
    }
}

fn is_literal_zero(e: &hir::Expr) -> bool {
    matches!(e.kind, ExprKind::Int(0))
}

pub(super) fn is_literal(e: &hir::Expr) -> bool {
    matches!(e.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null)
}

pub(super) fn is_register_aggregate(e: &hir::Expr) -> bool {
    matches!(&e.kind, ExprKind::Aggregate(parts) if parts.first().is_some_and(|(_, e)| matches!(e.kind, ExprKind::SpecialRegister(_))))
}
