//! Virtual functions (C++17 [class.virtual]): which classes have a table of them, and what stands in it. The layout is that of
//! the Itanium C++ ABI, 2.5: an object starts with a pointer to the functions of its class; before them stand the distance to
//! the whole object and its type.
//!
//! A class shares the pointer of its *primary* base, the first that has one. Every other base with virtual functions has a
//! pointer of its own, to a table whose functions take that part of the object.

use super::Unplaced;
use crate::hir::{self, ClassId, ExprKind, GlobalId, QualType, StmtKind, SymbolRef, Type, TypeId};
use crate::sema::entity::{Body, FuncId, FuncName, Member};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use kern_syntax::ast::Access;

/// Words of a table before its first function.
const HEADER: u64 = 2;

/// What of virtual functions a class has.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct Virtuals {
    /// It or a base has a virtual function.
    pub(in crate::sema) is_polymorphic: bool,
    /// The field that points to the table, where no base has one to share.
    pub(in crate::sema) pointer: Option<u32>,
    /// The base whose pointer this class shares, as its number among the bases.
    primary: Option<usize>,
    /// The functions of the table, those of the primary base first.
    slots: Vec<Slot>,
    /// A function without a body, which stands for a class that no object is of.
    pub(in crate::sema) pure: Option<FuncId>,
    /// `final`
    pub(in crate::sema) is_final: bool,
}

/// One function of a table.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The one that objects of just this class call.
    function: FuncId,
    /// The destructor that also frees the object.
    is_deleting: bool,
}

/// A part of an object with a pointer to a table of its own: the classes from the whole object's down to the one whose table it
/// is, and where each lies.
type Path = Vec<(ClassId, u64)>;

impl<'a> Sema<'a> {
    pub(in crate::sema) fn is_polymorphic(&self, class: ClassId) -> bool {
        self.class_info(class).virtuals.is_polymorphic
    }

    /// Whether the class has virtual functions, and where the pointer to their table comes from; before the class is laid out.
    pub(super) fn find_virtuals(&mut self, class: ClassId, fields: &mut Vec<Unplaced>) {
        let info = self.class_info(class);
        let primary = info.bases.iter().position(|b| self.is_polymorphic(b.class));
        if primary.is_none() && !info.functions.iter().any(|f| self.funcs[f.0 as usize].flags.is_virtual) {
            return;
        }
        let span = info.span;
        let info = self.class_info_mut(class);
        info.is_aggregate = false;
        info.virtuals.is_polymorphic = true;
        info.virtuals.primary = primary;
        if primary.is_none() {
            let index = fields.len() as u32;
            info.virtuals.pointer = Some(index);
            info.members.push(Member { default: None, access: Access::Private, is_mutable: false, span });
            let ty = self.pointer_to(self.common.void_ptr.into());
            fields.push(Unplaced { name: "".into(), ty: ty.into(), width: None, align: None, is_base: false });
        }
    }

    /// The field that lies first, whatever the order of declaration.
    pub(super) fn first_field(&self, class: ClassId) -> Option<usize> {
        let info = self.class_info(class);
        let primary = info.virtuals.primary.and_then(|p| info.bases.get(p)).map(|b| b.field);
        info.virtuals.pointer.or(primary).map(|field| field as usize)
    }

    pub(in crate::sema) fn has_virtual_destructor(&self, class: ClassId) -> bool {
        let info = self.class_info(class);
        info.destructor.is_some_and(|f| self.funcs[f.0 as usize].flags.is_virtual)
            || info.bases.iter().any(|b| self.has_virtual_destructor(b.class))
    }

