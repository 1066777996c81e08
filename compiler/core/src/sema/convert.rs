//! Implicit conversions (C++17 [conv], [over.best.ics]): which there are, how good they are, and how they are written in HIR.

use super::Sema;
use super::entity::{FuncId, FuncRef};
use super::errors;
use super::expressions::{Arg, Cat, Val};
use super::initialise::Init;
use super::types::bare;
use crate::hir::{self, ClassId, Conversion, ExprKind, IntType, QualType, Type, TypeId};
use kern_diag::Span;

/// How good a conversion is: smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    Exact,
    Promotion,
    Conversion,
    User,
    Ellipsis,
}

/// An implicit conversion sequence, as far as ranking needs it.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    pub(super) rank: Rank,
    /// Within a rank: pointers to `bool` are worse, farther bases are worse, `void *` is worse than a base.
    pub(super) penalty: u32,
    /// Qualifiers added by a reference binding or pointer conversion: fewer are better.
    pub(super) added_quals: u32,
    /// An rvalue bound to `T &&` beats one bound to `const T &`.
    pub(super) reference: Option<bool>,
    pub(super) binds_rvalue: bool,
    /// For user conversions: which function.
    pub(super) user: Option<FuncId>,
    /// For user conversions: the rank of what follows.
    pub(super) second: Option<Box<Sequence>>,
}

impl Sequence {
    pub(super) fn of(rank: Rank) -> Sequence {
        Sequence { rank, penalty: 0, added_quals: 0, reference: None, binds_rvalue: false, user: None, second: None }
    }

    /// Whether `self` is a better conversion than `other` ([over.ics.rank]); `None` when neither is.
    pub(super) fn better(&self, other: &Sequence) -> Option<bool> {
        if self.rank != other.rank {
            return Some(self.rank < other.rank);
        }
        if self.rank == Rank::User {
            if self.user != other.user {
                return None;
            }
            if let (Some(a), Some(b)) = (&self.second, &other.second)
                && let Some(answer) = a.better(b)
            {
                return Some(answer);
            }
        }
        if self.penalty != other.penalty {
            return Some(self.penalty < other.penalty);
        }
        if let (Some(a), Some(b)) = (self.reference, other.reference)
            && self.binds_rvalue
            && other.binds_rvalue
            && a != b
        {
            return Some(a);
        }
        if self.added_quals != other.added_quals {
            return Some(self.added_quals < other.added_quals);
        }
        None
    }
}

/// What a conversion is for, in the words of a diagnostic.
#[derive(Clone, Debug)]
pub(super) struct Purpose {
    /// "argument 2 of `add`"
    pub(super) text: String,
    /// Where the target type was declared.
    pub(super) declared: Option<(Span, String)>,
}

impl Purpose {
    pub(super) fn new(text: impl Into<String>) -> Purpose {
        Purpose { text: text.into(), declared: None }
    }
}

/// A conversion by constructor or conversion function.
#[derive(Clone, Debug)]
pub(super) enum UserConversion {
    Constructor(FuncId),
    Function(FuncId),
}

