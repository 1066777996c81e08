//! Types at run time (C++17 [expr.typeid], [expr.dynamic.cast]): the object of `std::type_info` of a type, `typeid` and
//! `dynamic_cast`. What the members of that class mean stands in `<kern/exceptions.h>`, which declares them in the order in
//! which they are filled here.

use super::classes::distance_word;
use super::entity::Entity;
use super::expressions::{Cat, Val};
use super::scope::Want;
use super::types::bare;
use super::{Sema, errors};
use crate::hir::{self, ClassId, ExprKind, GlobalId, GlobalInit, QualType, SymbolRef, Type, TypeId};
use kern_diag::Span;
use kern_syntax::ast;

/// `__pointer_type` of the header.
const IS_POINTER: u64 = 1;
/// `__pointer_to_const`
const TO_CONST: u64 = 2;

impl<'a> Sema<'a> {
    /// `std::type_info`
    pub(super) fn type_info_class(&mut self, span: Span) -> Option<TypeId> {
        let found = self.declared_type_info();
        if found.is_none() {
            self.report(errors::unsupported(span, "types at run time without `<kern/exceptions.h>`"));
        }
        found
    }

    fn declared_type_info(&mut self) -> Option<TypeId> {
        let Some(Entity::Namespace(std)) = self.own_name(self.global, "std", Want::Any) else { return None };
        match self.lookup_in(std, "type_info", Want::Any) {
            Some(Entity::Type(q)) if self.make_complete(q.ty) => Some(q.ty),
            _ => None,
        }
    }

    /// The object for `ty` where the program asks for types at run time at all.
    pub(super) fn type_info_if_declared(&mut self, ty: TypeId, span: Span) -> Option<GlobalId> {
        self.declared_type_info()?;
        self.type_info(ty, span)
    }

    /// The object for `ty`, made once.
    pub(super) fn type_info(&mut self, ty: TypeId, span: Span) -> Option<GlobalId> {
        if let Some(&known) = self.type_infos.get(&ty) {
            return Some(known);
        }
        let class = self.type_info_class(span)?;
        let id = self.made_global("$type", class, GlobalInit::Zero, span);
        self.type_infos.insert(ty, id);
        let mut bytes = vec![0; self.types.size_of(class) as usize];
        let mut relocations = Vec::new();
        let encoding = self.type_encoding(ty);
        if self.separate.is_some() && !self.name_is_internal {
            // The files of a program share it: types are equal where their objects are the same.
            let global = &mut self.globals[id.0 as usize];
            (global.symbol, global.linkage) = (format!("_ZTI{encoding}").into(), crate::hir::Linkage::Weak);
        }
        let readable = self.readable_name(ty.into());
        for (offset, text) in [(0, encoding), (8, readable)] {
            relocations.push((offset, SymbolRef::Global(self.text_global(text, span)?), 0));
        }
        if let Some(class) = self.class_of(ty)
            && self.make_complete(ty)
            && let Some((table, count)) = self.table_of_bases(class, span)
        {
            relocations.push((16, SymbolRef::Global(table), 0));
            bytes[24..32].copy_from_slice(&count.to_le_bytes());
        }
        if let Some(to) = self.pointee(ty) {
            relocations.push((32, SymbolRef::Global(self.type_info(to.ty, span)?), 0));
            let flags = IS_POINTER | if to.is_const { TO_CONST } else { 0 };
            bytes[40..48].copy_from_slice(&flags.to_le_bytes());
        }
        self.globals[id.0 as usize].init = GlobalInit::Bytes { bytes, relocations };
        Some(id)
    }

    fn text_global(&mut self, text: String, span: Span) -> Option<GlobalId> {
        let mut bytes = text.into_bytes();
        bytes.push(0);
        match self.string_place(self.common.char, bytes, span).e.kind {
            ExprKind::Global(id) => Some(id),
            _ => None,
        }
    }

    /// The direct bases of `class`: each its type, where it lies (for a virtual one where its table says that, which is a
    /// negative number), and whether it is public.
    fn table_of_bases(&mut self, class: ClassId, span: Span) -> Option<(GlobalId, u64)> {
        let bases = self.class_info(class).bases.clone();
        if bases.is_empty() {
            return None;
        }
        let mut bytes = Vec::new();
        let mut relocations = Vec::new();
        for base in &bases {
            let ty = self.class_type(base.class);
            relocations.push((bytes.len() as u64, SymbolRef::Global(self.type_info(ty, span)?), 0));
            bytes.extend([0; 8]);
            let virtual_bases = &self.class_info(class).virtuals.virtual_bases;
            let number = virtual_bases.iter().position(|v| base.is_virtual && v.class == base.class);
            let offset = number.map_or(base.offset as i64, |number| distance_word(number as u32));
            bytes.extend(offset.to_le_bytes());
            bytes.extend(u64::from(base.access == ast::Access::Public).to_le_bytes());
        }
        let array = self.array_of(self.common.ulong.into(), Some(3 * bases.len() as u64));
        Some((self.made_global("$bases", array, GlobalInit::Bytes { bytes, relocations }, span), bases.len() as u64))
    }

    /// A type as messages of the runtime show it, which is how c++filt does.
    fn readable_name(&self, q: QualType) -> String {
        let name = match self.ty(q.ty) {
            Type::Pointer(to) => format!("{}*", self.readable_name(*to)),
            _ => self.show(q.ty),
        };
        if q.is_const { format!("{name} const") } else { name }
    }

