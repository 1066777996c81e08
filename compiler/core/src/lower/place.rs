//! Places: expressions that designate storage.

use super::layout::{Repr, repr};
use super::{FunctionLowering, errors};
use crate::hir::{Expr, ExprKind, LocalId, Type, TypeId};
use kern_ir as ir;
use kern_ir::{Attrs, GlobalVar, InstData, ModuleKind, Opcode, Payload, RegType, Slot, Space, Value};

/// What an address starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// A `.local` variable.
    Slot(Slot),
    /// A module variable, with its state space.
    Global(GlobalVar, Space),
    /// A kernel parameter, only read and only at constant offsets.
    Param(u32),
    /// An address in a register: in the window of the space, or generic.
    Address(Value, Option<Space>),
}

/// Storage: a base and a constant number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) base: Base,
    /// Bytes from the base.
    pub(crate) offset: i64,
    pub(crate) is_volatile: bool,
    /// A bit-field: first bit in the storage unit and width.
    pub(crate) bits: Option<(u32, u32)>,
    /// A member of a packed class, which may lie anywhere: device code, and bit-fields, are accessed byte by byte, as nvcc does.
    pub(crate) by_bytes: bool,
    /// What is known of the address by the type of an object around the place.
    pub(crate) aligned: Aligned,
    /// The members and elements that led here from a variable, or from where a pointer points.
    pub(crate) path: Option<Path>,
}

/// Steps from a type to a member or an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Path {
    pub(super) from: TypeId,
    /// How many, the one to an element of what the pointer points at among them.
    pub(super) steps: u32,
    /// The class that the last step was in, and the number of the member.
    pub(super) last: Option<(TypeId, u32)>,
}

impl Path {
    /// The next step, or the first, which starts in an object of type `from`.
    fn next(path: Option<Path>, from: TypeId, last: Option<(TypeId, u32)>) -> Path {
        let Path { from, steps, .. } = path.unwrap_or(Path { from, steps: 1, last });
        Path { from, steps: steps + 1, last }
    }
}

/// The address is a multiple of `to` where the bytes from the base are `at`; nothing is known if `to` is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Aligned {
    pub(crate) to: u8,
    pub(crate) at: i64,
}

impl Place {
    pub(crate) fn new(base: Base) -> Place {
        Place { base, offset: 0, is_volatile: false, bits: None, by_bytes: false, aligned: Aligned::default(), path: None }
    }

    /// What the generic pointer points at.
    pub(crate) fn pointer(address: Value) -> Place {
        Place::new(Base::Address(address, None))
    }

    /// The place counted from another base.
    pub(crate) fn rebased(self, base: Base) -> Place {
        Place { base, aligned: Aligned::default(), ..self }
    }

    /// An object of that alignment is there.
    pub(crate) fn aligned_to(self, align: u64) -> Place {
        let to = if self.by_bytes { 0 } else { align.min(16) as u8 };
        if to <= self.alignment() { self } else { Place { aligned: Aligned { to, at: self.offset }, ..self } }
    }

    /// What the address is surely a multiple of; 0 if nothing is known.
    pub(crate) fn alignment(&self) -> u8 {
        match self.offset.wrapping_sub(self.aligned.at) {
            0 => self.aligned.to,
            distance => self.aligned.to.min(1 << distance.trailing_zeros().min(7)),
        }
    }

    /// `bytes` further.
    pub(crate) fn at(self, bytes: i64) -> Place {
        Place { offset: self.offset.wrapping_add(bytes), ..self }
    }

    pub(crate) fn is_slot(self) -> bool {
        matches!(self.base, Base::Slot(_))
    }
}

impl FunctionLowering<'_, '_> {
    /// The place that `e` designates; a class value gets a temporary.
    pub(crate) fn place(&mut self, e: &Expr) -> Place {
        stacker::maybe_grow(crate::hir::walk::RED_ZONE, crate::hir::walk::STACK_STEP, || self.place_inner(e))
    }

