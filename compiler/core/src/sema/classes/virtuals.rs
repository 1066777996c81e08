//! Virtual functions (C++17 [class.virtual]): which classes have a table of them, and what stands in it. The layout is that of
//! the Itanium C++ ABI, 2.5: an object starts with a pointer to the functions of its class; before them stand the distance to
//! the whole object and its type.
//!
//! A class shares the pointer of its *primary* base, the first that has one. Every other base with virtual functions has a
//! pointer of its own, to a table whose functions take that part of the object ([`super::tables`]).

use super::Unplaced;
use super::virtual_bases::VirtualBase;
use crate::hir::{self, ClassId, ExprKind, QualType, Type, TypeId};
use crate::sema::entity::{Body, FuncId, FuncName, Member, Name};
use crate::sema::types::is_virtual_path;
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::Access;
use rustc_hash::{FxHashMap, FxHashSet};

/// What of virtual functions a class has.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct Virtuals {
    /// It or a base has a virtual function.
    pub(in crate::sema) is_polymorphic: bool,
    /// Its objects point to a table: it is polymorphic, or it or a base has a virtual base.
    pub(in crate::sema) has_table: bool,
    /// The virtual bases of it and its bases, in the order in which its table has their distances: first those of the primary
    /// base.
    pub(in crate::sema) virtual_bases: Vec<VirtualBase>,
    /// The alignment of an object without its virtual bases.
    pub(super) own_align: u64,
    /// An object is the pointer to the table alone, virtual bases aside.
    pub(super) is_nearly_empty: bool,
    /// Its objects point to one table only: all its bases share the pointer, and none is virtual.
    pub(super) has_one_table: bool,
    /// The field that points to the table, where no base has one to share.
    pub(in crate::sema) pointer: Option<u32>,
    /// The base whose pointer this class shares.
    pub(super) primary: Option<Primary>,
    /// The functions of the table, those of the primary base first.
    pub(super) slots: Vec<Slot>,
    /// A function without a body, which stands for a class that no object is of.
    pub(in crate::sema) pure: Option<FuncId>,
    /// `final`
    pub(in crate::sema) is_final: bool,
}

/// The base whose pointer to a table a class shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Primary {
    /// A direct base, by its number among them.
    Base(usize),
    /// A virtual base, which need not lie at the start of every object of the class.
    Virtual(ClassId),
}

/// One function of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The one that objects of just this class call.
    pub(super) function: FuncId,
    /// Callers get what this one returns, which `function` overrides; it may be the same.
    pub(super) returns: FuncId,
    /// The destructor that also frees the object.
    pub(super) is_deleting: bool,
}

impl<'a> Sema<'a> {
    pub(in crate::sema) fn is_polymorphic(&self, class: ClassId) -> bool {
        self.class_info(class).virtuals.is_polymorphic
    }

    /// Whether the class has virtual functions, and where the pointer to their table comes from; before the class is laid out.
    pub(super) fn find_virtuals(&mut self, class: ClassId, fields: &mut Vec<Unplaced>) {
        let info = self.class_info(class);
        let own = info.functions.iter().any(|f| self.funcs[f.0 as usize].flags.is_virtual);
        let is_polymorphic = own || info.bases.iter().any(|b| self.is_polymorphic(b.class));
        let direct = info.bases.iter().position(|b| !b.is_virtual && self.class_info(b.class).virtuals.has_table);
        let all = self.virtual_bases_of(class);
        let primary = direct.map(Primary::Base).or_else(|| self.virtual_primary(class, &all).map(Primary::Virtual));
        if primary.is_none() && !own && all.is_empty() {
            return;
        }
        let mut virtual_bases: Vec<VirtualBase> =
            self.primary_class(class, primary).map_or(Vec::new(), |of| self.class_info(of).virtuals.virtual_bases.clone());
        for of in all {
            if !virtual_bases.iter().any(|v| v.class == of) {
                virtual_bases.push(VirtualBase { class: of, offset: 0 });
            }
        }
        let mut with_table = info.bases.iter().map(|b| &self.class_info(b.class).virtuals).filter(|virtuals| virtuals.has_table);
        let has_one_table = virtual_bases.is_empty() && with_table.next().is_none_or(|v| v.has_one_table) && with_table.next().is_none();
        let info = self.class_info_mut(class);
        let span = info.span;
        info.is_aggregate = false;
        info.virtuals.has_one_table = has_one_table;
        info.virtuals.is_polymorphic = is_polymorphic;
        info.virtuals.has_table = true;
        info.virtuals.primary = primary;
        info.virtuals.virtual_bases = virtual_bases;
        if primary.is_none() {
            let index = fields.len() as u32;
            info.virtuals.pointer = Some(index);
            info.members.push(Member { ty: None, default: None, access: Access::Private, is_mutable: false, span });
            let ty = self.pointer_to(self.common.void_ptr.into());
            self.add_field(
                class,
                Unplaced { name: "".into(), ty: ty.into(), width: None, align: None, is_base: false, overlaps: false },
                fields,
            );
        }
    }

