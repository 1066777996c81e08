//! How good an implicit conversion is (C++17 [over.best.ics]): what overload resolution compares.
//!
//! Nothing is written here: asking for a rank changes no HIR and tells no mistake.

use super::is_null_constant;
use super::sequence::{Rank, Sequence, UserConversion};
use crate::hir::{self, ClassId, ExprKind, QualType, Type, TypeId};
use crate::sema::entity::FuncId;
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::initialise::Init;
use crate::sema::types::bare;
use crate::sema::{Sema, deep};
use kern_diag::Span;

impl<'a> Sema<'a> {
    /// A standard conversion between non-class rvalue types.
    pub(super) fn standard(&mut self, from: TypeId, e: &hir::Expr, width: Option<u32>, to: TypeId) -> Option<Sequence> {
        if from == to || self.is_error(from) || self.is_error(to) {
            return Some(Sequence::of(Rank::Exact));
        }
        // A pointer to a function that is `noexcept` becomes one to any of its type ([conv.fctptr]).
        let plain = self.that_may_throw(from);
        if plain != from && self.that_may_throw(to) == to {
            let then = self.standard(plain, e, width, to)?;
            return Some(Sequence { added_quals: then.added_quals + 1, ..then });
        }
        let conversion = |penalty: u32| Some(Sequence { penalty, ..Sequence::of(Rank::Conversion) });
        let (f, t) = (self.ty(from).clone(), self.ty(to).clone());
        let from_arithmetic = self.is_arithmetic(from) || self.is_unscoped_enum(from);
        match (&f, &t) {
            (_, Type::Bool) if from_arithmetic => conversion(0),
            (Type::Pointer(_) | Type::MemberPointer { .. }, Type::Bool) => conversion(10),
            (Type::NullPtr, Type::Bool) => None,
            _ if from_arithmetic && self.is_arithmetic(to) => {
                let promoted = match width {
                    Some(w) if w < 32 => self.common.int,
                    _ => self.promoted(from),
                };
                // The type that an enumeration names comes before what that promotes to ([over.ics.rank] 4.2).
                let named = match f {
                    Type::Enum(id) => Some(self.types.enumeration(id)).filter(|e| e.promotes_to.is_none()).map(|e| Type::Int(e.underlying)),
                    _ => None,
                };
                if named.as_ref() == Some(&t) {
                    return Some(Sequence::of(Rank::Promotion));
                }
                if promoted == to && promoted != from || matches!((&f, &t), (Type::F32, Type::F64)) {
                    return Some(Sequence { penalty: u32::from(named.is_some()), ..Sequence::of(Rank::Promotion) });
                }
                conversion(0)
            }
            // C's compilers convert between addresses of all kinds, and between them and integers, and warn of it at most.
            (Type::Pointer(_), Type::Pointer(_)) if self.is_c && self.is_unlike_in_c(from, to) => conversion(50),
            (Type::Pointer(_), Type::Int(_)) | (Type::Int(_), Type::Pointer(_)) if self.is_c && !is_null_constant(e) => conversion(60),
            // C lets a number become an enumeration.
            (_, Type::Enum(_)) if self.is_c && from_arithmetic => conversion(0),
            (Type::MemberPointer { .. }, Type::MemberPointer { .. }) => {
                if self.widens_member_pointer(from, to) {
                    conversion(0)
                } else {
                    None
                }
            }
            (_, Type::Pointer(_) | Type::MemberPointer { .. }) if is_null_constant(e) || f == Type::NullPtr => conversion(0),
            (_, Type::NullPtr) if is_null_constant(e) => conversion(0),
            (Type::Pointer(p), Type::Pointer(q)) => {
                let (p, q) = (*p, *q);
                let (from, to) = (self.with_element_quals(p), self.with_element_quals(q));
                let added = u32::from(to.is_const && !from.is_const) + u32::from(to.is_volatile && !from.is_volatile);
                if self.are_similar(p.ty, q.ty) {
                    if self.adds_qualifiers(p, q) {
                        return Some(Sequence { added_quals: added, ..Sequence::of(Rank::Exact) });
                    }
                    return None;
                }
                if (from.is_const && !to.is_const) || (from.is_volatile && !to.is_volatile) {
                    return None;
                }
                // C has this conversion in both directions.
                if (self.is_void(q.ty) || self.is_c && self.is_void(p.ty)) && !self.is_function(p.ty) {
                    return Some(Sequence { penalty: 5, added_quals: added, ..Sequence::of(Rank::Conversion) });
                }
                let (a, b) = (self.class_of(p.ty)?, self.class_of(q.ty)?);
                self.make_complete(p.ty);
                let distance = self.base_distance(a, b)?;
                Some(Sequence { penalty: distance, added_quals: added, ..Sequence::of(Rank::Conversion) })
            }
            _ => None,
        }
    }

