//! Objects of class and array type: copied, cleared.

use super::layout::{Leaf, groups, leaves, word};
use super::memory::Access;
use super::{Base, FunctionLowering, Place};
use crate::hir::{self, TypeId};
use kern_ir as ir;
use kern_ir::{Cmp, InstData, Opcode, Payload, RegType, Type, Value};

/// Objects of more scalars are copied by a loop (device) or a runtime function (host).
const LEAF_LIMIT: usize = 32;

impl FunctionLowering<'_, '_> {
    /// Copies an object of type `ty`, scalar by scalar where it is small.
    pub(crate) fn copy_object(&mut self, to: Place, from: Place, ty: TypeId) {
        self.copy_object_with(to, from, ty, Access::default(), Access::default());
    }

    /// [`FunctionLowering::copy_object`] with cache operators for the load and the store.
    pub(crate) fn copy_object_with(&mut self, to: Place, from: Place, ty: TypeId, load: Access, store: Access) {
        let size = self.types().size_of(ty);
        if size == 0 {
            return;
        }
        match leaves(self.types(), ty, LEAF_LIMIT) {
            Some(mut leaves) => {
                let align = self.types().align_of(ty);
                let end = self.data_size(ty);
                leaves.retain(|leaf| !leaf.is_padding || leaf.offset < end);
                let is_memory = |place| Self::access_align(place, align) == align && !place.by_bytes;
                if self.m.is_device() && is_memory(to) && is_memory(from) {
                    leaves = words_of(leaves, size, align);
                }
                let values = self.load_leaves(from, &leaves, align, load);
                self.store_leaves(to, &leaves, &values, align, store);
            }
            None => self.copy_bytes(to, from, self.data_size(ty), self.types().align_of(ty)),
        }
    }

    /// Bytes of an object that may be a base: in host code what follows belongs to the class derived from it. nvcc's device
    /// compiler copies whole words.
    fn data_size(&self, ty: TypeId) -> u64 {
        match self.types().get(ty) {
            hir::Type::Class(class) if !self.m.is_device() => self.types().class(*class).data_size,
            _ => self.types().size_of(ty),
        }
    }

    /// Slots are accessed scalar by scalar, so that they can become registers.
    fn access_align(place: Place, align: u64) -> u64 {
        if place.is_slot() || place.is_volatile || matches!(place.base, Base::Param(_)) { 1 } else { align }
    }

    fn load_leaves(&mut self, from: Place, leaves: &[Leaf], align: u64, access: Access) -> Vec<Value> {
        let mut values: Vec<Option<Value>> = vec![None; leaves.len()];
        for group in groups(leaves, Self::access_align(from, align)) {
            let members = &leaves[group.first..group.first + group.count];
            let place = from.at(members[0].offset as i64);
            if group.count == 1 {
                let place = unaligned(place, members[0], align);
                values[group.first] = Some(self.load_with(place, members[0].ty, access));
                continue;
            }
            let ty = common_type(members);
            let loaded = self.load_vector(place, ty, group.count, access);
            for (i, (leaf, value)) in members.iter().zip(loaded).enumerate() {
                values[group.first + i] = Some(self.bits(value, leaf.ty.reg()));
            }
        }
        leaves.iter().zip(values).map(|(leaf, value)| value.unwrap_or_else(|| self.b.constant(leaf.ty.reg(), 0))).collect()
    }

    fn store_leaves(&mut self, to: Place, leaves: &[Leaf], values: &[Value], align: u64, access: Access) {
        for group in groups(leaves, Self::access_align(to, align)) {
            let members = &leaves[group.first..group.first + group.count];
            let place = to.at(members[0].offset as i64);
            if group.count == 1 {
                let place = unaligned(place, members[0], align);
                self.store_with(place, members[0].ty, values[group.first], access);
                continue;
            }
            let ty = common_type(members);
            let parts: Vec<Value> = values[group.first..group.first + group.count].iter().map(|&v| self.bits(v, ty.reg())).collect();
            self.store_vector(place, ty, &parts, access);
        }
    }

    /// Copies bytes that are too many for scalars.
    pub(crate) fn copy_bytes(&mut self, to: Place, from: Place, size: u64, align: u64) {
        if !self.m.is_device() {
            let (target, source) = (self.address(to), self.address(from));
            let size = self.b.constant(RegType::B64, size);
            self.call_runtime("memcpy", &[target, source, size], Some(RegType::B64));
            return;
        }
        let (step, ty) = word(align);
        let (to_base, to_space) = self.base_address(to);
        let (from_base, from_space) = self.base_address(from);
        self.word_loop(size / step, step, |this, bytes| {
            let source = this.b.op(Opcode::Add, Type::S64, &[from_base, bytes]);
            let target = this.b.op(Opcode::Add, Type::S64, &[to_base, bytes]);
            let value = this.load(from.rebased(Base::Address(source, from_space)), ty);
            this.store(to.rebased(Base::Address(target, to_space)), ty, value);
        });
    }