    /// The class of a primary base.
    pub(super) fn primary_class(&self, class: ClassId, primary: Option<Primary>) -> Option<ClassId> {
        match primary? {
            Primary::Base(at) => self.class_info(class).bases.get(at).map(|b| b.class),
            Primary::Virtual(of) => Some(of),
        }
    }

    /// The field that lies first, whatever the order of declaration.
    pub(super) fn first_field(&self, class: ClassId) -> Option<usize> {
        let info = self.class_info(class);
        let primary = match info.virtuals.primary {
            Some(Primary::Base(at)) => info.bases.get(at).map(|b| b.field),
            _ => None,
        };
        info.virtuals.pointer.or(primary).map(|field| field as usize)
    }

    pub(in crate::sema) fn has_virtual_destructor(&self, class: ClassId) -> bool {
        let info = self.class_info(class);
        info.destructor.is_some_and(|f| self.funcs[f.0 as usize].flags.is_virtual)
            || info.bases.iter().any(|b| self.has_virtual_destructor(b.class))
    }

    /// Fills the table of a class whose members are all declared, and reports overriding that is none.
    pub(super) fn settle_virtuals(&mut self, class: ClassId) {
        let info = self.class_info(class);
        if !info.virtuals.has_table {
            return self.check_specifiers(class);
        }
        let primary = self.primary_class(class, info.virtuals.primary);
        let mut slots = primary.map_or(Vec::new(), |of| self.class_info(of).virtuals.slots.clone());
        let mut functions = info.functions.clone();
        functions.extend(info.destructor.filter(|d| !functions.contains(d)));
        let overridden = self.overridden(class, &functions);
        let mut slots_of: FxHashMap<Name, Vec<usize>> = FxHashMap::default();
        for (at, slot) in slots.iter().enumerate() {
            slots_of.entry(self.funcs[slot.function.0 as usize].name.clone()).or_default().push(at);
        }
        for (f, overridden) in functions.into_iter().zip(overridden) {
            for &base in &overridden {
                self.check_override(f, base);
                // What the compiler writes itself runs where that runs which it overrides.
                if matches!(self.funcs[f.0 as usize].body, Body::Implicit(_)) {
                    self.funcs[f.0 as usize].space = self.funcs[base.0 as usize].space;
                }
            }
            let func = &mut self.funcs[f.0 as usize];
            if func.is_override && overridden.is_empty() {
                self.report_no_override(class, f);
                continue;
            }
            func.flags.is_virtual |= !overridden.is_empty();
            if !func.flags.is_virtual {
                continue;
            }
            let mut is_new = true;
            let name = self.funcs[f.0 as usize].name.clone();
            let of_name = slots_of.entry(name).or_default();
            for &at in of_name.iter() {
                let slot = &mut slots[at];
                if self.overrides(f, slot.function) {
                    slot.function = f;
                    if !self.adjusts_result(f, slot.returns) {
                        slot.returns = f;
                        is_new = false;
                    }
                }
            }
            if is_new {
                of_name.push(slots.len());
                slots.push(Slot { function: f, returns: f, is_deleting: false });
                if matches!(self.funcs[f.0 as usize].kind, FuncName::Destructor) {
                    of_name.push(slots.len());
                    slots.push(Slot { function: f, returns: f, is_deleting: true });
                }
            }
        }
        self.class_info_mut(class).virtuals.slots = slots;
        self.check_specifiers(class);
        self.settle_overriders(class);
    }

