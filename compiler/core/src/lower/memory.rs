//! Loads and stores of scalars.

use super::layout::{Repr, is_bool, repr};
use super::{Base, FunctionLowering, Place, computed};
use crate::hir::{self, Expr, TypeId};
use kern_ir as ir;
use kern_ir::{Attrs, CacheOp, InstData, Opcode, Payload, RegType, Sem, Slot, Value};
use std::hash::{Hash, Hasher};

/// Modifiers of an access besides its space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Access {
    /// `.ca`, `.cg`, …, `.nc`.
    pub(crate) cache: Option<CacheOp>,
    /// What the type of the program says is there.
    held: Option<Held>,
}

impl Access {
    pub(crate) fn cached(cache: CacheOp) -> Access {
        Access { cache: Some(cache), held: None }
    }
}

/// Objects of host code that never lie in the same bytes, as g++ has it (C++17, [basic.lval] 11). Numbers that people do look at as others,
/// through a cast, are one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Held {
    /// A floating number, an integer of 16 or 32 bits, or `bool`.
    Number,
    /// A pointer or reference.
    Pointer,
}

impl Held {
    fn of_type(types: &hir::TypeTable, ty: TypeId) -> Option<Held> {
        match types.get(ty) {
            hir::Type::Bool => Some(Held::Number),
            hir::Type::Pointer(_) | hir::Type::Reference { .. } => Some(Held::Pointer),
            _ => None,
        }
    }

    fn of_scalar(ty: ir::Type) -> Option<Held> {
        (ty.is_float() || matches!(ty, ir::Type::S16 | ir::Type::U16 | ir::Type::S32 | ir::Type::U32)).then_some(Held::Number)
    }
}

impl FunctionLowering<'_, '_> {
    /// The address of a slot in `.local` space, computed once in the prologue.
    pub(crate) fn slot_address(&mut self, slot: Slot) -> Value {
        if let Some(&address) = self.slot_addresses.get(&slot) {
            return address;
        }
        let mut data = InstData { payload: Payload::Slot(slot), ..InstData::new(Opcode::Address, ir::Type::U64) };
        data.loc = self.function_loc;
        let inst = self.b.func.add_inst(data, &[RegType::B64]);
        let prologue = self.prologue;
        self.b.func.blocks[prologue.index()].insts.push(inst);
        let address = self.b.func.insts[inst.index()].results[0];
        self.slot_addresses.insert(slot, address);
        address
    }

    /// An instruction in the prologue.
    fn in_prologue(&mut self, mut data: InstData, results: &[RegType]) -> Vec<Value> {
        data.loc = self.function_loc;
        let inst = self.b.func.add_inst(data, results);
        let prologue = self.prologue;
        self.b.func.blocks[prologue.index()].insts.push(inst);
        self.b.func.insts[inst.index()].results.clone()
    }

    /// Stores a byte of zero to `slot` before the body starts.
    pub(crate) fn clear_in_prologue(&mut self, slot: Slot) {
        let address = self.slot_address(slot);
        let zero = self.b.constant(RegType::B32, 0);
        let attrs = Attrs { space: Some(ir::Space::Local), ..Attrs::default() };
        self.in_prologue(InstData { args: vec![address, zero], attrs, ..InstData::new(Opcode::St, ir::Type::U8) }, &[]);
    }

    fn access_attrs(&self, place: Place, ty: ir::Type, access: Access) -> Attrs {
        let sem = place.is_volatile.then_some(Sem::Volatile);
        let held = || access.held.or(Held::of_scalar(ty)).map(|held| ir::Member { path: 0, number: held as u32 });
        let (align, member) = if self.m.is_device() { (place.alignment(), self.member(place)) } else { (0, held()) };
        let is_in_place = access.cache.is_some() && self.m.is_device();
        Attrs { cache: if sem.is_some() { None } else { access.cache }, sem, align, member, is_in_place, ..Attrs::default() }
    }

    /// The member that a place is, or lies in.
    fn member(&self, place: Place) -> Option<ir::Member> {
        let path = place.path?;
        let (class, number) = path.last?;
        let mut hasher = rustc_hash::FxHasher::default();
        // Numbers of types mean the same in one file only.
        (self.m.file_hash, path.from, path.steps, class).hash(&mut hasher);
        Some(ir::Member { path: hasher.finish(), number })
    }

    /// The raw scalar at `place`, extended to its register.
    pub(crate) fn load(&mut self, place: Place, ty: ir::Type) -> Value {
        self.load_with(place, ty, Access::default())
    }

