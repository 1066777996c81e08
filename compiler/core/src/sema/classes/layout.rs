//! Where members lie (x86-64 System V, "Aggregates and Unions"; host and device agree), and the members that a class gets by itself.

use super::Unplaced;
use super::virtuals::Primary;
use crate::hir::{ClassId, Field, FunctionType, QualType, Type, TypeId};
use crate::sema::entity::{ClassState, FuncName, Member, Name, Special};
use crate::sema::types::MAX_OBJECT;
use crate::sema::{Sema, errors};
use kern_syntax::ast::{self, Access};

/// Empty objects in one of a class that are kept in mind: they lie near its start.
const MOST_EMPTIES: usize = 256;

impl<'a> Sema<'a> {
    /// Places the fields.
    ///
    /// `packing` is the most that a member is aligned, unless it asks for more itself (GCC, "Type Attributes", `packed`).
    pub(super) fn lay_out(&mut self, class: ClassId, fields: Vec<Unplaced>, asked: u64, packing: Option<u64>) {
        let is_union = self.types.class(class).is_union;
        let mut bit: u64 = 0;
        let mut size: u64 = 0;
        let mut align = asked;
        let is_pod = self.is_pod(class, &fields);
        let mut placed: Vec<Option<Field>> = fields.iter().map(|_| None).collect();
        let mut has_data = false;
        let mut empties: Vec<(ClassId, u64)> = Vec::new();
        let first = self.first_field(class);
        if matches!(self.class_info(class).virtuals.primary, Some(Primary::Virtual(_))) {
            // The pointer to the table is that of the virtual base, which lies first.
            (bit, size, align, has_data) = (64, 8, align.max(8), true);
        }
        let mut order: Vec<(usize, Unplaced)> = fields.into_iter().enumerate().collect();
        if let Some(until) = first.and_then(|first| order.get_mut(..=first)) {
            until.rotate_right(1);
        }
        for (i, f) in order {
            let overlaps = f.is_base || f.overlaps;
            let field_size = if overlaps { self.base_size(f.ty) } else { self.types.size_of(f.ty.ty) };
            let natural = self.types.align_of(f.ty.ty);
            let field_align = packing.map_or(natural, |most| natural.min(most)).max(f.align.unwrap_or(1));
            if is_union {
                bit = 0;
            }
            let is_empty = overlaps && self.class_of(f.ty.ty).is_some_and(|c| self.types.class(c).is_empty);
            has_data |= !is_empty && f.width != Some(0);
            let (offset, bits) = match f.width {
                Some(0) => {
                    let unit = packing.map_or(field_size, |most| field_size.min(most)).max(1) * 8;
                    bit = bit.div_ceil(unit) * unit;
                    size = size.max(bit.div_ceil(8));
                    placed[i] = Some(Field { name: f.name, ty: f.ty, offset: bit / 8, bits: Some((0, 0)), is_base: false });
                    continue;
                }
                Some(width) => {
                    let unit = field_size.max(1) * 8;
                    if let Some(asked) = f.align {
                        bit = bit.div_ceil(asked * 8) * asked * 8;
                    }
                    if packing.is_none() && bit / unit != (bit + width - 1) / unit {
                        bit = bit.div_ceil(unit) * unit;
                    }
                    let first = bit % unit;
                    let offset = (bit / unit) * field_size;
                    bit += width;
                    if !f.name.is_empty() {
                        align = align.max(field_align);
                    }
                    size = size.max(bit.div_ceil(8));
                    (offset, Some((first as u32, width as u32)))
                }
                None => {
                    let own = self.empties_in(f.ty.ty);
                    let is_free = |at: &u64| is_union || own.iter().all(|(class, offset)| !empties.contains(&(*class, at + offset)));
                    let next = bit.div_ceil(8).div_ceil(field_align) * field_align;
                    let free = |from: u64| (from..).step_by(field_align as usize).find(is_free).unwrap_or(next);
                    // What is empty lies at the start if it can, and leaves the room to others.
                    let at = if is_empty && is_free(&0) { 0 } else { free(next) };
                    empties.extend(own.iter().map(|(class, offset)| (*class, at + offset)));
                    let end = at.saturating_add(if is_empty { self.types.size_of(f.ty.ty) } else { field_size });
                    if !is_empty {
                        bit = end.saturating_mul(8);
                    }
                    size = size.max(end);
                    align = align.max(field_align);
                    (at, None)
                }
            };
            placed[i] = Some(Field { name: f.name, ty: f.ty, offset, bits, is_base: f.is_base });
            if size > MAX_OBJECT {
                let (span, name) = (self.class_info(class).span, self.types.class(class).name.clone());
                self.report(errors::huge_type(span, &name));
                (bit, size) = (0, 0);
            }
        }
        if size == 0 && !self.has_virtual_bases(class) {
            size = 1;
        }
        if packing.is_some() {
            self.loosen_bits(&mut placed, align);
        }
        let data_size = size;
        let placed: Vec<Field> = placed.into_iter().flatten().collect();
        let offsets: Vec<u64> = placed.iter().map(|f| f.offset).collect();
        for b in &mut self.class_info_mut(class).bases {
            b.offset = offsets.get(b.field as usize).copied().unwrap_or(0);
        }
        if !has_data {
            empties.push((class, 0));
        }
        empties.truncate(MOST_EMPTIES);
        let info = self.class_info_mut(class);
        info.empties = empties;
        info.is_pod = is_pod;
        info.virtuals.own_align = align;
        info.virtuals.is_nearly_empty = info.virtuals.has_table && data_size == 8;
        let (size, align) = self.place_virtual_bases(class, size, align);
        let size = size.div_ceil(align).saturating_mul(align);
        let c = self.types.class_mut(class);
        c.fields = placed;
        c.size = size;
        c.data_size = if is_pod { size } else { data_size };
        c.align = align;
        c.is_empty = !has_data;
        c.is_complete = true;
    }