    /// `= 0`, `override` and `final` belong to virtual functions.
    fn check_specifiers(&mut self, class: ClassId) {
        for f in self.class_info(class).functions.clone() {
            let func = &self.funcs[f.0 as usize];
            if !func.flags.is_virtual && (func.is_pure || func.is_override || func.is_final) {
                if func.is_override {
                    self.report_no_override(class, f);
                } else {
                    let (span, name) = (func.span, self.signature(f));
                    self.report(errors::not_virtual(span, &name));
                }
            }
        }
    }

    /// `f` says `override`; a function of its name that a base has is what may have been meant.
    fn report_no_override(&mut self, class: ClassId, f: FuncId) {
        let (span, name) = (self.funcs[f.0 as usize].span, self.signature(f));
        let meant = self.named_in_bases(class, f);
        let meant = meant.map(|g| (self.funcs[g.0 as usize].span, self.signature(g), self.funcs[g.0 as usize].flags.is_virtual));
        self.report(errors::overrides_nothing(span, &name, meant));
    }

    fn named_in_bases(&self, class: ClassId, f: FuncId) -> Option<FuncId> {
        self.class_info(class).bases.iter().find_map(|base| {
            let own = self.class_info(base.class).functions.iter().copied();
            own.into_iter()
                .find(|g| self.funcs[g.0 as usize].name == self.funcs[f.0 as usize].name)
                .or_else(|| self.named_in_bases(base.class, f))
        })
    }

    fn check_override(&mut self, f: FuncId, base: FuncId) {
        let (own, old) = (&self.funcs[f.0 as usize], &self.funcs[base.0 as usize]);
        let (span, declared) = (own.span, old.span);
        if old.is_final {
            let name = self.signature(base);
            return self.report(errors::overrides_final(span, &name, declared));
        }
        if matches!(own.kind, FuncName::Destructor) {
            return;
        }
        let (result, expected) = (own.ty.result, old.ty.result);
        let is_error = self.is_error(result.ty) || self.is_error(expected.ty);
        if result == expected || is_error || own.deduce_result {
            return;
        }
        // A pointer or reference to a class may become one to a class derived from it ([class.virtual] 8).
        if self.result_path(result, expected).is_none() {
            let (name, shown, was) = (self.signature(f), self.show_q(result), self.show_q(expected));
            self.report(errors::overrides_with_result(span, &name, &shown, &was, declared));
        }
    }

    /// The way from the class that the one result points or refers to up to that of the other.
    fn result_path(&self, result: QualType, expected: QualType) -> Option<(ClassId, Vec<u32>)> {
        let target = |q: QualType| match self.ty(q.ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => self.class_of(to.ty),
            _ => None,
        };
        let own = target(result)?;
        Some((own, self.base_path(own, target(expected)?)?))
    }

    /// Whether what `f` returns is another address than its callers get, who call `declared`.
    pub(super) fn adjusts_result(&self, f: FuncId, declared: FuncId) -> bool {
        let result = |f: FuncId| self.funcs[f.0 as usize].ty.result;
        // A class is its own first base; where it is not complete yet, its bases may lie anywhere.
        self.result_path(result(f), result(declared))
            .is_some_and(|(own, path)| !path.is_empty() && (is_virtual_path(&path) || self.base_offset(own, &path) != 0))
    }