    /// See [`FunctionLowering::load`].
    pub(crate) fn load_with(&mut self, place: Place, ty: ir::Type, access: Access) -> Value {
        if let Base::Param(index) = place.base
            && !self.is_by_bytes(place, ty)
        {
            let data = InstData { payload: Payload::Param(index), offset: place.offset, ..InstData::new(Opcode::LdParam, ty) };
            return self.b.value(data, ty.reg());
        }
        if self.is_by_bytes(place, ty) {
            return self.load_by_bytes(place, ty, access);
        }
        let place = self.encodable(place);
        let attrs = self.access_attrs(place, ty, access);
        let (base, space) = self.base_address(place);
        let data = InstData { args: vec![base], attrs: Attrs { space, ..attrs }, offset: place.offset, ..InstData::new(Opcode::Ld, ty) };
        self.b.value(data, ty.reg())
    }

    /// Stores the raw scalar.
    pub(crate) fn store(&mut self, place: Place, ty: ir::Type, value: Value) {
        self.store_with(place, ty, value, Access::default());
    }

    /// See [`FunctionLowering::store`].
    pub(crate) fn store_with(&mut self, place: Place, ty: ir::Type, value: Value, access: Access) {
        if self.is_by_bytes(place, ty) {
            return self.store_by_bytes(place, ty, value, access);
        }
        let place = self.written(place);
        let attrs = self.access_attrs(place, ty, access);
        let (base, space) = self.base_address(place);
        let data =
            InstData { args: vec![base, value], attrs: Attrs { space, ..attrs }, offset: place.offset, ..InstData::new(Opcode::St, ty) };
        self.b.push(data, &[]);
    }

    /// A vector of `count` scalars of one size.
    pub(crate) fn load_vector(&mut self, place: Place, ty: ir::Type, count: usize, access: Access) -> Vec<Value> {
        let place = self.encodable(place);
        let attrs = self.access_attrs(place, ty, access);
        let (base, space) = self.base_address(place);
        let data = InstData {
            args: vec![base],
            attrs: Attrs { space, vector: count as u8, ..attrs },
            offset: place.offset,
            ..InstData::new(Opcode::Ld, ty)
        };
        let inst = self.b.push(data, &vec![ty.reg(); count]);
        self.b.func.insts[inst.index()].results.clone()
    }

    /// Stores a vector.
    pub(crate) fn store_vector(&mut self, place: Place, ty: ir::Type, values: &[Value], access: Access) {
        let place = self.written(place);
        let attrs = self.access_attrs(place, ty, access);
        let (base, space) = self.base_address(place);
        let mut args = vec![base];
        args.extend_from_slice(values);
        let data = InstData {
            args,
            attrs: Attrs { space, vector: values.len() as u8, ..attrs },
            offset: place.offset,
            ..InstData::new(Opcode::St, ty)
        };
        self.b.push(data, &[]);
    }

    /// There is no `st.const`: a store that the program casts its way to is generic, and a mistake where it runs.
    fn written(&mut self, place: Place) -> Place {
        let place = self.encodable(place);
        match place.base {
            Base::Global(_, ir::Space::Const) | Base::Address(_, Some(ir::Space::Const)) => {
                Place { offset: 0, ..place.rebased(Base::Address(self.address(place), None)) }
            }
            _ => place,
        }
    }

    /// PTX's immediate offsets have 32 bits: larger ones are added to the address.
    fn encodable(&mut self, place: Place) -> Place {
        if i32::try_from(place.offset).is_ok_and(|offset| offset <= i32::MAX - 16) {
            return place;
        }
        let (base, space) = self.base_address(place);
        let address = self.add_bytes(base, place.offset);
        Place { offset: 0, ..place.rebased(Base::Address(address, space)) }
    }

    /// What `place` holds as a value of the scalar type `ty`.
    pub(crate) fn load_value(&mut self, place: Place, ty: TypeId) -> Value {
        let Repr::Scalar(scalar) = repr(self.types(), ty) else { return self.b.constant(RegType::B32, 0) };
        if let Some((first, width)) = place.bits {
            return self.load_bits(place, ty, scalar, first, width);
        }
        let access = Access { held: Held::of_type(self.types(), ty), ..Access::default() };
        let raw = self.load_with(place, scalar, access);
        self.value_of_raw(raw, ty)
    }

    /// Stores a value of the scalar type `ty`.
    pub(crate) fn store_value(&mut self, place: Place, ty: TypeId, value: Value) {
        let Repr::Scalar(scalar) = repr(self.types(), ty) else { return };
        if let Some((first, width)) = place.bits {
            self.store_bits(place, ty, scalar, value, first, width);
            return;
        }
        let raw = self.raw_of_value(value, ty);
        let access = Access { held: Held::of_type(self.types(), ty), ..Access::default() };
        self.store_with(place, scalar, raw, access);
    }