    /// Runs `body` with the byte offsets of `count` words.
    fn word_loop(&mut self, count: u64, step: u64, body: impl FnOnce(&mut Self, Value)) {
        let (head, exit) = (self.b.create_block(), self.b.create_block());
        let offset = self.b.func.add_block_param(head, RegType::B64);
        let zero = self.b.constant(RegType::B64, 0);
        self.b.jump(head, &[zero]);
        self.b.switch_to(head);
        body(self, offset);
        let step_value = self.b.constant(RegType::B64, step);
        let next = self.b.op(Opcode::Add, Type::S64, &[offset, step_value]);
        let end = self.b.constant(RegType::B64, count * step);
        let more = self.compare(Cmp::Lt, Type::U64, next, end);
        let again = ir::BlockCall { block: head, args: vec![next] };
        self.b.branch(more, again, ir::BlockCall { block: exit, args: Vec::new() });
        self.b.switch_to(exit);
    }

    /// Clears an object of type `ty`.
    pub(crate) fn clear_object(&mut self, to: Place, ty: TypeId) {
        let size = self.types().size_of(ty);
        if size == 0 {
            return;
        }
        if let Some(leaves) = leaves(self.types(), ty, LEAF_LIMIT) {
            let values: Vec<Value> = leaves.iter().map(|leaf| self.b.constant(leaf.ty.reg(), 0)).collect();
            let align = self.types().align_of(ty);
            self.store_leaves(to, &leaves, &values, align, Access::default());
        } else if self.m.is_device() {
            let (step, word) = word(self.types().align_of(ty));
            let (base, space) = self.base_address(to);
            let zero = self.b.constant(word.reg(), 0);
            self.word_loop(size / step, step, |this, bytes| {
                let target = this.b.op(Opcode::Add, Type::S64, &[base, bytes]);
                this.store(to.rebased(Base::Address(target, space)), word, zero);
            });
        } else {
            let target = self.address(to);
            let (zero, size) = (self.word(0), self.b.constant(RegType::B64, size));
            self.call_runtime("memset", &[target, zero, size], Some(RegType::B64));
        }
    }

    /// Calls the runtime function `name`.
    pub(crate) fn call_runtime(&mut self, name: &str, args: &[Value], result: Option<RegType>) -> Option<Value> {
        let params: Vec<RegType> = args.iter().map(|&arg| self.b.func.ty(arg)).collect();
        let func = self.m.external(name, &params, result.as_slice(), false);
        let data = InstData { args: args.to_vec(), payload: Payload::Call(func), ..InstData::new(Opcode::Call, Type::B32) };
        let inst = self.b.push(data, result.as_slice());
        self.b.func.insts[inst.index()].results.first().copied()
    }
}

/// What is copied from memory to memory: the scalars, or, where these take more accesses, words as wide as the alignment allows,
/// whatever lies in them (nvcc copies objects as bytes).
fn words_of(leaves: Vec<Leaf>, size: u64, align: u64) -> Vec<Leaf> {
    let (step, ty) = word(align.min(4));
    let words: Vec<Leaf> = (0..size / step).map(|number| Leaf { offset: number * step, ty, is_padding: false }).collect();
    if groups(&words, align).len() < groups(&leaves, align).len() { words } else { leaves }
}

/// The place of a scalar in an object of that alignment.
fn unaligned(place: Place, leaf: Leaf, align: u64) -> Place {
    let size = u64::from(leaf.ty.size());
    Place { by_bytes: place.by_bytes || align < size || !leaf.offset.is_multiple_of(size), ..place }
}

/// The element type of a vector access to `leaves`, which have one size.
fn common_type(leaves: &[Leaf]) -> Type {
    let first = leaves[0].ty;
    if leaves.iter().all(|leaf| leaf.ty == first) {
        return first;
    }
    // Padding follows its neighbours.
    if leaves.iter().all(|leaf| leaf.ty == first || leaf.is_padding) {
        return first;
    }
    match first.size() {
        1 => Type::U8,
        2 => Type::U16,
        4 => Type::B32,
        _ => Type::B64,
    }
}