    /// Fills the table of a class whose members are all declared, and reports overriding that is none.
    pub(super) fn settle_virtuals(&mut self, class: ClassId) {
        if !self.is_polymorphic(class) {
            return self.check_specifiers(class);
        }
        let info = self.class_info(class);
        let mut slots = info.virtuals.primary.map_or(Vec::new(), |p| self.class_info(info.bases[p].class).virtuals.slots.clone());
        let mut functions = info.functions.clone();
        functions.extend(info.destructor.filter(|d| !functions.contains(d)));
        for f in functions {
            let overridden = self.overridden(class, f);
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
            for slot in &mut slots {
                if self.overrides(f, slot.function) {
                    slot.function = f;
                    is_new = false;
                }
            }
            if is_new {
                slots.push(Slot { function: f, is_deleting: false });
                if matches!(self.funcs[f.0 as usize].kind, FuncName::Destructor) {
                    slots.push(Slot { function: f, is_deleting: true });
                }
            }
        }
        self.class_info_mut(class).virtuals.slots = slots;
        self.check_specifiers(class);
        let pure = self.tables_of(class).iter().flat_map(|path| self.overriders(path)).find(|(_, f, _)| self.funcs[f.0 as usize].is_pure);
        self.class_info_mut(class).virtuals.pure = pure.map(|(_, f, _)| f);
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
        let target = |s: &Self, q: QualType| match s.ty(q.ty) {
            Type::Pointer(to) | Type::Reference { to, .. } => s.class_of(to.ty),
            _ => None,
        };
        let path = match (target(self, result), target(self, expected)) {
            (Some(a), Some(b)) => self.base_path(a, b).map(|path| self.base_offset(a, &path)),
            _ => None,
        };
        match path {
            Some(0) => {}
            Some(_) => self.report(errors::unsupported(span, "an overriding function whose result is adjusted")),
            None => {
                let (name, shown, was) = (self.signature(f), self.show_q(result), self.show_q(expected));
                self.report(errors::overrides_with_result(span, &name, &shown, &was, declared));
            }
        }
    }

    /// The virtual functions of the bases of `class` that `f`, declared there, overrides.
    fn overridden(&self, class: ClassId, f: FuncId) -> Vec<FuncId> {
        let mut found = Vec::new();
        for base in &self.class_info(class).bases {
            let slots = self.class_info(base.class).virtuals.slots.iter();
            found.extend(slots.map(|s| s.function).filter(|&g| self.overrides(f, g)));
            found.extend(self.overridden(base.class, f));
        }
        found.sort();
        found.dedup();
        found
    }

    fn overrides(&self, f: FuncId, base: FuncId) -> bool {
        let (own, old) = (&self.funcs[f.0 as usize], &self.funcs[base.0 as usize]);
        if let (FuncName::Destructor, FuncName::Destructor) = (&own.kind, &old.kind) {
            return true;
        }
        own.name == old.name
            && !own.is_static
            && own.ty.params == old.ty.params
            && own.is_const == old.is_const
            && own.ref_qualifier == old.ref_qualifier
            && (!matches!(own.kind, FuncName::Conversion) || own.ty.result == old.ty.result)
    }

    /// The parts of an object of `class` that have a table: the whole first.
    fn tables_of(&self, class: ClassId) -> Vec<Path> {
        let mut found = Vec::new();
        self.note_tables(class, 0, false, &mut Vec::new(), &mut found);
        found
    }

    fn note_tables(&self, class: ClassId, offset: u64, shares: bool, path: &mut Path, found: &mut Vec<Path>) {
        if !self.is_polymorphic(class) {
            return;
        }
        path.push((class, offset));
        if !shares {
            found.push(path.clone());
        }
        let info = self.class_info(class);
        for (i, base) in info.bases.iter().enumerate() {
            self.note_tables(base.class, offset + base.offset, info.virtuals.primary == Some(i), path, found);
        }
        path.pop();
    }