impl<'a> Sema<'a> {
    /// The type that `ty` promotes to.
    pub(super) fn promoted(&mut self, ty: TypeId) -> TypeId {
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
    pub(super) fn promote(&mut self, v: Val) -> hir::Expr {
        let mut to = self.promoted(v.e.ty);
        if let (Some(width), Type::Int(_)) = (v.width, self.ty(to))
            && width < 32
        {
            to = self.common.int;
        }
        self.scalar_convert(v.e, to)
    }

    /// The common type of two arithmetic types ([expr.arith.conv]).
    pub(super) fn common_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
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

    /// A standard conversion between non-class rvalue types.
    fn standard(&mut self, from: TypeId, e: &hir::Expr, width: Option<u32>, to: TypeId) -> Option<Sequence> {
        if from == to || self.is_error(from) || self.is_error(to) {
            return Some(Sequence::of(Rank::Exact));
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
                if promoted == to && promoted != from || matches!((&f, &t), (Type::F32, Type::F64)) {
                    return Some(Sequence::of(Rank::Promotion));
                }
                conversion(0)
            }
            (_, Type::Pointer(_) | Type::MemberPointer { .. }) if is_null_constant(e) || f == Type::NullPtr => conversion(0),
            (_, Type::NullPtr) if is_null_constant(e) => conversion(0),
            (Type::Pointer(p), Type::Pointer(q)) => {
                let (p, q) = (*p, *q);
                let added = u32::from(q.is_const && !p.is_const) + u32::from(q.is_volatile && !p.is_volatile);
                if self.are_similar(p.ty, q.ty) {
                    if self.adds_qualifiers(p, q) {
                        return Some(Sequence { added_quals: added, ..Sequence::of(Rank::Exact) });
                    }
                    return None;
                }
                if (p.is_const && !q.is_const) || (p.is_volatile && !q.is_volatile) {
                    return None;
                }
                if self.is_void(q.ty) && !self.is_function(p.ty) {
                    return Some(Sequence { penalty: 5, added_quals: added, ..Sequence::of(Rank::Conversion) });
                }
                let (a, b) = (self.class_of(p.ty)?, self.class_of(q.ty)?);
                self.make_complete(p.ty);
                let path = self.base_path(a, b)?;
                Some(Sequence { penalty: path.len() as u32, added_quals: added, ..Sequence::of(Rank::Conversion) })
            }
            _ => None,
        }
    }

