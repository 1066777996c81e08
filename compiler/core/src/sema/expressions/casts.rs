//! Casts of every spelling, and `T(…)`, `T{…}`.

use super::{Arg, Cat, Val};
use crate::hir::{self, Conversion, ExprKind, QualType, Type};
use crate::sema::convert::Purpose;
use crate::sema::initialise::Init;
use crate::sema::types::{bare, is_virtual_path};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, CastStyle, Initializer};

impl<'a> Sema<'a> {
    pub(super) fn construct(&mut self, ty: &'a ast::TypeName, init: &'a Initializer, span: Span) -> Val {
        let deduced = self.bare_class_template(&ty.specs).map(|id| self.deduce_class(id, Some(init), ty.specs.span));
        let q = match deduced {
            Some(Some(q)) => q,
            Some(None) => return self.error_value(span),
            None => self.type_name(ty),
        };
        match init {
            Initializer::Parens(list, _) => {
                let args = self.args(list);
                self.functional_cast(q, args, span)
            }
            Initializer::Braces(list) => {
                let e = match self.enumeration_from_list(q, list) {
                    Some(e) => e,
                    None => self.initialise(bare(q), Init::List(list), "the value", span),
                };
                if self.is_c && !self.is_system(span) { self.compound_literal(e, q, span) } else { self.made(e, q, span) }
            }
            Initializer::Equals(e) => {
                let arg = self.arg(e);
                self.cast(CastStyle::C, arg, q, span)
            }
        }
    }

    fn made(&mut self, e: hir::Expr, q: QualType, span: Span) -> Val {
        if let Type::Reference { to, is_rvalue } = *self.ty(q.ty) {
            let mut v = self.place(ExprKind::Deref(Box::new(e)), to, span);
            if is_rvalue {
                v.cat = Cat::X;
            }
            return v;
        }
        Val { e, cat: Cat::R, width: None }
    }

    /// `T(args)`
    pub(super) fn functional_cast(&mut self, q: QualType, mut args: Vec<Arg<'a>>, span: Span) -> Val {
        if self.is_error(q.ty) {
            return self.error_value(span);
        }
        if args.len() == 1
            && self.class_of(q.ty).is_none()
            && let Some(arg) = args.pop()
        {
            return self.cast(CastStyle::C, arg, q, span);
        }
        if args.is_empty() && self.is_void(q.ty) {
            let zero = self.int_value(0, self.common.int, span);
            return self.value(ExprKind::Convert { conversion: Conversion::ToVoid, operand: Box::new(zero) }, q.ty, span);
        }
        if self.make_complete(q.ty) && !self.check_not_abstract(q.ty, span) {
            return self.error_value(span);
        }
        let init = if args.is_empty() { Init::Value } else { Init::Direct(args) };
        let e = self.initialise(bare(q), init, "the value", span);
        Val { e, cat: Cat::R, width: None }
    }

    pub(in crate::sema) fn cast(&mut self, style: CastStyle, arg: Arg<'a>, q: QualType, span: Span) -> Val {
        // One in C's form reaches bases that are not open ([expr.cast]/4.6).
        let outer = std::mem::replace(&mut self.opens_bases, style == CastStyle::C);
        let v = self.cast_as(style, arg, q, span);
        self.opens_bases = outer;
        v
    }