    /// Whether two pointers are neither to the same, nor one of them to `void`.
    fn is_unlike_in_c(&self, from: TypeId, to: TypeId) -> bool {
        let (Some(p), Some(q)) = (self.pointee(from), self.pointee(to)) else { return false };
        let (from, to) = (self.with_element_quals(p), self.with_element_quals(q));
        let drops = (from.is_const && !to.is_const) || (from.is_volatile && !to.is_volatile);
        let is_void = (self.is_void(p.ty) || self.is_void(q.ty)) && !self.is_function(p.ty);
        drops || !is_void && !(self.are_similar(p.ty, q.ty) && self.adds_qualifiers(p, q))
    }

    /// The implicit conversion of `arg` to `to`, if there is one.
    pub(in crate::sema) fn implicit(&mut self, arg: &Arg<'a>, to: QualType) -> Option<Sequence> {
        deep(|| self.implicit_inner(arg, to))
    }

    fn implicit_inner(&mut self, arg: &Arg<'a>, to: QualType) -> Option<Sequence> {
        if self.is_error(to.ty) {
            return Some(Sequence::of(Rank::Exact));
        }
        if let Type::Reference { to: target, is_rvalue } = *self.ty(to.ty) {
            return self.implicit_reference(arg, target, is_rvalue);
        }
        match arg {
            Arg::Overloads(o) => {
                let target = match self.function_led_to(to.ty) {
                    Some(t) => Some(t),
                    _ if self.class_of(to.ty).is_some() => {
                        let f = self.choose_function(o, None)?;
                        let v = self.quiet_function_value(f, o.span);
                        return self.implicit(&Arg::Val(v), to);
                    }
                    _ => {
                        self.choose_function(o, None)?;
                        return match self.ty(to.ty) {
                            Type::Bool => Some(Sequence { penalty: 10, ..Sequence::of(Rank::Conversion) }),
                            Type::Pointer(p) if self.is_void(p.ty) => Some(Sequence { penalty: 5, ..Sequence::of(Rank::Conversion) }),
                            _ => None,
                        };
                    }
                };
                if let Some(f) = self.choose_function(o, target) {
                    return Some(self.function_sequence(f, target));
                }
                self.choose_function(o, None).filter(|_| self.is_c)?;
                Some(Sequence { penalty: 50, ..Sequence::of(Rank::Conversion) })
            }
            Arg::List(list) => self.implicit_list(list, to),
            Arg::Val(v) => {
                if self.is_error(v.e.ty) {
                    return Some(Sequence::of(Rank::Exact));
                }
                if let Some(target) = self.class_of(to.ty) {
                    return self.implicit_class(v, target, to.ty);
                }
                if self.class_of(v.e.ty).is_some() {
                    return self.through_conversion_function(v, to);
                }
                let q = self.type_of(&v.e);
                let from = self.decayed(bare(q));
                let from = match (self.ty(q.ty), self.ty(from)) {
                    (Type::Array { .. }, Type::Pointer(_)) => self.decayed(q),
                    _ => from,
                };
                let e = &v.e;
                // A string literal may still be given to a `char *` (deprecated, and everywhere in C programs).
                if let (ExprKind::Global(_), Some(p)) = (&e.kind, self.pointee(to.ty))
                    && self.is_string_literal(e)
                    && !p.is_const
                    && let Type::Array { element, .. } = *self.ty(e.ty)
                    && element.ty == p.ty
                {
                    return Some(Sequence { penalty: 3, added_quals: 3, ..Sequence::of(Rank::Conversion) });
                }
                self.standard(from, e, v.width, to.ty)
            }
        }
    }

    /// The conversion of a function to a pointer or a reference to `target`: that loses `noexcept`, or nothing.
    fn function_sequence(&self, f: FuncId, target: Option<QualType>) -> Sequence {
        let keeps = target.is_some_and(|t| matches!(self.ty(t.ty), Type::Function(want) if want.is_noexcept));
        Sequence { added_quals: u32::from(!keeps && self.is_noexcept(f)), ..Sequence::of(Rank::Exact) }
    }