    /// The implicit conversion of `arg` to `to`, if there is one.
    pub(super) fn implicit(&mut self, arg: &Arg<'a>, to: QualType) -> Option<Sequence> {
        super::deep(|| self.implicit_inner(arg, to))
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
                let target = self.pointee(to.ty);
                let target = match target {
                    Some(t) if self.is_function(t.ty) => Some(t),
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
                self.choose_function(o, target).map(|_| Sequence::of(Rank::Exact))
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
                let e = v.e.clone();
                // A string literal may still be given to a `char *` (deprecated, and everywhere in C programs).
                if let (ExprKind::Global(_), Some(p)) = (&e.kind, self.pointee(to.ty))
                    && self.is_string_literal(&e)
                    && !p.is_const
                    && let Type::Array { element, .. } = *self.ty(e.ty)
                    && element.ty == p.ty
                {
                    return Some(Sequence { penalty: 3, added_quals: 3, ..Sequence::of(Rank::Conversion) });
                }
                self.standard(from, &e, v.width, to.ty)
            }
        }
    }

    pub(super) fn quiet_function_value(&mut self, f: FuncId, span: Span) -> Val {
        let ty = self.funcs[f.0 as usize].ty.clone();
        let id = self.use_function(f);
        let ty = self.types.intern(Type::Function(ty));
        let ty = self.pointer_to(ty.into());
        self.value(ExprKind::Function(id), ty, span)
    }

    pub(super) fn is_string_literal(&self, e: &hir::Expr) -> bool {
        matches!(e.kind, ExprKind::Global(id) if self.globals.get(id.0 as usize).is_some_and(|g| g.name.is_empty() && g.symbol.starts_with("$str")))
    }

    fn implicit_class(&mut self, v: &Val, target: ClassId, ty: TypeId) -> Option<Sequence> {
        if let Some(from) = self.class_of(v.e.ty) {
            if from == target {
                return Some(Sequence::of(Rank::Exact));
            }
            self.make_complete(v.e.ty);
            if let Some(path) = self.base_path(from, target) {
                return Some(Sequence { penalty: path.len() as u32, ..Sequence::of(Rank::Conversion) });
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
            return ok.map(|()| Sequence::of(rank));
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

    fn implicit_reference(&mut self, arg: &Arg<'a>, target: QualType, is_rvalue: bool) -> Option<Sequence> {
        let v = match arg {
            Arg::Val(v) => v.clone(),
            Arg::List(_) => {
                if !is_rvalue && !target.is_const {
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
                    return Some(Sequence::of(Rank::Exact));
                }
                self.quiet_function_value(f, o.span)
            }
        };
        if self.is_error(v.e.ty) {
            return Some(Sequence::of(Rank::Exact));
        }
        if self.is_function(target.ty) {
            let want = self.pointer_to(bare(target));
            return (v.e.ty == want).then(|| Sequence::of(Rank::Exact));
        }
        // An array is as constant as its elements.
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

    fn with_element_quals(&self, q: QualType) -> QualType {
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
    fn reference_related(&mut self, from: TypeId, target: TypeId) -> Option<u32> {
        if from == target {
            return Some(0);
        }
        if let (Type::Array { element: a, .. }, Type::Array { element: b, length: None }) = (self.ty(from), self.ty(target))
            && a.ty == b.ty
        {
            return Some(0);
        }
        if let (Type::Array { element: a, length: n }, Type::Array { element: b, length: m }) = (self.ty(from), self.ty(target))
            && a.ty == b.ty
            && n == m
        {
            return Some(0);
        }
        let (a, b) = (self.class_of(from)?, self.class_of(target)?);
        self.make_complete(from);
        self.base_path(a, b).map(|p| p.len() as u32)
    }

    /// The conversion by constructor or conversion function that makes a `to` out of `arg`.
    pub(super) fn user_conversion(&mut self, arg: &Arg<'a>, to: QualType, explicit: bool) -> Option<UserConversion> {
        if self.in_user_conversion {
            return None;
        }
        self.in_user_conversion = true;
        let found = self.find_user_conversion(arg, to, explicit);
        self.in_user_conversion = false;
        found
    }

    fn find_user_conversion(&mut self, arg: &Arg<'a>, to: QualType, explicit: bool) -> Option<UserConversion> {
        if let Some(class) = self.class_of(to.ty)
            && self.make_complete(to.ty)
        {
            let list: Vec<FuncRef> = self.class_info(class).constructors.clone();
            let list: Vec<FuncRef> = list.into_iter().filter(|f| explicit || !self.is_explicit(*f)).collect();
            if let Ok(f) = self.resolve_overload(&list, None, std::slice::from_ref(arg), None) {
                return Some(UserConversion::Constructor(f));
            }
        }
        let Arg::Val(v) = arg else { return None };
        let class = self.class_of(v.e.ty)?;
        self.make_complete(v.e.ty);
        let mut best: Option<(FuncId, Sequence)> = None;
        for f in self.conversion_functions(class) {
            let f = match f {
                FuncRef::Plain(f) => f,
                FuncRef::Template(t) => match self.deduce_conversion(t, to) {
                    Some(f) => f,
                    None => continue,
                },
            };
            let func = &self.funcs[f.0 as usize];
            if (func.is_explicit && !explicit) || (v.e.is_const && !func.is_const) {
                continue;
            }
            let const_penalty = u32::from(func.is_const && !v.e.is_const);
            let result = func.ty.result;
            let target = self.referred(result);
            let cat = if self.is_reference(result.ty) { Cat::L } else { Cat::R };
            let mut e = self.make(ExprKind::Local(hir::LocalId(u32::MAX)), target.ty, v.e.span);
            e.is_const = target.is_const && cat == Cat::L;
            if cat == Cat::R {
                e.kind = ExprKind::Error;
            }
            let fits = if self.class_of(target.ty).is_some() {
                let same = self.class_of(to.ty).is_some_and(|c| self.class_of(target.ty).is_some_and(|d| self.base_path(d, c).is_some()));
                same.then(|| Sequence::of(Rank::Exact))
            } else {
                self.standard(target.ty, &e, None, to.ty)
            };
            let Some(mut s) = fits else { continue };
            s.added_quals += const_penalty;
            let is_better = match &best {
                None => true,
                Some((_, old)) => s.better(old) == Some(true),
            };
            if is_better {
                best = Some((f, s));
            }
        }
        best.map(|(f, _)| UserConversion::Function(f))
    }

    fn deduce_conversion(&mut self, t: super::entity::FnTemplateId, to: QualType) -> Option<FuncId> {
        // `template <class T> operator T()`: T is the target.
        let count = self.fn_templates[t.0 as usize].params.len();
        if count != 1 {
            return None;
        }
        self.instantiate_function(t, vec![Some(super::entity::TArg::Type(bare(to)))])
    }

    /// The conversion functions of a class and its bases.
    pub(super) fn conversion_functions(&self, class: ClassId) -> Vec<FuncRef> {
        let info = self.class_info(class);
        let mut list = info.conversions.clone();
        for b in &info.bases {
            list.extend(self.conversion_functions(b.class));
        }
        list
    }

    fn is_explicit(&self, f: FuncRef) -> bool {
        match f {
            FuncRef::Plain(f) => self.funcs[f.0 as usize].is_explicit,
            FuncRef::Template(t) => self.fn_templates[t.0 as usize].specs.flags.is_explicit,
        }
    }

    /// `v` of class type converted by an explicit or implicit conversion function; `None` when there is none.
    pub(super) fn explicit_conversion(&mut self, v: Val, to: QualType, span: Span) -> Option<hir::Expr> {
        let Some(UserConversion::Function(f)) = self.user_conversion(&Arg::Val(v.clone()), to, true) else { return None };
        let result = self.call_conversion(f, v, span);
        let result = self.rvalue(result);
        Some(self.scalar_convert(result.e, to.ty))
    }

    /// Calls conversion function `f` on `v`.
    pub(super) fn call_conversion(&mut self, f: FuncId, v: Val, span: Span) -> Val {
        self.build_call(f, Some(v), Vec::new(), span)
    }

    /// `arg` converted to `to`: a value of that type, for references the address of what is bound.
    pub(super) fn convert(&mut self, arg: Arg<'a>, to: QualType, purpose: &Purpose, span: Span) -> hir::Expr {
        super::deep(|| self.convert_inner(arg, to, purpose, span))
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
                let target = self.pointee(to.ty).filter(|t| self.is_function(t.ty));
                if let Some(target) = target
                    && self.choose_function(&o, Some(target)).is_none()
                {
                    let shown = self.show_q(to);
                    let list = self.signatures(&o.set);
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
        if self.implicit(&Arg::Val(v.clone()), to).is_none() {
            return self.wrong_type(&v, to, purpose, span);
        }
        let v = self.rvalue(v);
        self.standard_convert(v.e, to.ty)
    }

    fn wrong_type(&mut self, v: &Val, to: QualType, purpose: &Purpose, span: Span) -> hir::Expr {
        let q = self.type_of(&v.e);
        let found = self.show_q(q);
        let expected = self.show_q(to);
        let drops_const = match (self.pointee(v.e.ty), self.pointee(to.ty)) {
            (Some(p), Some(q)) => self.are_similar(p.ty, q.ty),
            _ => false,
        };
        let from_void = self.pointee(v.e.ty).is_some_and(|p| self.is_void(p.ty)) && self.is_pointer(to.ty);
        self.report(errors::type_mismatch(span, &expected, &found, purpose, drops_const, from_void));
        self.error_value(span).e
    }

    /// A standard conversion that is known to exist, between scalars.
    pub(super) fn standard_convert(&mut self, e: hir::Expr, to: TypeId) -> hir::Expr {
        if let (Some(p), Some(q)) = (self.pointee(e.ty), self.pointee(to))
            && let (Some(a), Some(b)) = (self.class_of(p.ty), self.class_of(q.ty))
            && a != b
            && let Some(path) = self.base_path(a, b)
        {
            let offset = self.base_offset(a, &path);
            let span = e.span;
            return self.make(ExprKind::Convert { conversion: Conversion::PointerOffset(offset as i64), operand: Box::new(e) }, to, span);
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
                if v.e.is_place() { self.make(ExprKind::Load(Box::new(v.e)), ty, span) } else { v.e }
            }
            Ok(f) => self.construct_with(f, vec![arg], ty, span),
            Err(failure) => {
                let name = self.types.class(target).name.clone();
                self.overload_error(failure, &name, &list, &[arg], span);
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
            v = self.field_place(v, step, span);
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
            return v.e;
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
            if result.e.is_place() && result.e.ty == target.ty {
                return self.address_of(result.e);
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