    fn cast_as(&mut self, style: CastStyle, arg: Arg<'a>, q: QualType, span: Span) -> Val {
        if self.is_error(q.ty) {
            return self.error_value(span);
        }
        let v = match arg {
            Arg::Val(v) => v,
            Arg::Overloads(o) => {
                let target = self.function_led_to(q.ty);
                // The only function of the name may be cast to a pointer of any other type ([expr.reinterpret.cast]/6).
                let is_free = matches!(style, CastStyle::C | CastStyle::Reinterpret) && self.choose_function(&o, target).is_none();
                let only = if is_free { self.choose_function(&o, None).filter(|&f| !self.is_member_function(f)) } else { None };
                self.sole_function(&o, target.filter(|_| only.is_none()))
            }
            Arg::List(list) => {
                let e = self.initialise(bare(q), Init::List(list), "the value", span);
                return self.made(e, q, span);
            }
        };
        if self.is_error(v.e.ty) {
            return v;
        }
        if style == CastStyle::Dynamic {
            return self.dynamic_cast(v, q, span);
        }
        if self.is_void(q.ty) {
            let operand = match () {
                () if v.e.is_place() => v.e,
                () if self.class_of(v.e.ty).is_some() => self.discarded(v),
                () => self.rvalue(v).e,
            };
            return self.value(ExprKind::Convert { conversion: Conversion::ToVoid, operand: Box::new(operand) }, q.ty, span);
        }
        if let Type::Reference { to, is_rvalue } = *self.ty(q.ty) {
            return self.cast_to_reference(style, v, to, is_rvalue, span);
        }
        if self.is_array(q.ty) || self.is_function(q.ty) {
            return self.bad_cast(style, &v, q, span);
        }
        // What converts by itself, or by a constructor.
        if matches!(style, CastStyle::C | CastStyle::Static) {
            if let Some(class) = self.class_of(q.ty) {
                if !self.make_complete(q.ty) {
                    let shown = self.show(q.ty);
                    self.report(errors::incomplete_type(span, &shown));
                    return self.error_value(span);
                }
                let e = self.construct_direct_or_copy(class, q, v, span);
                return Val { e, cat: Cat::R, width: None };
            }
            if self.class_of(v.e.ty).is_some() {
                if let Some(e) = self.explicit_conversion(v.clone(), bare(q), span) {
                    return Val { e, cat: Cat::R, width: None };
                }
                return self.bad_cast(style, &v, q, span);
            }
            let quiet_ok = self.implicit(&Arg::Val(v.clone()), bare(q)).is_some();
            if quiet_ok {
                let purpose = Purpose { is_cast: true, ..Purpose::new("the cast") };
                let e = self.convert(Arg::Val(v), bare(q), &purpose, span);
                return Val { e: hir::Expr { span, ..e }, cat: Cat::R, width: None };
            }
        }
        let v = self.rvalue(v);
        let (from, to) = (v.e.ty, q.ty);
        let number = |s: &Sema<'a>, t| s.is_arithmetic(t) || s.is_enum(t);
        let pointer = |s: &Sema<'a>, t| matches!(s.ty(t), Type::Pointer(_) | Type::NullPtr | Type::MemberPointer { .. });
        let integer = |s: &Sema<'a>, t| s.is_integral(t) || s.is_enum(t);
        let casts_value = matches!(style, CastStyle::C | CastStyle::Static) && number(self, from) && number(self, to);
        let same = from == to;
        let pointers = pointer(self, from) && pointer(self, to);
        if casts_value || same {
            let e = self.scalar_convert(v.e, to);
            return Val { e: hir::Expr { span, ..e }, cat: Cat::R, width: None };
        }
        if matches!(style, CastStyle::C | CastStyle::Static)
            && self.is_member_pointer(from)
            && let Some(distance) = self.member_pointer_distance(from, to)
        {
            let e = self.moved_member_pointer(v.e, distance, to);
            return Val { e: hir::Expr { span, ..e }, cat: Cat::R, width: None };
        }
        if pointers {
            if matches!(style, CastStyle::C | CastStyle::Static)
                && let (Some(p), Some(t)) = (self.pointee(from), self.pointee(to))
                && let (Some(a), Some(b)) = (self.class_of(p.ty), self.class_of(t.ty))
                && let Some(path) = self.base_path(b, a)
            {
                if is_virtual_path(&path) {
                    return self.bad_cast_of_virtual_base(&v, q, span);
                }
                let offset = self.base_offset(b, &path) as i64;
                let conversion = Conversion::PointerOffset(-offset);
                return self.value(ExprKind::Convert { conversion, operand: Box::new(v.e) }, to, span);
            }
            let allowed = match style {
                CastStyle::Static => {
                    let void = |s: &Sema<'a>, t| s.pointee(t).is_some_and(|p| s.is_void(p.ty));
                    void(self, from) || void(self, to)
                }
                CastStyle::Const => match (self.pointee(from), self.pointee(to)) {
                    (Some(p), Some(t)) => self.are_similar(p.ty, t.ty),
                    _ => false,
                },
                _ => true,
            };
            // An array is as constant as its elements ([basic.type.qualifier]/3).
            let is_const = |pointee| self.innermost(pointee).is_const;
            let casts_const_away = matches!(style, CastStyle::Static | CastStyle::Reinterpret)
                && matches!((self.pointee(from), self.pointee(to)), (Some(p), Some(t)) if is_const(p) && !is_const(t));
            if allowed && !casts_const_away {
                let e = self.scalar_convert(v.e, to);
                return Val { e: hir::Expr { span, ..e }, cat: Cat::R, width: None };
            }
            return self.bad_cast(style, &v, q, span);
        }
        let bits = matches!(style, CastStyle::C | CastStyle::Reinterpret);
        if bits && pointer(self, from) && integer(self, to) {
            if self.types.size_of(to) < 8 && !matches!(self.ty(to), Type::Bool) {
                let shown = self.show(to);
                self.report(errors::pointer_to_small_integer(span, &shown));
                return self.error_value(span);
            }
            let e = self.scalar_convert(v.e, to);
            return Val { e: hir::Expr { span, ..e }, cat: Cat::R, width: None };
        }
        if bits && integer(self, from) && pointer(self, to) {
            let e = self.scalar_convert(v.e, to);
            return Val { e: hir::Expr { span, ..e }, cat: Cat::R, width: None };
        }
        self.bad_cast(style, &v, q, span)
    }