    /// The functions of the table of that part of an object, and how far from the part the object lies that each takes.
    fn overriders(&self, path: &Path) -> Vec<(Slot, FuncId, i64)> {
        let Some(&(class, offset)) = path.last() else { return Vec::new() };
        let slots = self.class_info(class).virtuals.slots.iter();
        let overrider = |slot: &Slot| {
            path.iter().find_map(|&(of, at)| {
                let info = self.class_info(of);
                let mut own = info.functions.iter().copied().chain(info.destructor);
                let f = own.find(|&f| self.funcs[f.0 as usize].flags.is_virtual && self.overrides(f, slot.function))?;
                Some((f, at as i64 - offset as i64))
            })
        };
        slots
            .map(|slot| (*slot, overrider(slot)))
            .map(|(slot, found)| {
                let (f, distance) = found.unwrap_or((slot.function, 0));
                (slot, f, distance)
            })
            .collect()
    }

    /// The tables of `class` and where the pointers to them lie in its objects.
    fn virtual_tables(&mut self, class: ClassId) -> Vec<(u64, GlobalId)> {
        if let Some(known) = self.virtual_tables.get(&class) {
            return known.clone();
        }
        let paths = self.tables_of(class);
        let made: Vec<(u64, GlobalId)> =
            paths.iter().map(|path| (path.last().map_or(0, |p| p.1), GlobalId(self.new_table(class) as u32))).collect();
        self.virtual_tables.insert(class, made.clone());
        for (path, (offset, id)) in paths.iter().zip(&made) {
            self.fill_table(class, path, *offset, *id);
        }
        made
    }

    fn new_table(&mut self, class: ClassId) -> usize {
        let symbol = self.mangle_type("_ZTV", class);
        self.globals.push(hir::Global {
            name: "".into(),
            symbol,
            linkage: if self.name_is_internal { hir::Linkage::Internal } else { hir::Linkage::Weak },
            is_declared_only: false,
            ty: self.common.void_ptr.into(),
            space: hir::GlobalSpace::Both,
            align: None,
            init: hir::GlobalInit::Zero,
            destructor: None,
            function: None,
            is_local_static: false,
            is_thread_local: false,
            span: self.class_info(class).span,
        });
        self.globals.len() - 1
    }

    fn fill_table(&mut self, class: ClassId, path: &Path, offset: u64, id: GlobalId) {
        let functions = self.overriders(path);
        let words = HEADER + functions.len() as u64;
        let mut bytes = vec![0; 8 * words as usize];
        bytes[..8].copy_from_slice(&(offset as i64).wrapping_neg().to_le_bytes());
        let mut relocations = Vec::new();
        let ty = self.class_type(class);
        if let Some(info) = self.type_info_if_declared(ty, self.class_info(class).span) {
            relocations.push((8, SymbolRef::Global(info), 0));
        }
        for (i, (slot, f, distance)) in functions.into_iter().enumerate() {
            if self.funcs[f.0 as usize].is_pure {
                continue;
            }
            let target = if slot.is_deleting { self.deleting_destructor(class) } else { f };
            let target = if distance == 0 { target } else { self.adjusting(path, target, distance) };
            let target = self.use_function(target);
            relocations.push((8 * (HEADER + i as u64), SymbolRef::Function(target), 0));
        }
        let ty = self.array_of(self.common.void_ptr.into(), Some(words));
        let global = &mut self.globals[id.0 as usize];
        global.ty = QualType { is_const: true, ..ty.into() };
        global.init = hir::GlobalInit::Bytes { bytes, relocations };
    }

    /// The function that destroys an object of `class` and frees it.
    fn deleting_destructor(&mut self, class: ClassId) -> FuncId {
        if let Some(&f) = self.deleting_destructors.get(&class) {
            return f;
        }
        let info = self.class_info(class);
        let (scope, span, destructor) = (info.scope, info.span, info.destructor);
        let mut f = self.made_function("%delete", scope, &[], self.common.void.into(), Body::DeletingDestructor, span);
        f.class = Some(class);
        if let Some(destructor) = destructor {
            f.space = self.funcs[destructor.0 as usize].space;
        }
        let f = self.add_function(f);
        self.deleting_destructors.insert(class, f);
        f
    }