    /// The empty objects in one of type `ty`: two of one class have different addresses (Itanium C++ ABI, 2.4).
    fn empties_in(&self, ty: TypeId) -> Vec<(ClassId, u64)> {
        match *self.ty(ty) {
            Type::Class(class) => self.class_info(class).empties.clone(),
            Type::Array { element, length } => {
                let (size, inner) = (self.types.size_of(element.ty), self.empties_in(element.ty));
                let count = if inner.is_empty() { 0 } else { length.unwrap_or(0) };
                let elements = (0..count).flat_map(|i| inner.iter().map(move |(class, at)| (*class, i * size + at)));
                elements.take(MOST_EMPTIES).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Bit-fields of a packed class follow one another wherever they end up: those that do not lie in a unit of their type are said to
    /// start in the byte where they do.
    fn loosen_bits(&self, placed: &mut [Option<Field>], align: u64) {
        for field in placed.iter_mut().flatten() {
            let (natural, size) = (self.types.align_of(field.ty.ty), self.types.size_of(field.ty.ty));
            if let Some((first, width)) = field.bits
                && (natural > align || u64::from(first + width) > 8 * size)
            {
                field.offset += u64::from(first / 8);
                field.bits = Some((first % 8, width));
            }
        }
    }

    /// The alignment that members of a packed class have at most.
    pub(super) fn packing(&mut self, specs: &'a [ast::AlignSpec]) -> Option<u64> {
        let packed = |spec: &'a ast::AlignSpec| if let ast::AlignSpec::Packed(e) = spec { Some(e) } else { None };
        let value = |e: &'a ast::Expr| {
            let v = self.expr(e);
            let v = self.rvalue(v);
            self.evaluate_int(&v.e).ok().and_then(|n| u64::try_from(n).ok()).unwrap_or(1).max(1)
        };
        specs.iter().filter_map(packed).map(value).min()
    }

    /// Bytes that a base class takes: what is derived from it may use the padding at its end, unless it is a POD
    /// (Itanium C++ ABI, 1.1 "POD for the purpose of layout", 2.4).
    fn base_size(&self, base: QualType) -> u64 {
        self.class_of(base.ty).map_or(0, |c| self.types.class(c).data_size)
    }

    /// Whether the class, whose implicit members are not declared yet, is a POD of C++98 with these members.
    fn is_pod(&self, class: ClassId, fields: &[Unplaced]) -> bool {
        let info = self.class_info(class);
        let is_pod = |q: &QualType| match self.ty(self.innermost(*q).ty) {
            Type::Class(c) => self.class_info(*c).is_pod,
            Type::Reference { .. } => false,
            _ => true,
        };
        info.is_aggregate
            && !info.has_user_constructor
            && info.bases.is_empty()
            && info.destructor.is_none()
            && info.members.iter().all(|m| m.default.is_none())
            && self.specials(class, Special::CopyAssign).is_empty()
            && fields.iter().all(|f| !f.overlaps && is_pod(&f.ty))
    }

    /// A closure's or other made class's fields, in order.
    pub(in crate::sema) fn lay_out_made(&mut self, class: ClassId, fields: Vec<(Name, QualType)>) {
        let span = self.class_info(class).span;
        let members = fields.iter().map(|_| Member { ty: None, default: None, access: Access::Public, is_mutable: false, span }).collect();
        self.class_info_mut(class).members = members;
        let unplaced = |(name, ty)| Unplaced { name, ty, width: None, align: None, is_base: false, overlaps: false };
        self.lay_out(class, fields.into_iter().map(unplaced).collect(), 1, None);
        self.complete_class(class);
    }

    /// Declares the implicit members and settles what the class is.
    pub(super) fn complete_class(&mut self, class: ClassId) {
        self.class_info_mut(class).state = ClassState::Complete;
        self.declared += 1;
        self.declare_implicit_members(class);
        let trivial = self.is_trivial_for(class, Special::CopyConstructor) && self.is_trivial_for(class, Special::Destructor);
        let has_user = self.class_info(class).has_user_constructor;
        let made = self.types.class_mut(class);
        (made.is_trivial, made.has_constructors) = (trivial, has_user);
        self.class_info_mut(class).is_aggregate &= !has_user;
        self.settle_virtuals(class);
    }

    /// Which special member a declared function is.
    pub(in crate::sema) fn special_kind(&self, class: ClassId, kind: &FuncName, ty: &FunctionType) -> Option<Special> {
        let is_assign = matches!(kind, FuncName::Operator(ast::OverloadedOp::Assign(None)));
        let is_ctor = matches!(kind, FuncName::Constructor);
        if is_ctor && ty.params.is_empty() {
            return Some(Special::DefaultConstructor);
        }
        let [only] = ty.params.as_slice() else { return None };
        let of_class = |q: QualType| matches!(self.ty(q.ty), Type::Class(c) if *c == class);
        match (self.ty(only.ty), is_ctor, is_assign) {
            (Type::Reference { to, is_rvalue: false }, true, _) if of_class(*to) => Some(Special::CopyConstructor),
            (Type::Reference { to, is_rvalue: true }, true, _) if of_class(*to) => Some(Special::MoveConstructor),
            (Type::Reference { to, is_rvalue: false }, _, true) if of_class(*to) => Some(Special::CopyAssign),
            (Type::Reference { to, is_rvalue: true }, _, true) if of_class(*to) => Some(Special::MoveAssign),
            (Type::Class(c), _, true) if *c == class => Some(Special::CopyAssign),
            _ => None,
        }
    }
}
