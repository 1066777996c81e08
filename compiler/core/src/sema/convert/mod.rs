//! Implicit conversions (C++17 [conv]), written out in HIR.
//!
//! `rank` says which conversion is meant and how good it is; here it is carried out, and a missing one is told in words that
//! name what the value was for.

mod constants;
mod promote;
mod rank;
mod sequence;
mod user;

use super::advice::Use;
use super::expressions::{Arg, Cat, Val};
use super::initialise::Init;
use super::types::{VIRTUAL_STEP, bare};
use super::{Sema, errors};
use crate::hir::{self, ClassId, Conversion, ExprKind, QualType, Type, TypeId};
use kern_diag::Span;
pub(super) use sequence::{Rank, Sequence, UserConversion};

/// What a conversion is for, in the words of a diagnostic.
#[derive(Clone, Debug)]
pub(super) struct Purpose {
    /// "argument 2 of `add`"
    pub(super) text: String,
    /// Where the target type was declared.
    pub(super) declared: Option<(Span, String)>,
    /// What to write instead, where more is known than the two types.
    pub(super) help: Option<String>,
    /// The program writes the conversion out.
    pub(super) is_cast: bool,
}

impl Purpose {
    pub(super) fn new(text: impl Into<String>) -> Purpose {
        Purpose { text: text.into(), declared: None, help: None, is_cast: false }
    }
}

impl<'a> Sema<'a> {
    /// `arg` converted to `to`: a value of that type, for references the address of what is bound.
    pub(super) fn convert(&mut self, arg: Arg<'a>, to: QualType, purpose: &Purpose, span: Span) -> hir::Expr {
        super::deep(|| self.convert_inner(arg, to, purpose, span))
    }