    /// `bool` from its byte to a predicate; other values are the same.
    pub(crate) fn value_of_raw(&mut self, raw: Value, ty: TypeId) -> Value {
        if is_bool(self.types(), ty) { self.is_not_zero(raw, ir::Type::U32) } else { raw }
    }

    /// `bool` as 0 or 1; other values are the same.
    pub(crate) fn raw_of_value(&mut self, value: Value, ty: TypeId) -> Value {
        if is_bool(self.types(), ty) { self.predicate_as_word(value) } else { value }
    }

    /// A predicate as 0 or 1, anything else as it is.
    pub(crate) fn predicate_as_word(&mut self, value: Value) -> Value {
        if self.b.func.ty(value) != RegType::Pred {
            return value;
        }
        if let Some(bits) = self.b.func.constant(value) {
            return self.b.constant(RegType::B32, bits);
        }
        let (one, zero) = (self.b.constant(RegType::B32, 1), self.b.constant(RegType::B32, 0));
        self.b.op(Opcode::Selp, ir::Type::B32, &[one, zero, value])
    }

    fn load_bits(&mut self, place: Place, ty: TypeId, scalar: ir::Type, first: u32, width: u32) -> Value {
        if place.by_bytes {
            let value = self.load_loose_bits(place, first, width, scalar);
            return self.value_of_raw(value, ty);
        }
        let unit = self.load(Place { bits: None, ..place }, unsigned(scalar));
        let wide = computed(scalar);
        let register = 8 * wide.size();
        // Up to the top, then down with the sign or with zeros.
        let left = self.b.constant(RegType::B32, u64::from(register - first - width));
        let right = self.b.constant(RegType::B32, u64::from(register - width));
        let bits = if wide.size() == 8 { ir::Type::B64 } else { ir::Type::B32 };
        let up = self.b.op(Opcode::Shl, bits, &[unit, left]);
        let value = self.b.op(Opcode::Shr, wide, &[up, right]);
        self.value_of_raw(value, ty)
    }

    fn store_bits(&mut self, place: Place, ty: TypeId, scalar: ir::Type, value: Value, first: u32, width: u32) {
        let unit_place = Place { bits: None, ..place };
        let value = self.raw_of_value(value, ty);
        if place.by_bytes {
            return self.store_loose_bits(place, first, width, value);
        }
        let old = self.load(unit_place, unsigned(scalar));
        let (bits, class) = if scalar.size() == 8 { (ir::Type::B64, RegType::B64) } else { (ir::Type::B32, RegType::B32) };
        let mask = if width >= 64 { u64::MAX } else { (1u64 << width) - 1 };
        let keep = self.b.constant(class, !(mask << first));
        let field = self.b.constant(class, mask);
        let shift = self.b.constant(RegType::B32, u64::from(first));
        let kept = self.b.op(Opcode::And, bits, &[old, keep]);
        let part = self.b.op(Opcode::And, bits, &[value, field]);
        let moved = self.b.op(Opcode::Shl, bits, &[part, shift]);
        let unit = self.b.op(Opcode::Or, bits, &[kept, moved]);
        self.store(unit_place, unsigned(scalar), unit);
    }

    /// The value of `e` for memory or as an argument.
    pub(crate) fn raw_value(&mut self, e: &Expr) -> Value {
        let value = self.value(e);
        self.raw_of_value(value, e.ty)
    }

    /// A load with a cache operator.
    pub(crate) fn load_cached(&mut self, place: Place, ty: ir::Type, cache: CacheOp) -> Value {
        self.load_with(place, ty, Access::cached(cache))
    }

    /// A store with a cache operator.
    pub(crate) fn store_cached(&mut self, place: Place, ty: ir::Type, value: Value, cache: CacheOp) {
        self.store_with(place, ty, value, Access::cached(cache));
    }

    /// Copies an object that is loaded with a cache operator.
    pub(crate) fn load_object_cached(&mut self, to: Place, from: Place, ty: TypeId, cache: CacheOp) {
        self.copy_object_with(to, from, ty, Access::cached(cache), Access::default());
    }

    /// Copies an object that is stored with a cache operator.
    pub(crate) fn store_object_cached(&mut self, to: Place, from: Place, ty: TypeId, cache: CacheOp) {
        self.copy_object_with(to, from, ty, Access::default(), Access::cached(cache));
    }

    /// How values of `ty` are represented.
    pub(crate) fn repr_of(&self, ty: TypeId) -> Repr {
        repr(self.types(), ty)
    }
}

/// The unsigned type of the size.
fn unsigned(ty: ir::Type) -> ir::Type {
    match ty.size() {
        1 => ir::Type::U8,
        2 => ir::Type::U16,
        4 => ir::Type::U32,
        _ => ir::Type::U64,
    }
}