    fn construct_direct_or_copy(&mut self, class: hir::ClassId, q: QualType, v: Val, span: Span) -> hir::Expr {
        let same = self.class_of(v.e.ty).is_some_and(|c| c == class || self.base_path(c, class).is_some());
        if same {
            return self.copy_object(v, class, span);
        }
        self.construct_direct(class, q.ty, vec![Arg::Val(v)], span)
    }

    fn cast_to_reference(&mut self, style: CastStyle, v: Val, to: QualType, is_rvalue: bool, span: Span) -> Val {
        if self.is_function(to.ty) {
            return v;
        }
        if let (Some(a), Some(b)) = (self.class_of(v.e.ty), self.class_of(to.ty))
            && style != CastStyle::Reinterpret
            && a != b
        {
            self.make_complete(v.e.ty);
            self.make_complete(to.ty);
            if self.base_path(a, b).is_some() {
                let mut v = self.as_base(v, b, span);
                v.e.is_const = to.is_const;
                v.cat = if is_rvalue { Cat::X } else { Cat::L };
                return v;
            }
            if let Some(path) = self.base_path(b, a) {
                if is_virtual_path(&path) {
                    return self.bad_cast_of_virtual_base(&v, to, span);
                }
                let offset = self.base_offset(b, &path) as i64;
                let place = self.as_place(v);
                let address = self.address_of(place);
                let ty = self.pointer_to(to);
                let conversion = Conversion::PointerOffset(-offset);
                let p = self.make(ExprKind::Convert { conversion, operand: Box::new(address) }, ty, span);
                return self.place(ExprKind::Deref(Box::new(p)), to, span);
            }
        }
        let direct = v.e.ty == to.ty;
        if direct || matches!(style, CastStyle::Reinterpret | CastStyle::C) && v.e.is_place() {
            if !v.e.is_place() && !is_rvalue && !to.is_const {
                self.report(errors::address_of_value(span));
                return self.error_value(span);
            }
            let place = self.as_place(v);
            let mut e = if direct {
                place
            } else {
                let address = self.address_of(place);
                let ty = self.pointer_to(to);
                let p = self.scalar_convert(address, ty);
                self.place(ExprKind::Deref(Box::new(p)), to, span).e
            };
            e.is_const = to.is_const;
            e.is_volatile = to.is_volatile;
            return Val { e, cat: if is_rvalue { Cat::X } else { Cat::L }, width: None };
        }
        let ty = self.reference_to(to, is_rvalue);
        let e = self.convert(Arg::Val(v), ty.into(), &Purpose::new("the cast"), span);
        if self.has_error(&e) {
            return self.error_value(span);
        }
        let mut v = self.place(ExprKind::Deref(Box::new(e)), to, span);
        if is_rvalue {
            v.cat = Cat::X;
        }
        v
    }

    /// Down from a virtual base, which lies elsewhere in each class ([expr.static.cast]/11).
    fn bad_cast_of_virtual_base(&mut self, v: &Val, q: QualType, span: Span) -> Val {
        let from = self.type_of(&v.e);
        let (from, to) = (self.show_q(from), self.show_q(q));
        self.report(errors::cast_of_virtual_base(span, &from, &to));
        self.error_value(span)
    }

    fn bad_cast(&mut self, style: CastStyle, v: &Val, q: QualType, span: Span) -> Val {
        let from_q = self.type_of(&v.e);
        let (from, to) = (self.show_q(from_q), self.show_q(q));
        let word = match style {
            CastStyle::C => "cast",
            CastStyle::Static => "static_cast",
            CastStyle::Reinterpret => "reinterpret_cast",
            CastStyle::Const => "const_cast",
            CastStyle::Dynamic => "dynamic_cast",
        };
        self.report(errors::bad_cast(span, word, &from, &to));
        self.error_value(span)
    }
}