    fn place_inner(&mut self, e: &Expr) -> Place {
        let mut place = match &e.kind {
            ExprKind::Local(id) => self.local_place(*id, e),
            ExprKind::Global(id) => self.global_place(*id),
            ExprKind::Object(id) => match self.objects.get(id) {
                Some(place) => *place,
                None => {
                    self.m.report(errors::internal(e.span, "an object outside of what makes it"));
                    self.nowhere()
                }
            },
            ExprKind::Deref(pointer) => self.pointed_place(pointer),
            ExprKind::Field { base, field } => {
                let outer = if base.is_place() { self.place(base) } else { self.object_place(base) };
                let Type::Class(class) = self.types().get(base.ty) else {
                    self.m.report(errors::internal(e.span, "a member of something that is no class"));
                    return outer;
                };
                let (data, align) = (&self.types().class(*class).fields[*field as usize], self.types().class(*class).align);
                let by_bytes = outer.by_bytes || super::layout::is_unaligned(self.types(), data, align);
                // The members of a union, and bit-fields, do lie in the same bytes.
                let is_alone = !self.types().class(*class).is_union && data.bits.is_none();
                let path = Some(Path::next(outer.path, base.ty, is_alone.then_some((base.ty, *field))));
                Place { bits: data.bits, by_bytes, path, ..outer.at(data.offset as i64) }
            }
            ExprKind::Element { base, index } => {
                let outer = if base.is_place() { self.place(base) } else { self.object_place(base) };
                let size = self.types().size_of(e.ty);
                let path = Some(Path::next(outer.path, base.ty, None));
                Place { path, ..self.element(outer, index, size) }
            }
            ExprKind::Temporary { value, destructor, lifetime } => self.temporary(e, value, *destructor, *lifetime),
            ExprKind::Conditional { condition, then, otherwise } => self.conditional_place(e, condition, then, otherwise),
            ExprKind::Sequence { first, second } => {
                self.effect(first);
                self.place(second)
            }
            ExprKind::Assign { place, value } => self.assign(place, value).0,
            ExprKind::CompoundAssign { place, op, compute, value } => self.compound_assign(e, place, *op, *compute, value).0,
            ExprKind::Step { place, is_increment, .. } => self.step(e, place, *is_increment).0,
            ExprKind::Call { returns_reference: true, .. } => match self.call(e, None) {
                Some(address) => Place::pointer(address),
                None => self.nowhere(),
            },
            ExprKind::Statements { block, value: Some(value) } => {
                let depth = self.open_block(block);
                self.stmts(block);
                let place = self.place(value);
                // The storage may be in this block, so the address alone is kept.
                self.close_block(depth, block.end);
                place
            }
            _ => self.object_place(e),
        };
        place.is_volatile |= e.is_volatile;
        match self.types().get(e.ty) {
            Type::Class(class) => place.aligned_to(self.types().class(*class).align),
            _ => place,
        }
    }

    fn local_place(&mut self, id: LocalId, e: &Expr) -> Place {
        match self.locals.get(id.0 as usize).copied().flatten() {
            Some(place) => place,
            None => {
                // A jump went around the declaration: the variable exists all the same.
                let Some(hir) = self.hir else {
                    self.m.report(errors::internal(e.span, "a local variable outside of functions"));
                    return self.nowhere();
                };
                let local = &hir.locals[id.0 as usize];
                self.declare_slot(id, local)
            }
        }
    }

    /// A place to go on with after a mistake.
    pub(crate) fn nowhere(&mut self) -> Place {
        let null = self.b.constant(RegType::B64, 0);
        Place::pointer(null)
    }

    /// What `pointer` points at; constant offsets become part of the access.
    pub(crate) fn pointed_place(&mut self, pointer: &Expr) -> Place {
        match &pointer.kind {
            ExprKind::PointerAdd { pointer: base, index, subtract } => {
                let size = self.pointee_size(pointer.ty) as i64;
                if let Some(index) = self.constant_index(index) {
                    let bytes = index.wrapping_mul(size);
                    let bytes = if *subtract { bytes.wrapping_neg() } else { bytes };
                    return Place { path: None, ..self.pointed_place(base).at(bytes) };
                }
                let address = self.value(pointer);
                Place::pointer(address)
            }
            ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Decay(array) if array.is_place() => self.place(array),
            ExprKind::Convert { conversion: crate::hir::Conversion::PointerToPointer, operand } if self.is_plain_pointer(operand) => {
                self.pointed_place(operand)
            }
            _ => {
                let address = self.value(pointer);
                Place::pointer(address)
            }
        }
    }

    fn is_plain_pointer(&self, e: &Expr) -> bool {
        matches!(self.types().get(e.ty), Type::Pointer(_) | Type::Reference { .. })
    }

    pub(crate) fn pointee_size(&self, pointer: crate::hir::TypeId) -> u64 {
        let size = super::layout::pointee(self.types(), pointer).map_or(1, |to| self.types().size_of(to.ty));
        // GNU: arithmetic on `void *` and function pointers counts bytes.
        size.max(1)
    }