    /// The address of the object for `ty`: a `const std::type_info *`.
    pub(super) fn type_info_address(&mut self, ty: TypeId, span: Span) -> hir::Expr {
        let (Some(class), Some(id)) = (self.type_info_class(span), self.type_info(ty, span)) else { return self.error_value(span).e };
        let mut e = self.make(ExprKind::Global(id), class, span);
        e.is_const = true;
        self.address_of(e)
    }

    /// `typeid(T)`
    pub(super) fn typeid_of_type(&mut self, ty: &'a ast::TypeName, span: Span) -> Val {
        let q = self.type_name(ty);
        let q = self.referred(q);
        self.make_complete(q.ty);
        self.typeid(q.ty, span)
    }

    /// `typeid(e)`: of what the object is, where its class has virtual functions.
    pub(super) fn typeid_of(&mut self, e: &'a ast::Expr, span: Span) -> Val {
        self.unevaluated += 1;
        let quiet = self.quietly(|s| Some(s.expr(e)));
        self.unevaluated -= 1;
        let is_polymorphic =
            |s: &Self, v: &Val| v.e.is_place() && v.cat != Cat::R && s.class_of(v.e.ty).is_some_and(|c| s.is_polymorphic(c));
        if quiet.is_some_and(|v| is_polymorphic(self, &v)) {
            if self.refused_on_device("`typeid`", span) {
                return self.error_value(span);
            }
            let v = self.expr(e);
            let address = self.address_of(v.e);
            let to_void = self.pointer_to(QualType { is_const: true, ..self.common.void.into() });
            let address = self.scalar_convert(address, to_void);
            return self.abi_call("__cxa_typeid", vec![address], span);
        }
        self.unevaluated += 1;
        let v = self.expr(e);
        self.unevaluated -= 1;
        let ty = v.e.ty;
        if self.is_error(ty) { v } else { self.typeid(ty, span) }
    }

    fn typeid(&mut self, ty: TypeId, span: Span) -> Val {
        if self.is_error(ty) || self.refused_on_device("`typeid`", span) {
            return self.error_value(span);
        }
        let address = self.type_info_address(ty, span);
        if self.has_error(&address) {
            return self.error_value(span);
        }
        let class = self.pointee(address.ty).unwrap_or(bare(address.ty.into()));
        self.place(ExprKind::Deref(Box::new(address)), class, span)
    }

    /// `dynamic_cast<q>(v)`
    pub(super) fn dynamic_cast(&mut self, v: Val, q: QualType, span: Span) -> Val {
        if self.is_error(v.e.ty) || self.refused_on_device("`dynamic_cast`", span) {
            return self.error_value(span);
        }
        let (target, is_reference) = match *self.ty(q.ty) {
            Type::Pointer(to) => (to, false),
            Type::Reference { to, .. } => (to, true),
            _ => return self.bad_dynamic_cast(&v, q, span),
        };
        let v = if is_reference { v } else { self.rvalue(v) };
        let source = if is_reference { Some(self.type_of(&v.e)) } else { self.pointee(v.e.ty) };
        let Some(source) = source.filter(|s| self.class_of(s.ty).is_some()) else { return self.bad_dynamic_cast(&v, q, span) };
        if source.is_const && !target.is_const || is_reference && !v.e.is_place() {
            return self.bad_dynamic_cast(&v, q, span);
        }
        self.make_complete(source.ty);
        self.make_complete(target.ty);
        let (from, to) = (self.class_of(source.ty), self.class_of(target.ty));
        // Upwards it is what every conversion does.
        if let (Some(from), Some(to)) = (from, to)
            && self.base_path(from, to).is_some()
        {
            return self.cast(ast::CastStyle::Static, super::expressions::Arg::Val(v), q, span);
        }
        if !from.is_some_and(|c| self.is_polymorphic(c)) {
            let shown = self.show(source.ty);
            self.report(errors::dynamic_cast_of_plain(span, &shown));
            return self.error_value(span);
        }
        let address = if is_reference { self.address_of(v.e) } else { v.e };
        let address = self.scalar_convert(address, self.common.void_ptr);
        let found = match to {
            Some(_) => {
                let (own, info) = (self.type_info_address(source.ty, span), self.type_info_address(target.ty, span));
                let name = if is_reference { "__dynamic_cast_of_reference" } else { "__dynamic_cast" };
                self.abi_call(name, vec![address, own, info], span)
            }
            None if self.is_void(target.ty) && !is_reference => self.abi_call("__dynamic_cast_to_void", vec![address], span),
            None => return self.bad_dynamic_cast(&Val { e: address, cat: Cat::R, width: None }, q, span),
        };
        let pointer = self.pointer_to(target);
        let e = self.scalar_convert(found.e, pointer);
        if is_reference {
            return self.place(ExprKind::Deref(Box::new(e)), target, span);
        }
        Val { e, cat: Cat::R, width: None }
    }

    fn bad_dynamic_cast(&mut self, v: &Val, q: QualType, span: Span) -> Val {
        let from = self.type_of(&v.e);
        let (from, to) = (self.show_q(from), self.show_q(q));
        self.report(errors::bad_cast(span, "dynamic_cast", &from, &to));
        self.error_value(span)
    }
}