    /// A function of the table at `path` that calls `target` with the object `distance` bytes from that part.
    fn adjusting(&mut self, path: &Path, target: FuncId, distance: i64) -> FuncId {
        let Some(&(part, _)) = path.last() else { return target };
        let mut f = self.funcs[target.0 as usize].clone();
        f.body = Body::Adjusting { target, distance };
        f.class = Some(part);
        f.name = format!("%at{distance}.{}", f.name).into();
        f.kind = FuncName::Plain;
        f.special = None;
        f.template = None;
        f.hir = None;
        f.progress = crate::sema::entity::Progress::Waiting;
        f.asm_label = None;
        self.add_function(f)
    }

    pub(in crate::sema) fn deleting_body(&mut self, span: Span) -> hir::Block {
        let this = self.this_place(span);
        let pointer = self.address_of(this.e);
        let e = self.deletion(pointer, false, true, span);
        hir::Block { stmts: e.into_iter().map(|e| hir::Stmt { kind: StmtKind::Expr(e), span }).collect(), end: span }
    }

    pub(in crate::sema) fn adjusting_body(&mut self, target: FuncId, distance: i64, span: Span) -> hir::Block {
        let this = self.this_place(span);
        let address = self.address_of(this.e);
        let func = self.funcs[target.0 as usize].clone();
        let ty = self.this_type(target).unwrap_or(self.common.void_ptr);
        let moved = self.moved(address, distance, ty, span);
        self.forwarding_body(target, &func, vec![moved], span)
    }

    /// `address + distance`, never of a null pointer.
    fn moved(&mut self, address: hir::Expr, distance: i64, ty: TypeId, span: Span) -> hir::Expr {
        let bytes = self.pointer_to(self.common.char.into());
        let address = self.scalar_convert(address, bytes);
        let index = self.int_value(i128::from(distance), self.common.long, span);
        let kind = ExprKind::PointerAdd { pointer: Box::new(address), index: Box::new(index), subtract: false };
        let sum = self.make(kind, bytes, span);
        self.scalar_convert(sum, ty)
    }

    /// In a constructor or destructor: from here on the object is one of the class itself.
    pub(in crate::sema) fn set_virtual_tables(&mut self, stmts: &mut Vec<hir::Stmt>, span: Span) {
        let Some((class, _, _)) = self.frames.last().and_then(|f| f.this) else { return };
        if !self.is_polymorphic(class) {
            return;
        }
        let holder = self.pointer_to(self.common.void_ptr.into());
        let to_holder = self.pointer_to(holder.into());
        for (offset, table) in self.virtual_tables(class) {
            let this = self.this_place(span);
            let address = self.address_of(this.e);
            let address = self.moved(address, offset as i64, to_holder, span);
            let place = self.make(ExprKind::Deref(Box::new(address)), holder, span);
            let value = self.functions_of(table, span);
            let kind = ExprKind::Assign { place: Box::new(place), value: Box::new(value) };
            let e = self.make(kind, holder, span);
            stmts.push(hir::Stmt { kind: StmtKind::Expr(e), span });
        }
    }

    /// The address of the first function of a table.
    fn functions_of(&mut self, table: GlobalId, span: Span) -> hir::Expr {
        let array = self.globals[table.0 as usize].ty.ty;
        let holder = self.pointer_to(self.common.void_ptr.into());
        let global = self.make(ExprKind::Global(table), array, span);
        let start = self.make(ExprKind::Decay(Box::new(global)), holder, span);
        let header = self.int_value(i128::from(HEADER), self.common.long, span);
        self.make(ExprKind::PointerAdd { pointer: Box::new(start), index: Box::new(header), subtract: false }, holder, span)
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
        slots.iter().position(|s| s.function == f && s.is_deleting == is_deleting).map(|at| at as u32)
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
