//! Spills: values written to and read from the interpreter's registers, as they lie there or packed, for all lanes or some.

use super::*;
use crate::decode::registers::Width;
use crate::decode::side::{is_device, is_host};
use kern_ir::Value;

/// What becomes of NaNs that are not the canonical one yet where values are written.
#[derive(Clone, Copy)]
pub(super) enum Nans {
    Canonical,
    /// Nobody but the full copy, which takes them for what they are, reads them.
    AsTheyAre,
}

impl<const L: usize> Emitter<'_, '_, L> {
    pub(super) fn slot_offset(&self, value: Value) -> i32 {
        self.plan.code.value_slots[value.index()] as i32 * 4 * L as i32
    }

    /// A place on the stack.
    pub(super) fn scratch(&mut self, number: u32) -> StackSlot {
        if let Some(&slot) = self.scratch.get(&number) {
            return slot;
        }
        let slot = self.fb.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, 256, 4));
        self.scratch.insert(number, slot);
        slot
    }

    /// Whether NaNs of a value are to be replaced where it is written.
    fn must_mend(&self, value: Value, nans: Nans) -> bool {
        matches!(nans, Nans::Canonical) && self.plan.is_noncanonical[value.index()]
    }

    /// Whether a value has to be written for the interpreter to have it.
    fn is_put(&self, value: Value) -> bool {
        self.plan.code.value_slots[value.index()] != u32::MAX && !self.plan.is_kept[value.index()]
    }

    /// Writes values, for all lanes or those of a mask, to the interpreter's registers. That is cold code, of which there
    /// would be much, so a helper makes lanes of them.
    pub(super) fn spill(&mut self, values: Vec<Value>, mask: Option<Cv>) {
        if is_host(L) {
            let registers = self.load(I64, at::REGISTERS);
            return values.into_iter().for_each(|value| self.spill_packed(registers, value, Nans::Canonical));
        }
        let marshalled = self.marshal(values);
        if marshalled.is_empty() {
            return;
        }
        let number = self.spilled.iter().position(|known| *known == marshalled).unwrap_or(self.spilled.len());
        if number == self.spilled.len() {
            self.spilled.push(marshalled);
        }
        let mask = mask.unwrap_or_else(|| self.int(I32, -1));
        self.call_helper_at(Helper::Spill, number, mask);
    }

    /// Writes values for a helper.
    pub(super) fn marshal(&mut self, values: Vec<Value>) -> Vec<Marshalled> {
        let values: Vec<Value> = values.into_iter().filter(|&value| self.is_put(value)).collect();
        if values.is_empty() {
            return Vec::new();
        }
        let marshalling = self.load(I64, at::MARSHALLING);
        let mut list = Vec::new();
        for value in values {
            let (ty, shape) = (self.plan.func.ty(value), self.plan.shape(value));
            let (slot, width) = (self.plan.code.value_slots[value.index()], Width::of(ty));
            let mut affine = None;
            if is_host(L) || (shape.is_affine() && width != Width::Predicate) {
                let bases = self.bases(value);
                affine = Some(Affine { stride: shape.stride(), width: self.plan.geometry.width(), per_row: bases.len() > 1 });
                self.spill_bases(marshalling, value, bases, Nans::Canonical);
            } else {
                self.write(marshalling, value, Nans::Canonical);
            }
            list.push(Marshalled { slot, width, affine });
        }
        list
    }

    /// Writes all lanes of a value.
    pub(super) fn write(&mut self, registers: Cv, value: Value, nans: Nans) {
        let offset = self.slot_offset(value);
        if Width::of(self.plan.func.ty(value)) == Width::Predicate {
            let bits = self.bits_of(value);
            self.fb.ins().store(flags(), bits, registers, offset);
            return;
        }
        let parts = self.parts(value);
        // Vector after vector: this is mostly cold code within hot loops, where it must not use up the registers.
        for (i, part) in parts.into_iter().enumerate() {
            let part = if self.must_mend(value, nans) { self.canonical_one(part) } else { part };
            self.fb.ins().store(flags(), part, registers, offset + 16 * i as i32);
        }
    }

    /// Writes a value of a full warp so that [`Emitter::read`] finds it: affine ones only where a row starts.
    pub(super) fn spill_packed(&mut self, registers: Cv, value: Value, nans: Nans) {
        let (ty, shape) = (self.plan.func.ty(value), self.plan.shape(value));
        if !self.is_put(value) {
            return;
        }
        if is_device(L) && (!shape.is_affine() || Width::of(ty) == Width::Predicate) {
            return self.write(registers, value, nans);
        }
        let bases = self.bases(value);
        self.spill_bases(registers, value, bases, nans);
    }

    /// Writes the bases of an affine value of a full warp to where it lies in the interpreter's registers.
    pub(super) fn spill_bases(&mut self, registers: Cv, value: Value, bases: Vec<Cv>, nans: Nans) {
        let ty = self.plan.func.ty(value);
        let offset = self.slot_offset(value);
        for (row, base) in bases.into_iter().enumerate() {
            let base = if self.must_mend(value, nans) { self.canonical_one(base) } else { base };
            let base = if Width::of(ty) == Width::Predicate { self.fb.ins().uextend(I32, base) } else { base };
            let size = ty.size().max(4) as i32;
            self.fb.ins().store(flags(), base, registers, offset + (row * self.plan.geometry.width()) as i32 * size);
        }
    }

    /// Reads values of a full warp into their variables.
    pub(super) fn read_all(&mut self, values: impl Iterator<Item = usize>) {
        let mut registers = None;
        for value in values.map(|value| Value(value as u32)) {
            let registers = *registers.get_or_insert_with(|| self.load(I64, at::REGISTERS));
            let held = self.read(registers, value);
            self.define_variable(value, held);
        }
    }

    /// Reads a value of a full warp.
    pub(super) fn read(&mut self, registers: Cv, value: Value) -> Held {
        let offset = self.slot_offset(value);
        let ty = self.plan.func.ty(value);
        let (component, count) = self.component(value);
        if Width::of(ty) == Width::Predicate {
            let bits = self.fb.ins().load(I32, flags(), registers, offset);
            return self.predicate_from(value, bits);
        }
        if self.plan.shape(value).is_affine() {
            let step = (self.plan.geometry.width() * ty.size().max(4) as usize) as i32;
            return Held::Bases(
                (0..count).map(|row| self.fb.ins().load(component, flags(), registers, offset + row as i32 * step)).collect(),
            );
        }
        Held::Parts((0..count).map(|i| self.fb.ins().load(component, flags(), registers, offset + 16 * i as i32)).collect())
    }

    fn predicate_from(&mut self, value: Value, bits: Cv) -> Held {
        if !self.plan.shape(value).is_affine() {
            return Held::Parts(self.vectors_of_bits(bits));
        }
        let (_, count) = self.component(value);
        let width = self.plan.geometry.width();
        Held::Bases(
            (0..count)
                .map(|row| {
                    let bit = if row > 0 { self.fb.ins().ushr_imm_u(bits, (row * width) as i64) } else { bits };
                    let byte = self.fb.ins().ireduce(I8, bit);
                    self.fb.ins().band_imm_u(byte, 1)
                })
                .collect(),
        )
    }

    /// Reads a value that a helper has left for the active lanes.
    pub(super) fn take(&mut self, value: Value) -> Held {
        let marshalling = self.load(I64, at::MARSHALLING);
        if self.is_full() && (self.plan.shape(value).stride() == 0) {
            return self.read(marshalling, value);
        }
        let mask = self.active();
        self.read_masked(marshalling, value, mask)
    }

    /// Reads a value of which lanes of `mask` have the right one.
    fn read_masked(&mut self, registers: Cv, value: Value, mask: Cv) -> Held {
        let ty = self.plan.func.ty(value);
        let shape = self.plan.shape(value);
        if !shape.is_affine() {
            return self.read(registers, value);
        }
        let offset = self.slot_offset(value);
        let (component, count) = self.component(value);
        let width = self.plan.geometry.width();
        let bases = (0..count)
            .map(|row| {
                let mut lanes = mask;
                if count > 1 {
                    let row_lanes = self.int(I32, ((1i64 << width) - 1) << (row * width));
                    lanes = self.fb.ins().band(mask, row_lanes);
                }
                // A row without lanes has any value.
                let last = self.int(I32, 1 << 31);
                let some = self.fb.ins().bor(lanes, last);
                let lane = self.fb.ins().ctz(some);
                if Width::of(ty) == Width::Predicate {
                    let word = self.fb.ins().load(I32, flags(), registers, offset);
                    let bit = self.fb.ins().ushr(word, lane);
                    let byte = self.fb.ins().ireduce(I8, bit);
                    return self.fb.ins().band_imm_u(byte, 1);
                }
                let lane = self.fb.ins().uextend(I64, lane);
                let at = self.fb.ins().imul_imm_s(lane, i64::from(ty.size().max(4)));
                let at = self.fb.ins().iadd(registers, at);
                let bits = self.fb.ins().load(component, flags(), at, offset);
                if shape.stride() == 0 {
                    return bits;
                }
                let in_row = self.fb.ins().band_imm_u(lane, width as i64 - 1);
                let distance = self.fb.ins().imul_imm_s(in_row, shape.stride());
                let distance = if component == I32 { self.fb.ins().ireduce(I32, distance) } else { distance };
                self.fb.ins().isub(bits, distance)
            })
            .collect();
        Held::Bases(bases)
    }

    /// Reads all that lanes at any entry may need; the masks are in the context.
    pub(super) fn load_for_masks(&mut self) {
        let plan = self.plan;
        for index in 0..plan.func.values.len() {
            let segments: Vec<usize> = (0..plan.segments.len()).filter(|&n| plan.is_entry[n] && plan.live_in[n].contains(index)).collect();
            if segments.is_empty() || self.vars[index].is_empty() {
                continue;
            }
            let value = Value(index as u32);
            let registers = self.load(I64, at::REGISTERS);
            let held = if plan.shape(value).is_affine() {
                let mut mask = self.int(I32, 0);
                for segment in segments {
                    let here = self.load(I32, self.mask_at(segment));
                    mask = self.fb.ins().bor(mask, here);
                }
                self.read_masked(registers, value, mask)
            } else {
                self.read(registers, value)
            };
            self.define_variable(value, held);
        }
    }
}
