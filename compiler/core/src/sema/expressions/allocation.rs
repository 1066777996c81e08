//! The functions behind `new` and `delete` (C++17 [basic.stc.dynamic], [class.free]): those of a class, those for a placement,
//! and the program's own in place of the library's.

use super::Arg;
use crate::hir::{self, ExprKind};
use crate::sema::entity::{Entity, FuncId, FuncRef};
use crate::sema::reach::Side;
use crate::sema::scope::Want;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::{self, DeleteForm};

/// A function that allocates, and its arguments after the size; as a `new` expression holds it.
pub(super) type Allocator = Box<(hir::FunctionId, Vec<hir::Expr>)>;

/// Types that are aligned to more have functions of their own (`__STDCPP_DEFAULT_NEW_ALIGNMENT__`).
pub(in crate::sema) const USUAL_ALIGNMENT: u64 = 16;

/// The program's functions behind a `new` expression.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) allocator: Option<Allocator>,
    /// What frees if an exception leaves the initialiser (see [`hir::ExprKind::New`]).
    pub(super) deallocator: Option<hir::FunctionId>,
}

impl<'a> Sema<'a> {
    /// The program's functions for `new` of `ty`: those of the class, unless it is `::new`, or for this placement; `None` after a
    /// mistake.
    pub(super) fn memory_for_new(
        &mut self,
        ty: hir::TypeId,
        (is_global, is_array): (bool, bool),
        placement: &'a [ast::Expr],
        span: Span,
    ) -> Option<Memory> {
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
                return Some(Memory::default());
            }
        }
        if set.is_empty() && placement.is_empty() {
            set = self.own_for_aligned(ty, &[name, "operator new"]);
        }
        if set.is_empty() {
            let deallocator = self.usual_deallocator(ty, (is_global, is_array));
            return Some(Memory { allocator: None, deallocator });
        }
        let mut args = vec![self.size_argument(span)];
        args.extend(self.args(placement));
        // The alignment comes behind the size where one of them takes it ([expr.new]/14).
        if let Some(alignment) = self.alignment_argument(ty, &set, span) {
            let mut with_alignment = args.clone();
            with_alignment.insert(1, alignment);
            if self.resolve_overload(&set, None, &with_alignment, None).is_ok() {
                args = with_alignment;
            }
        }
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
        let deallocator = match self.funcs[f.0 as usize].params.len() {
            0 | 1 => self.usual_deallocator(ty, (is_global, is_array)),
            _ => self.placement_deallocator(ty, (is_global, is_array), f, &args[1..], span),
        };
        let mut args = self.convert_arguments(f, args, span);
        if args.iter().any(|a| self.has_error(a)) {
            return None;
        }
        args.remove(0);
        Some(Memory { allocator: Some(Box::new((self.use_function(f), args))), deallocator })
    }

    /// The class's function that frees what a `new` without more arguments got.
    fn usual_deallocator(&mut self, ty: hir::TypeId, (is_global, is_array): (bool, bool)) -> Option<hir::FunctionId> {
        let f = self.deallocator_of_class(ty, is_array).filter(|f| !is_global && !self.funcs[f.0 as usize].is_deleted)?;
        Some(self.use_function(f))
    }

    /// The function that frees what `allocator` got for these arguments: the one whose parameters behind the first are the same
    /// ([expr.new] 22).
    fn placement_deallocator(
        &mut self,
        ty: hir::TypeId,
        (is_global, is_array): (bool, bool),
        allocator: FuncId,
        taken: &[Arg<'a>],
        span: Span,
    ) -> Option<hir::FunctionId> {
        let name = if is_array { "operator delete[]" } else { "operator delete" };
        let mut set = if is_global { Vec::new() } else { self.allocation_functions(ty, name) };
        if set.is_empty()
            && let Some(Entity::Functions(global)) = self.own_name(self.global, name, Want::Any)
        {
            set = global;
        }
        let wanted = self.funcs[allocator.0 as usize].ty.params.get(1..)?.to_vec();
        let fits = |s: &Self, f: &FuncId| {
            let func = &s.funcs[f.0 as usize];
            !func.is_deleted && func.ty.params.get(1..).is_some_and(|params| params == wanted)
        };
        let plain = set.iter().find_map(|f| match f {
            FuncRef::Plain(f) => Some(*f).filter(|f| fits(self, f)),
            FuncRef::Template(_) => None,
        });
        let mut args = vec![Arg::Val(self.value(ExprKind::Null, self.common.void_ptr, span))];
        args.extend(taken.iter().cloned());
        let f = plain.or_else(|| {
            set.retain(|f| matches!(f, FuncRef::Template(_)));
            self.resolve_overload(&set, None, &args, None).ok().filter(|f| fits(self, f))
        })?;
        Some(self.use_function(f))
    }

    /// An argument that stands for the bytes to allocate.
    fn size_argument(&self, span: Span) -> Arg<'a> {
        Arg::Val(self.value(ExprKind::Int(1), self.common.ulong, span))
    }

    fn is_over_aligned(&self, ty: hir::TypeId) -> bool {
        self.types.align_of(ty) > USUAL_ALIGNMENT
    }

    /// The program's functions in place of the library's for `ty`, which is aligned to more than usual: those of the first name that there
    /// are some of. Others are not called for it.
    fn own_for_aligned(&mut self, ty: hir::TypeId, names: &[&str]) -> Vec<FuncRef> {
        if !self.is_over_aligned(ty) || self.frames.last().is_none_or(|frame| frame.space.device) {
            return Vec::new();
        }
        for name in names {
            let Some(Entity::Functions(set)) = self.own_name(self.global, name, Want::Any) else { continue };
            let fits = |f: &FuncRef| self.is_of_program(*f) && self.alignment_type(*f).is_some();
            let own: Vec<FuncRef> = set.into_iter().filter(fits).collect();
            if !own.is_empty() {
                return own;
            }
        }
        Vec::new()
    }

    /// `std::align_val_t`, if that is a function's last parameter.
    fn alignment_type(&self, f: FuncRef) -> Option<hir::TypeId> {
        let FuncRef::Plain(f) = f else { return None };
        let last = self.funcs[f.0 as usize].ty.params.get(1..)?.last()?.ty;
        let hir::Type::Enum(id) = self.ty(last) else { return None };
        (&*self.types.enumeration(*id).name == "std::align_val_t").then_some(last)
    }

    fn alignment_argument(&self, ty: hir::TypeId, set: &[FuncRef], span: Span) -> Option<Arg<'a>> {
        let of = set.iter().find_map(|f| self.alignment_type(*f)).filter(|_| self.is_over_aligned(ty))?;
        Some(Arg::Val(self.value(ExprKind::Int(i128::from(self.types.align_of(ty))), of, span)))
    }

    /// Of functions that free, the one for `ty`, which is aligned to more than usual; `is_sized` where the bytes are known.
    fn aligned_form(&self, set: &[FuncRef], ty: hir::TypeId, is_sized: bool) -> Option<FuncId> {
        let count = |f: &FuncRef| if let FuncRef::Plain(f) = f { self.funcs[f.0 as usize].ty.params.len() } else { 0 };
        let of = |n: usize| set.iter().find(|f| count(f) == n && self.alignment_type(**f).is_some());
        let found = if is_sized { of(3).or(of(2)) } else { of(2).or(of(3)) };
        match found.filter(|_| self.is_over_aligned(ty)) {
            Some(FuncRef::Plain(f)) => Some(*f),
            _ => None,
        }
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
        let Some(f) = self.deallocator_of_class(ty, is_array) else { return Some(self.aligned_deallocator(ty, is_array, span)) };
        self.check_usable(f, span).then(|| Some(self.use_function(f)))
    }

    /// The program's global function that frees what is aligned to more than usual.
    fn aligned_deallocator(&mut self, ty: hir::TypeId, is_array: bool, span: Span) -> Option<hir::FunctionId> {
        let names: &[&str] = if is_array { &["operator delete[]", "operator delete"] } else { &["operator delete"] };
        let set = self.own_for_aligned(ty, names);
        let is_sized = !is_array || self.destructor_for(ty, span).is_some();
        let f = self.aligned_form(&set, ty, is_sized)?;
        Some(self.use_function(f))
    }

    fn deallocator_of_class(&mut self, ty: hir::TypeId, is_array: bool) -> Option<FuncId> {
        let set = self.allocation_functions(ty, if is_array { "operator delete[]" } else { "operator delete" });
        // The one with a pointer alone comes first ([expr.delete] 10).
        if let Some(f) = self.aligned_form(&set, ty, false) {
            return Some(f);
        }
        let usual = |is_sized: bool| set.iter().find_map(|f| self.usual_form(*f, is_sized));
        usual(false).or_else(|| usual(true))
    }

    /// The function, if it takes what one that frees does without a placement: a pointer alone, or the bytes as well.
    fn usual_form(&self, f: FuncRef, is_sized: bool) -> Option<FuncId> {
        let FuncRef::Plain(f) = f else { return None };
        let params = &self.funcs[f.0 as usize].ty.params;
        let is_usual = if is_sized { params.len() == 2 && params[1].ty == self.common.ulong } else { params.len() == 1 };
        is_usual.then_some(f)
    }

    /// The program's own functions for `new`, `new[]`, `delete`, `delete[]` of one side. Of host code in one of several files the linker
    /// knows: each file may hold some.
    pub(in crate::sema) fn replaced_allocation(&mut self, side: Side) -> hir::Allocation {
        let is_of_device = side == Side::Device;
        if self.separate.is_some() && !is_of_device {
            return hir::Allocation::default();
        }
        let mut own = |name: &str, is_sized: bool| {
            let Some(Entity::Functions(set)) = self.own_name(self.global, name, Want::Any) else { return None };
            let of_side = |f: &FuncId| {
                let space = self.funcs[f.0 as usize].space;
                self.is_of_program(FuncRef::Plain(*f)) && if is_of_device { space.device } else { space.host }
            };
            // One of the device's alone stands beside the library's.
            let with_twin = |f: FuncId| [Some(f), self.twins.get(&f).copied()].into_iter().flatten();
            let mut usual = set.into_iter().filter_map(|f| self.usual_form(f, is_sized)).flat_map(with_twin);
            let f = usual.find(&of_side)?;
            Some(self.use_function(f))
        };
        hir::Allocation {
            new: ["operator new", "operator new[]"].map(|name| own(name, false)),
            delete: ["operator delete", "operator delete[]"].map(|name| own(name, false)),
            sized_delete: ["operator delete", "operator delete[]"].map(|name| own(name, true)),
            is_of_device,
        }
    }

    /// A function that frees what `new[]` got when it is told the pointer alone: that of the class, the program's or the library's.
    /// Only the host throws.
    pub(super) fn freed_on_throw(&mut self, of_class: Option<hir::FunctionId>) -> Option<hir::FunctionId> {
        let takes_pointer = |s: &Self, f: FuncId| s.funcs[f.0 as usize].ty.params.len() == 1;
        let known = of_class.or(self.replaced_allocation(Side::Host).deallocator(true, false));
        if let Some(f) = known {
            return Some(f).filter(|f| takes_pointer(self, self.hir_owner[f.0 as usize]));
        }
        let Some(Entity::Functions(set)) = self.own_name(self.global, "__cxa_delete", Want::Any) else { return None };
        let library = set.into_iter().find_map(|f| self.usual_form(f, false))?;
        Some(self.use_function(library))
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
            None if is_global => (self.destructor_for(to.ty, span), self.aligned_deallocator(to.ty, is_array, span)),
            None => (self.destructor_for(to.ty, span), self.deallocator(to.ty, is_array, span)?),
        };
        let kind = ExprKind::Delete { pointer: Box::new(pointer), is_array, destructor, slot, deallocator };
        Some(self.make(kind, self.common.void, span))
    }
}
