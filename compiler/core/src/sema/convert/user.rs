//! Conversions that a class defines: converting constructors and conversion functions (C++17 [class.conv]).

use super::sequence::{Rank, Sequence, UserConversion};
use crate::hir::{self, ClassId, ExprKind, QualType};
use crate::sema::Sema;
use crate::sema::entity::{FnTemplateId, FuncId, FuncRef, TArg};
use crate::sema::expressions::{Arg, Cat, Val};
use crate::sema::types::bare;
use kern_diag::Span;

impl<'a> Sema<'a> {
    /// The conversion by constructor or conversion function that makes a `to` out of `arg`.
    pub(in crate::sema) fn user_conversion(&mut self, arg: &Arg<'a>, to: QualType, explicit: bool) -> Option<UserConversion> {
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
            } else if self.is_array(to.ty) {
                self.bound_array(target, to)
            } else {
                let from = self.decayed(target);
                self.standard(from, &e, None, to.ty)
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

    /// How well a reference to the array `to` takes the array that a conversion function's result refers to.
    fn bound_array(&mut self, from: QualType, to: QualType) -> Option<Sequence> {
        if self.reference_related(from.ty, to.ty) != Some(0) {
            return None;
        }
        let (from, to) = (self.with_element_quals(from), self.with_element_quals(to));
        let is_bound = (to.is_const || !from.is_const) && (to.is_volatile || !from.is_volatile);
        let added_quals = u32::from(to.is_const && !from.is_const) + u32::from(to.is_volatile && !from.is_volatile);
        is_bound.then(|| Sequence { added_quals, ..Sequence::of(Rank::Exact) })
    }

    fn deduce_conversion(&mut self, t: FnTemplateId, to: QualType) -> Option<FuncId> {
        // `template <class T> operator T()`: T is the target; of `operator T *()` what it points at, of `operator C<T>()` what
        // the target is an instance of.
        let count = self.fn_templates[t.0 as usize].params.len();
        if count != 1 {
            return None;
        }
        let mut arguments = vec![TArg::Type(bare(to))];
        arguments.extend(self.pointee(to.ty).map(|pointee| TArg::Type(bare(pointee))));
        if let Some(class) = self.class_of(to.ty)
            && let Some((_, list)) = &self.class_info(class).template
        {
            arguments.extend(list.iter().filter(|a| matches!(a, TArg::Type(_))).cloned());
        }
        let made: Vec<FuncId> = arguments.into_iter().filter_map(|a| self.instantiate_function(t, vec![Some(a)])).collect();
        let is_target = |f: &FuncId| self.referred(self.funcs[f.0 as usize].ty.result).ty == to.ty;
        made.iter().copied().find(is_target).or(made.first().copied())
    }

    /// The conversion functions of a class and its bases.
    pub(in crate::sema) fn conversion_functions(&self, class: ClassId) -> Vec<FuncRef> {
        let info = self.class_info(class);
        let mut list = info.conversions.clone();
        for b in &info.bases {
            for f in self.conversion_functions(b.class) {
                if !list.contains(&f) {
                    list.push(f);
                }
            }
        }
        list
    }

    /// Those that `operator T` names in `class`: of a derived class before those of its bases, of templates what makes a `T`.
    pub(in crate::sema) fn conversions_named(&mut self, class: ClassId, target: QualType) -> Vec<FuncRef> {
        let makes = |s: &Sema<'a>, f: FuncId| {
            let result = s.funcs[f.0 as usize].ty.result;
            (result.ty, result.is_const) == (target.ty, target.is_const)
        };
        let mut plain: Vec<FuncId> = Vec::new();
        let mut templates = Vec::new();
        for f in self.conversion_functions(class) {
            match f {
                FuncRef::Plain(f) if makes(self, f) => plain.push(f),
                FuncRef::Plain(_) => {}
                FuncRef::Template(t) => templates.push(t),
            }
        }
        if let Some(first) = plain.first() {
            let nearest = self.funcs[first.0 as usize].class;
            plain.retain(|f| self.funcs[f.0 as usize].class == nearest);
        } else {
            for t in templates {
                plain.extend(self.deduce_conversion(t, target).filter(|f| makes(self, *f)));
            }
        }
        plain.into_iter().map(FuncRef::Plain).collect()
    }

    fn is_explicit(&self, f: FuncRef) -> bool {
        match f {
            FuncRef::Plain(f) => self.funcs[f.0 as usize].is_explicit,
            FuncRef::Template(t) => self.fn_templates[t.0 as usize].specs.flags.is_explicit,
        }
    }

    /// `v` of class type converted by an explicit or implicit conversion function; `None` when there is none.
    pub(in crate::sema) fn explicit_conversion(&mut self, v: Val, to: QualType, span: Span) -> Option<hir::Expr> {
        let Some(UserConversion::Function(f)) = self.user_conversion(&Arg::Val(v.clone()), to, true) else { return None };
        let result = self.call_conversion(f, v, span);
        let result = self.rvalue(result);
        Some(self.scalar_convert(result.e, to.ty))
    }

    /// Calls conversion function `f` on `v`.
    pub(in crate::sema) fn call_conversion(&mut self, f: FuncId, v: Val, span: Span) -> Val {
        self.build_call(f, Some(v), Vec::new(), span)
    }
}