    pub(in crate::sema) fn quiet_function_value(&mut self, f: FuncId, span: Span) -> Val {
        let id = self.use_function(f);
        let ty = self.type_of_function(f);
        let ty = self.pointer_to(ty.into());
        self.value(ExprKind::Function(id), ty, span)
    }

    pub(in crate::sema) fn is_string_literal(&self, e: &hir::Expr) -> bool {
        matches!(e.kind, ExprKind::Global(id) if self.globals.get(id.0 as usize).is_some_and(|g| g.name.is_empty() && g.symbol.starts_with("$str")))
    }

    fn implicit_class(&mut self, v: &Val, target: ClassId, ty: TypeId) -> Option<Sequence> {
        if let Some(from) = self.class_of(v.e.ty) {
            if from == target {
                return Some(Sequence::of(Rank::Exact));
            }
            self.make_complete(v.e.ty);
            if let Some(penalty) = self.base_distance(from, target) {
                return Some(Sequence { penalty, ..Sequence::of(Rank::Conversion) });
            }
        }
        let conversion = self.user_conversion(&Arg::Val(v.clone()), ty.into(), false)?;
        let f = match conversion {
            UserConversion::Constructor(f) | UserConversion::Function(f) => f,
        };
        Some(Sequence { user: Some(f), second: Some(Box::new(Sequence::of(Rank::Exact))), ..Sequence::of(Rank::User) })
    }

    fn through_conversion_function(&mut self, v: &Val, to: QualType) -> Option<Sequence> {
        let Some(UserConversion::Function(f)) = self.user_conversion(&Arg::Val(v.clone()), to, false) else { return None };
        let result = self.funcs[f.0 as usize].ty.result;
        let result = self.referred(result);
        let dummy = self.value(ExprKind::Error, result.ty, v.e.span);
        let second = self.standard(result.ty, &dummy.e, None, to.ty).unwrap_or(Sequence::of(Rank::Conversion));
        Some(Sequence { user: Some(f), second: Some(Box::new(second)), ..Sequence::of(Rank::User) })
    }

    fn implicit_list(&mut self, list: &'a kern_syntax::ast::InitList, to: QualType) -> Option<Sequence> {
        if self.class_of(to.ty).is_some() {
            self.make_complete(to.ty);
            let ok = self.quietly(|s| {
                let e = s.initialise(to, Init::List(list), "argument", list.span);
                (!s.has_error(&e)).then_some(())
            });
            let class = self.class_of(to.ty)?;
            let is_list = &*self.class_info(class).name == "initializer_list";
            let rank = if is_list { Rank::Exact } else { Rank::User };
            return ok.map(|()| Sequence { keeps_list: is_list, ..Sequence::of(rank) });
        }
        if let Type::Array { element, length } = *self.ty(to.ty) {
            return self.implicit_array(list, element, length);
        }
        match list.items.as_slice() {
            [] => Some(Sequence::of(Rank::Exact)),
            [(None, e)] => {
                let arg = self.arg(e);
                self.implicit(&arg, to)
            }
            _ => None,
        }
    }

    /// A list becomes an array as well as the worst of its elements becomes one of the array's ([over.ics.list] 6).
    fn implicit_array(&mut self, list: &'a kern_syntax::ast::InitList, element: QualType, length: Option<u64>) -> Option<Sequence> {
        if let [(None, e)] = list.items.as_slice()
            && self.string_for(&e.kind, element.ty)
        {
            return Some(Sequence::of(Rank::Exact));
        }
        let elements = self.each_element(list, |sema, arg| sema.implicit(&arg, bare(element)));
        if length.is_some_and(|n| elements.len() as u64 > n) {
            return None;
        }
        let mut worst = Sequence::of(Rank::Exact);
        for one in elements {
            let one = one?;
            if worst.better(&one) == Some(true) {
                worst = one;
            }
        }
        Some(worst)
    }