    /// Of functions declared in `class`, the virtual functions of its bases that each overrides.
    fn overridden(&self, class: ClassId, functions: &[FuncId]) -> Vec<Vec<FuncId>> {
        let mut by_name: FxHashMap<Name, Vec<usize>> = FxHashMap::default();
        for (at, &f) in functions.iter().enumerate() {
            by_name.entry(self.funcs[f.0 as usize].name.clone()).or_default().push(at);
        }
        let mut found = vec![Vec::new(); functions.len()];
        let mut seen = FxHashSet::default();
        let mut classes = vec![class];
        while let Some(class) = classes.pop() {
            for base in self.class_info(class).bases.iter().filter(|base| seen.insert(base.class)) {
                classes.push(base.class);
                for slot in &self.class_info(base.class).virtuals.slots {
                    let named = by_name.get(&*self.funcs[slot.function.0 as usize].name).into_iter().flatten();
                    named.filter(|&&at| self.overrides(functions[at], slot.function)).for_each(|&at| found[at].push(slot.function));
                }
            }
        }
        for found in &mut found {
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// The virtual functions that a class declares, by name.
    pub(super) fn virtual_functions_of(&self, class: ClassId) -> FxHashMap<&str, Vec<FuncId>> {
        let info = self.class_info(class);
        let mut by_name: FxHashMap<&str, Vec<FuncId>> = FxHashMap::default();
        for f in info.functions.iter().copied().chain(info.destructor) {
            let func = &self.funcs[f.0 as usize];
            if func.flags.is_virtual {
                by_name.entry(&func.name).or_default().push(f);
            }
        }
        by_name
    }

    /// Whether `f` overrides `base`; then both have one name, which destructors have whatever their class.
    pub(super) fn overrides(&self, f: FuncId, base: FuncId) -> bool {
        let (own, old) = (&self.funcs[f.0 as usize], &self.funcs[base.0 as usize]);
        if let (FuncName::Destructor, FuncName::Destructor) = (&own.kind, &old.kind) {
            return true;
        }
        own.name == old.name
            && !own.is_static
            && own.ty.params == old.ty.params
            && (own.is_const, own.is_volatile) == (old.is_const, old.is_volatile)
            && own.ref_qualifier == old.ref_qualifier
            && (!matches!(own.kind, FuncName::Conversion) || own.ty.result == old.ty.result)
    }

    /// The place in the table at which a call of `f` finds its function; `None` when it is known which one that is: the
    /// function is not virtual, or `object` is no part of another.
    pub(in crate::sema) fn virtual_slot(&self, f: FuncId, object: &hir::Expr) -> Option<u32> {
        let func = &self.funcs[f.0 as usize];
        let class = func.class.filter(|_| func.flags.is_virtual && !func.is_final)?;
        let own = self.class_of(object.ty);
        if self.is_whole(object) || own.is_some_and(|c| self.class_info(c).virtuals.is_final) && !func.is_pure {
            return None;
        }
        self.slot_of(class, f, false)
    }

    /// The place of the destructor that also frees, for `delete` through a pointer to `class`.
    pub(in crate::sema) fn deleting_slot(&self, class: ClassId) -> Option<u32> {
        let destructor = self.class_info(class).destructor.filter(|_| self.has_virtual_destructor(class))?;
        self.slot_of(class, destructor, true)
    }

    pub(in crate::sema) fn slot_of(&self, class: ClassId, f: FuncId, is_deleting: bool) -> Option<u32> {
        let slots = &self.class_info(class).virtuals.slots;
        slots.iter().position(|s| s.function == f && s.returns == f && s.is_deleting == is_deleting).map(|at| at as u32)
    }

    /// Reports that an object of `ty` is made where the class or that of an element is abstract.
    pub(in crate::sema) fn check_not_abstract(&mut self, ty: TypeId, span: Span) -> bool {
        let element = self.innermost(ty.into()).ty;
        let Some(class) = self.class_of(element) else { return true };
        let Some(pure) = self.class_info(class).virtuals.pure else { return true };
        let (shown, function, declared) = (self.show(element), self.signature(pure), self.funcs[pure.0 as usize].span);
        self.report(errors::abstract_class(span, &shown, &function, declared));
        false
    }

    /// `address + distance`, never of a null pointer.
    pub(in crate::sema) fn moved(&mut self, address: hir::Expr, distance: i64, ty: TypeId, span: Span) -> hir::Expr {
        let bytes = self.pointer_to(self.common.char.into());
        let address = self.scalar_convert(address, bytes);
        let index = self.int_value(i128::from(distance), self.common.long, span);
        let kind = ExprKind::PointerAdd { pointer: Box::new(address), index: Box::new(index), subtract: false };
        let sum = self.make(kind, bytes, span);
        self.scalar_convert(sum, ty)
    }

    /// Whether the place is an object of its own, so that its type is known: a variable, an element or a member of one.
    fn is_whole(&self, place: &hir::Expr) -> bool {
        match &place.kind {
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Temporary { .. } | ExprKind::Element { .. } => true,
            ExprKind::Field { base, field } => {
                let class = self.class_of(base.ty).map(|c| self.types.class(c));
                class.is_some_and(|c| c.fields.get(*field as usize).is_some_and(|f| !f.is_base))
            }
            _ => !place.is_place(),
        }
    }
}