    /// `arg` as it is, or its value, where it is a scalar of type `to` already, as most are: nothing need be said of it then.
    pub(super) fn convert_none(&mut self, arg: Arg<'a>, to: QualType) -> Result<hir::Expr, Arg<'a>> {
        let is_scalar = matches!(self.ty(to.ty), Type::Bool | Type::Int(_) | Type::F32 | Type::F64 | Type::Pointer(_) | Type::Enum(_));
        match arg {
            Arg::Val(v) if is_scalar && v.e.ty == to.ty => Ok(self.rvalue(v).e),
            arg => Err(arg),
        }
    }

    fn convert_inner(&mut self, arg: Arg<'a>, to: QualType, purpose: &Purpose, span: Span) -> hir::Expr {
        if self.is_error(to.ty) {
            return self.error_value(span).e;
        }
        if let Type::Reference { to: target, is_rvalue } = *self.ty(to.ty) {
            return self.bind_reference(arg, target, is_rvalue, purpose, span);
        }
        let v = match arg {
            Arg::List(list) => return self.initialise(bare(to), Init::List(list), &purpose.text, list.span),
            Arg::Overloads(o) => {
                let mut target = self.function_led_to(to.ty);
                if let Some(wanted) = target
                    && self.choose_function(&o, Some(wanted)).is_none()
                {
                    target = None;
                }
                let is_wrong = target.is_none() && self.function_led_to(to.ty).is_some();
                if is_wrong && !(self.is_c && self.choose_function(&o, None).is_some()) {
                    let shown = self.show_q(to);
                    let list = self.declared(&o.set);
                    self.report(errors::no_function_of_type(o.span, &o.name, &shown, &list));
                    return self.error_value(span).e;
                }
                self.sole_function(&o, target)
            }
            Arg::Val(v) => v,
        };
        if self.is_error(v.e.ty) {
            return self.error_value(span).e;
        }
        if self.class_of(to.ty).is_some() {
            return self.convert_to_class(v, to, purpose, span);
        }
        if self.class_of(v.e.ty).is_some() {
            if let Some(UserConversion::Function(f)) = self.user_conversion(&Arg::Val(v.clone()), to, false) {
                let result = self.call_conversion(f, v, span);
                return self.convert(Arg::Val(result), to, purpose, span);
            }
            return self.wrong_type(&v, to, purpose, span);
        }
        let arg = Arg::Val(v);
        let fits = self.implicit(&arg, to).is_some();
        let Arg::Val(v) = arg else { unreachable!("it was made of a value") };
        if !fits {
            return self.wrong_type(&v, to, purpose, span);
        }
        if !purpose.is_cast
            && self.quiet == 0
            && !self.is_c
            && self.is_string_literal(&v.e)
            && self.pointee(to.ty).is_some_and(|p| !p.is_const)
        {
            self.warn(errors::literal_to_char(span));
        }
        let v = self.rvalue(v);
        if !purpose.is_cast {
            self.warn_of_changed_constant(&v.e, to.ty);
        }
        self.standard_convert(v.e, to.ty)
    }

    fn wrong_type(&mut self, v: &Val, to: QualType, purpose: &Purpose, span: Span) -> hir::Expr {
        // A variable that was said to be declared wrongly does not fit elsewhere, either.
        if self.errors > 0 && self.quiet == 0 && self.whole_variable(&v.e).is_some_and(|(_, declared)| self.is_blamed(declared)) {
            return self.error_value(span).e;
        }
        let q = self.type_of(&v.e);
        let found = self.show_q(q);
        let expected = self.show_q(to);
        let drops_const = match (self.pointee(v.e.ty), self.pointee(to.ty)) {
            (Some(p), Some(q)) => self.are_similar(p.ty, q.ty),
            _ => false,
        };
        let help = if self.quiet > 0 { None } else { purpose.help.clone().or_else(|| self.advice_on_value(v, to, Use::Plain)) };
        self.report(errors::type_mismatch(span, &expected, &found, purpose, drops_const, help));
        self.error_value(span).e
    }

    /// A standard conversion that is known to exist, between scalars.
    pub(super) fn standard_convert(&mut self, e: hir::Expr, to: TypeId) -> hir::Expr {
        if let (Some(p), Some(q)) = (self.pointee(e.ty), self.pointee(to))
            && let (Some(a), Some(b)) = (self.class_of(p.ty), self.class_of(q.ty))
            && a != b
            && let Some(path) = self.base_path(a, b)
        {
            let span = e.span;
            self.check_base_access(a, b, span);
            if let Some((first, rest)) = path.split_first()
                && first & VIRTUAL_STEP != 0
                && let number = first & !VIRTUAL_STEP
                && let Some(base) = self.class_info(a).virtuals.virtual_bases.get(number as usize).copied()
            {
                let target = QualType { ty: self.class_type(base.class), ..q };
                let e = self.virtual_base_pointer(e, number, true, target, span);
                return if rest.is_empty() { hir::Expr { ty: to, ..e } } else { self.standard_convert(e, to) };
            }
            let offset = self.base_offset(a, &path);
            return self.make(ExprKind::Convert { conversion: Conversion::PointerOffset(offset as i64), operand: Box::new(e) }, to, span);
        }
        if self.is_member_pointer(e.ty)
            && e.ty != to
            && let Some(distance) = self.member_pointer_distance(e.ty, to)
        {
            return self.moved_member_pointer(e, distance, to);
        }
        self.scalar_convert(e, to)
    }

    fn convert_to_class(&mut self, v: Val, to: QualType, purpose: &Purpose, span: Span) -> hir::Expr {
        let Some(target) = self.class_of(to.ty) else { return self.error_value(span).e };
        if !self.make_complete(to.ty) {
            let shown = self.show(to.ty);
            self.report(errors::incomplete_type(span, &shown));
            return self.error_value(span).e;
        }
        if let Some(from) = self.class_of(v.e.ty) {
            self.make_complete(v.e.ty);
            if from == target || self.base_path(from, target).is_some() {
                return self.copy_object(v, target, span);
            }
        }
        match self.user_conversion(&Arg::Val(v.clone()), to, false) {
            Some(UserConversion::Constructor(f)) => self.construct_with(f, vec![Arg::Val(v)], to.ty, span),
            Some(UserConversion::Function(f)) => {
                let result = self.call_conversion(f, v, span);
                self.convert(Arg::Val(result), bare(to), purpose, span)
            }
            None => self.wrong_type(&v, to, purpose, span),
        }
    }

    /// A copy of a class object (or base part of one) as a value; prvalues are taken as they are.
    /// The value of an object that is copied as it is: of a conditional place that of the one or of the other, as neither needs an address.
    fn loaded_object(&mut self, place: hir::Expr, ty: TypeId, span: Span) -> hir::Expr {
        match place.kind {
            ExprKind::Conditional { condition, then, otherwise } if then.is_place() && otherwise.is_place() => {
                let [then, otherwise] = [then, otherwise].map(|arm| Box::new(self.loaded_object(*arm, ty, span)));
                self.make(ExprKind::Conditional { condition, then, otherwise }, ty, span)
            }
            _ => self.make(ExprKind::Load(Box::new(place)), ty, span),
        }
    }

    pub(super) fn copy_object(&mut self, v: Val, target: ClassId, span: Span) -> hir::Expr {
        let ty = self.class_type(target);
        let v = self.as_base(v, target, span);
        if !v.e.is_place() && v.e.ty == ty && v.cat == Cat::R {
            return hir::Expr { is_const: false, is_volatile: false, ..v.e };
        }
        let list = self.class_info(target).constructors.clone();
        let arg = Arg::Val(v.clone());
        match self.resolve_overload(&list, None, std::slice::from_ref(&arg), None) {
            Ok(f) if self.funcs[f.0 as usize].is_trivial => {
                self.check_usable(f, span);
                if v.e.is_place() { self.loaded_object(v.e, ty, span) } else { v.e }
            }
            Ok(f) => self.construct_with(f, vec![arg], ty, span),
            Err(failure) => {
                let name = self.types.class(target).name.clone();
                self.overload_error(failure, &name, &list, None, &[arg], None, span);
                self.error_value(span).e
            }
        }
    }

    /// `v` seen as its base class `target`.
    pub(super) fn as_base(&mut self, v: Val, target: ClassId, span: Span) -> Val {
        let Some(from) = self.class_of(v.e.ty) else { return v };
        let Some(path) = self.base_path(from, target) else { return v };
        let mut v = v;
        if !path.is_empty() && !v.e.is_place() {
            let cat = Cat::X;
            v = Val { e: self.temporary(v.e), cat, width: None };
        }
        for step in path {
            let is_const = v.e.is_const;
            v = if step & VIRTUAL_STEP == 0 {
                self.field_place(v, step, span)
            } else {
                self.virtual_base_place(v, step & !VIRTUAL_STEP, span)
            };
            v.e.is_const |= is_const;
        }
        v
    }

    fn bind_reference(&mut self, arg: Arg<'a>, target: QualType, is_rvalue: bool, purpose: &Purpose, span: Span) -> hir::Expr {
        let v = match &arg {
            Arg::Val(v) => v.clone(),
            Arg::List(list) => {
                let value = self.initialise(bare(target), Init::List(list), &purpose.text, list.span);
                if self.has_error(&value) {
                    return value;
                }
                let mut temp = self.temporary(value);
                temp.is_const = target.is_const;
                return self.address_of(temp);
            }
            Arg::Overloads(o) => {
                let t = if self.is_function(target.ty) { Some(target) } else { self.pointee(target.ty) };
                self.sole_function(o, t)
            }
        };
        if self.is_error(v.e.ty) {
            return self.error_value(span).e;
        }
        if self.is_function(target.ty) {
            // A name gives the function's address, what a reference leads to is the function.
            return if self.is_function(v.e.ty) { self.address_of(v.e) } else { v.e };
        }
        if self.implicit_reference(&arg, target, is_rvalue).is_none() {
            let from = self.type_of(&v.e);
            let found = self.show_q(from);
            let ty = self.reference_to(target, is_rvalue);
            let expected = self.show(ty);
            let related = self.reference_related(from.ty, target.ty).is_some();
            let convertible = self.implicit(&Arg::Val(v.clone()), bare(target)).is_some();
            self.report(errors::cannot_bind(span, &expected, &found, purpose, related, convertible, v.cat == Cat::L, is_rvalue));
            return self.error_value(span).e;
        }
        let from = self.type_of(&v.e);
        if self.reference_related(from.ty, target.ty).is_some() && v.width.is_none() {
            let mut v = v;
            if let (Some(a), Some(b)) = (self.class_of(from.ty), self.class_of(target.ty))
                && a != b
            {
                v = self.as_base(v, b, span);
            }
            let mut place = self.as_place(v);
            place.is_const |= target.is_const;
            place.ty = target.ty;
            return self.address_of(place);
        }
        if self.class_of(from.ty).is_some()
            && let Some(UserConversion::Function(f)) = self.user_conversion(&Arg::Val(v.clone()), target, false)
        {
            let result = self.call_conversion(f, v, span);
            if result.e.is_place() && (result.e.ty == target.ty || self.is_array(target.ty)) {
                return self.address_of(hir::Expr { ty: target.ty, ..result.e });
            }
            let value = self.convert(Arg::Val(result), bare(target), purpose, span);
            let temp = self.temporary(value);
            return self.address_of(temp);
        }
        let value = self.convert(Arg::Val(v), bare(target), purpose, span);
        if self.has_error(&value) {
            return value;
        }
        let mut temp = self.temporary(value);
        temp.is_const = target.is_const;
        self.address_of(temp)
    }
}

/// The literal 0 of an integer type.
pub(super) fn is_null_constant(e: &hir::Expr) -> bool {
    matches!(e.kind, ExprKind::Int(0))
}