    pub(super) fn implicit_reference(&mut self, arg: &Arg<'a>, target: QualType, is_rvalue: bool) -> Option<Sequence> {
        let v = match arg {
            Arg::Val(v) => v.clone(),
            Arg::List(_) => {
                if !is_rvalue && !self.with_element_quals(target).is_const {
                    return None;
                }
                // The temporary that the list makes is an rvalue.
                let sequence = self.implicit(arg, bare(target))?;
                return Some(Sequence { reference: Some(is_rvalue), binds_rvalue: true, ..sequence });
            }
            Arg::Overloads(o) => {
                let t = if self.is_function(target.ty) { Some(target) } else { self.pointee(target.ty) };
                let f = self.choose_function(o, t)?;
                if self.is_function(target.ty) {
                    return Some(self.function_sequence(f, t));
                }
                self.quiet_function_value(f, o.span)
            }
        };
        if self.is_error(v.e.ty) {
            return Some(Sequence::of(Rank::Exact));
        }
        if self.is_function(target.ty) {
            let want = self.pointer_to(bare(target));
            if v.e.ty == want || v.e.ty == target.ty {
                return Some(Sequence::of(Rank::Exact));
            }
            let plain = self.that_may_throw(v.e.ty);
            return (plain == want || plain == target.ty).then(|| Sequence { added_quals: 1, ..Sequence::of(Rank::Exact) });
        }
        let (from, target) = (self.with_element_quals(self.type_of(&v.e)), self.with_element_quals(target));
        let related = self.reference_related(from.ty, target.ty);
        let is_bit_field = v.width.is_some();
        if let Some(distance) = related {
            let compatible = (!from.is_const || target.is_const) && (!from.is_volatile || target.is_volatile);
            let added = u32::from(target.is_const && !from.is_const) + u32::from(target.is_volatile && !from.is_volatile);
            let rank = if distance == 0 { Rank::Exact } else { Rank::Conversion };
            let is_lvalue = v.cat == Cat::L && !is_bit_field;
            let binds = match (is_lvalue, is_rvalue) {
                (true, false) => compatible,
                (true, true) => false,
                (false, true) => compatible,
                (false, false) => compatible && target.is_const && !target.is_volatile,
            };
            if !binds && !(is_bit_field && target.is_const && !is_rvalue) {
                return None;
            }
            return Some(Sequence {
                penalty: distance,
                added_quals: added,
                reference: Some(is_rvalue),
                binds_rvalue: !is_lvalue,
                ..Sequence::of(rank)
            });
        }
        if self.class_of(from.ty).is_some()
            && let Some(UserConversion::Function(f)) =
                self.user_conversion(&Arg::Val(v.clone()), self.types_reference(target, is_rvalue), false)
        {
            let second = Sequence { reference: Some(is_rvalue), ..Sequence::of(Rank::Exact) };
            return Some(Sequence { user: Some(f), second: Some(Box::new(second)), ..Sequence::of(Rank::User) });
        }
        // Through a temporary.
        if !is_rvalue && (!target.is_const || target.is_volatile) {
            return None;
        }
        let mut s = self.implicit(&Arg::Val(v), bare(target))?;
        s.reference = Some(is_rvalue);
        s.binds_rvalue = true;
        Some(s)
    }

    /// An array is as constant as its elements.
    pub(super) fn with_element_quals(&self, q: QualType) -> QualType {
        match *self.ty(q.ty) {
            Type::Array { element, .. } => {
                let inner = self.with_element_quals(element);
                QualType { is_const: q.is_const || inner.is_const, is_volatile: q.is_volatile || inner.is_volatile, ..q }
            }
            _ => q,
        }
    }

    fn types_reference(&self, target: QualType, _is_rvalue: bool) -> QualType {
        target
    }

    /// 0 for the same type, the distance for a base; `None` when unrelated.
    pub(super) fn reference_related(&mut self, from: TypeId, target: TypeId) -> Option<u32> {
        if from == target {
            return Some(0);
        }
        if let (Type::Array { element: a, .. }, Type::Array { element: b, length: None }) = (self.ty(from), self.ty(target))
            && a.ty == b.ty
        {
            return Some(0);
        }
        if let (Type::Array { element: a, length: n }, Type::Array { element: b, length: m }) =
            (self.ty(from).clone(), self.ty(target).clone())
            && (a.ty == b.ty || self.is_array(a.ty) && self.reference_related(a.ty, b.ty) == Some(0))
            && n == m
        {
            return Some(0);
        }
        let (a, b) = (self.class_of(from)?, self.class_of(target)?);
        self.make_complete(from);
        self.base_distance(a, b)
    }
}
