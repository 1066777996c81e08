//! The functions behind `new` and `delete` (C++17 [basic.stc.dynamic], [class.free]): those of a class, those for a placement,
//! and the program's own in place of the library's.

use super::Arg;
use crate::hir::{self, ExprKind};
use crate::sema::entity::{Entity, FuncRef};
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, DeleteForm};

/// A function that allocates, and its arguments after the size; as a `new` expression holds it.
pub(super) type Allocator = Box<(hir::FunctionId, Vec<hir::Expr>)>;

impl<'a> Sema<'a> {
    /// The program's function that allocates for `new` of `ty`: one of the class, unless it is `::new`, or one for this placement; `Some(None)` if
    /// it has none, `None` after a mistake.
    pub(super) fn allocator(
        &mut self,
        ty: hir::TypeId,
        (is_global, is_array): (bool, bool),
        placement: &'a [ast::Expr],
        span: Span,
    ) -> Option<Option<Allocator>> {
        let name = if is_array { "operator new[]" } else { "operator new" };
        let mut set = if is_global { Vec::new() } else { self.allocation_functions(ty, name) };
        if set.is_empty() && !placement.is_empty() {
            set = match self.own_name(self.global, name, Want::Any) {
                Some(Entity::Functions(set)) => set.into_iter().filter(|f| self.is_of_program(*f)).collect(),
                _ => Vec::new(),
            };
            // Those of a class must fit; others may be for another placement.
            let mut args = vec![self.size_argument(span)];
            args.extend(self.args(placement));
            if self.resolve_overload(&set, None, &args, None).is_err() {
                return Some(None);
            }
        }
        if set.is_empty() {
            return Some(None);
        }
        let mut args = vec![self.size_argument(span)];
        args.extend(self.args(placement));
        let f = match self.resolve_overload(&set, None, &args, None) {
            Ok(f) => f,
            Err(failure) => {
                self.overload_error(failure, name, &set, None, &args, None, span);
                return None;
            }
        };
        if !self.check_usable(f, span) {
            return None;
        }
        let mut args = self.convert_arguments(f, args, span);
        if args.iter().any(|a| self.has_error(a)) {
            return None;
        }
        args.remove(0);
        Some(Some(Box::new((self.use_function(f), args))))
    }

    /// An argument that stands for the bytes to allocate.
    fn size_argument(&self, span: Span) -> Arg<'a> {
        Arg::Val(self.value(ExprKind::Int(1), self.common.ulong, span))
    }

    fn is_of_program(&self, f: FuncRef) -> bool {
        match f {
            FuncRef::Plain(f) => !self.funcs[f.0 as usize].is_system,
            FuncRef::Template(t) => !self.is_system(self.fn_templates[t.0 as usize].span),
        }
    }

    /// The functions of that name of a class and its bases.
    fn allocation_functions(&mut self, ty: hir::TypeId, name: &str) -> Vec<FuncRef> {
        let Some(class) = self.class_of(ty) else { return Vec::new() };
        match self.lookup_in(self.class_info(class).scope, name, Want::Any) {
            Some(Entity::Functions(set)) => set,
            _ => Vec::new(),
        }
    }

    /// The class's function that frees, `Some(None)` if it has none; `None` after a mistake.
    fn deallocator(&mut self, ty: hir::TypeId, is_array: bool, span: Span) -> Option<Option<hir::FunctionId>> {
        let set = self.allocation_functions(ty, if is_array { "operator delete[]" } else { "operator delete" });
        // The one with a pointer alone comes first ([expr.delete] 10).
        let usual = |s: &Self, count: usize| {
            set.iter().find_map(|f| match f {
                FuncRef::Plain(f) => Some(*f).filter(|f| s.funcs[f.0 as usize].params.len() == count),
                FuncRef::Template(_) => None,
            })
        };
        let Some(f) = usual(self, 1).or_else(|| usual(self, 2)) else { return Some(None) };
        self.check_usable(f, span).then(|| Some(self.use_function(f)))
    }

    /// The program's own functions for `new`, `new[]`, `delete`, `delete[]` of host code.
    pub(in crate::sema) fn replaced_allocation(&mut self) -> [Option<hir::FunctionId>; 4] {
        // Of two that free, g++ calls the one that is told the bytes.
        let forms = [("operator new", &[1][..]), ("operator new[]", &[1]), ("operator delete", &[2, 1]), ("operator delete[]", &[2, 1])];
        forms.map(|(name, counts)| {
            let Some(Entity::Functions(set)) = self.own_name(self.global, name, Want::Any) else { return None };
            let own = |s: &Self, count: usize| {
                set.iter().find_map(|f| match f {
                    FuncRef::Plain(id) => Some(*id).filter(|id| {
                        let func = &s.funcs[id.0 as usize];
                        s.is_of_program(*f)
                            && func.space.host
                            && func.params.len() == count
                            && func.ty.params.get(1).is_none_or(|q| q.ty == s.common.ulong)
                    }),
                    FuncRef::Template(_) => None,
                })
            };
            let f = counts.iter().find_map(|&count| own(self, count))?;
            Some(self.use_function(f))
        })
    }

    /// Destroys what `pointer` points at and frees it.
    pub(in crate::sema) fn deletion(&mut self, pointer: hir::Expr, form: DeleteForm, is_whole: bool, span: Span) -> Option<hir::Expr> {
        let DeleteForm { is_array, is_global } = form;
        let to = self.pointee(pointer.ty)?;
        self.make_complete(to.ty);
        let slot = self.class_of(to.ty).filter(|_| !is_array && !is_whole).and_then(|class| self.deleting_slot(class));
        if slot.is_some() && is_global && !self.allocation_functions(to.ty, "operator delete").is_empty() {
            self.report(errors::unsupported(span, "`::delete` of a class with a virtual destructor and an `operator delete` of its own"));
            return None;
        }
        let (destructor, deallocator) = match slot {
            Some(_) => (None, None),
            None if is_global => (self.destructor_for(to.ty, span), None),
            None => (self.destructor_for(to.ty, span), self.deallocator(to.ty, is_array, span)?),
        };
        let kind = ExprKind::Delete { pointer: Box::new(pointer), is_array, destructor, slot, deallocator };
        Some(self.make(kind, self.common.void, span))
    }
}