    /// Element `index` of the array at `outer`.
    pub(crate) fn element(&mut self, outer: Place, index: &Expr, size: u64) -> Place {
        if let Some(index) = self.constant_index(index) {
            return outer.at(index.wrapping_mul(size as i64));
        }
        let bytes = self.scaled_index(index, size);
        self.at(index.span);
        let (base, space) = self.base_address(outer);
        let address = self.b.op(Opcode::Add, ir::Type::S64, &[base, bytes]);
        Place { bits: None, ..outer.rebased(Base::Address(address, space)) }
    }

    /// `index * size` in 64 bits.
    pub(crate) fn scaled_index(&mut self, index: &Expr, size: u64) -> Value {
        if super::layout::is_wide(self.types(), index.ty) {
            let value = self.wide_value(index).0;
            let size = self.b.constant(RegType::B64, size);
            return self.multiply64(value, size);
        }
        let value = self.value(index);
        self.at(index.span);
        let Repr::Scalar(ty) = repr(self.types(), index.ty) else { return self.b.constant(RegType::B64, 0) };
        let ty = super::computed(ty);
        let value = self.predicate_as_word(value);
        if ty.size() == 8 {
            if size == 1 {
                return value;
            }
            let size = self.b.constant(RegType::B64, size);
            return self.b.value(
                InstData {
                    args: vec![value, size],
                    attrs: Attrs { mul: Some(ir::MulMode::Lo), ..Attrs::default() },
                    ..InstData::new(Opcode::Mul, ir::Type::S64)
                },
                RegType::B64,
            );
        }
        let wide = if ty.is_signed() { ir::Type::S64 } else { ir::Type::U64 };
        if size == 1 || size > i32::MAX as u64 {
            let value = self.convert_op(wide, ty, value);
            if size == 1 {
                return value;
            }
            let size = self.b.constant(RegType::B64, size);
            let attrs = Attrs { mul: Some(ir::MulMode::Lo), ..Attrs::default() };
            return self.b.value(InstData { args: vec![value, size], attrs, ..InstData::new(Opcode::Mul, wide) }, RegType::B64);
        }
        let size = self.b.constant(RegType::B32, size);
        let attrs = Attrs { mul: Some(ir::MulMode::Wide), ..Attrs::default() };
        self.b.value(InstData { args: vec![value, size], attrs, ..InstData::new(Opcode::Mul, ty) }, RegType::B64)
    }

    /// The address of the base in its own space, without the constant offset, and that space.
    pub(crate) fn base_address(&mut self, place: Place) -> (Value, Option<Space>) {
        match place.base {
            Base::Slot(slot) => (self.slot_address(slot), Some(Space::Local)),
            Base::Global(var, space) => {
                let data = InstData { payload: Payload::Global(var), ..InstData::new(Opcode::Address, ir::Type::U64) };
                (self.b.value(data, RegType::B64), Some(space))
            }
            Base::Param(index) => {
                let data = InstData { payload: Payload::Param(index), ..InstData::new(Opcode::ParamAddress, ir::Type::U64) };
                (self.b.value(data, RegType::B64), Some(Space::Param))
            }
            Base::Address(address, space) => (address, space),
        }
    }

    /// The generic address of `place`.
    pub(crate) fn address(&mut self, place: Place) -> Value {
        let (base, space) = self.base_address(place);
        let generic = self.generic_address(base, space);
        self.add_bytes(generic, place.offset)
    }

    /// `base` of `space` as a generic address. In host modules `.local` and `.global` addresses are generic already.
    fn generic_address(&mut self, base: Value, space: Option<Space>) -> Value {
        match space {
            None => base,
            Some(_) if self.m.kind == ModuleKind::Host => base,
            Some(space) => {
                let attrs = Attrs { space: Some(space), ..Attrs::default() };
                self.b.value(InstData { args: vec![base], attrs, ..InstData::new(Opcode::Cvta, ir::Type::U64) }, RegType::B64)
            }
        }
    }

    pub(crate) fn add_bytes(&mut self, address: Value, bytes: i64) -> Value {
        if bytes == 0 {
            return address;
        }
        let bytes = self.b.constant(RegType::B64, bytes as u64);
        self.b.op(Opcode::Add, ir::Type::S64, &[address, bytes])
    }

    /// The value of an index that is known.
    pub(crate) fn constant_index(&self, e: &Expr) -> Option<i64> {
        let value = match &e.kind {
            ExprKind::Int(value) => *value as i64,
            ExprKind::Convert { conversion: crate::hir::Conversion::IntToInt, operand } => self.constant_index(operand)?,
            _ => return None,
        };
        let Repr::Scalar(ty) = repr(self.types(), e.ty) else { return None };
        let shift = 64 - 8 * ty.size();
        let bits = (value as u64) << shift;
        Some(if ty.is_signed() { (bits as i64) >> shift } else { (bits >> shift) as i64 })
    }
}
