//! Loads and stores: a check of the addresses against the region of their root, then the access; what does not pass is
//! executed by the interpreter, which decides and reports.
//!
//! Linear addresses are checked by the first and last lane of each row. An index that was extended and scaled is
//! compared, as 32 bits, with the range that the region allows. Everything else compares 64 bits a lane.

use super::super::regions::Place;
use super::*;
use crate::interp::code::{Access, Element};
use kern_ir::{AtomOp, Type, Value};

/// Addresses that passed the check.
enum Pointers {
    /// Of the first lane of each row, and the bytes from lane to lane.
    Rows(Vec<Cv>, i64),
    /// Of lane 0, and the bytes from lane to lane, not constant.
    Strided(Cv, Cv),
    /// Start, and eight vectors of 32-bit indices with their scale.
    Indexed(Cv, Vec<Cv>, bool, u64),
    /// To be added to sixteen vectors of addresses.
    Full(Cv, Vec<Cv>),
}

const NONE: &[BlockArg] = &[];

/// A load of rows that was put off to the use of its value.
#[derive(Clone, Debug)]
pub(super) struct Late {
    rows: Vec<Cv>,
    stride: i64,
    pc: usize,
}

impl Late {
    /// Its lanes differ.
    pub(super) fn is_row(&self) -> bool {
        self.stride != 0
    }
}

/// A lane in a loop over lanes.
#[derive(Clone, Copy)]
enum Lane {
    /// Any.
    Number(Cv),
    /// Of the four from this one (64 bits) on.
    InQuad(Cv, i32),
}

/// An operand of a loop over lanes.
enum Operand {
    Same(Cv),
    Lanes(StackSlot),
}

/// Atomic operations that compiled code does itself.
fn is_simple(atom: AtomOp, ty: Type) -> bool {
    match ty {
        Type::F32 | Type::F64 => matches!(atom, AtomOp::Add | AtomOp::Exch),
        _ => matches!(ty.size(), 4 | 8),
    }
}

impl Emitter<'_, '_> {
    pub(super) fn emit_shared_address(&mut self, pc: usize, variable: u32) {
        let result = self.plan.inst(pc).results[0];
        let ty = value::scalar_type(self.plan.func.ty(result));
        let offset = self.regions.shared_offset(variable);
        let base = self.int(ty, offset as i64);
        self.set_bases(result, vec![base]);
    }

    pub(super) fn emit_slot_address(&mut self, pc: usize, slot: u32) {
        let result = self.plan.inst(pc).results[0];
        let ty = value::scalar_type(self.plan.func.ty(result));
        let base = self.load(I64, at::LOCAL_BASE);
        let offset = self.plan.code.locals[slot as usize].offset;
        let address = self.fb.ins().iadd_imm_s(base, offset as i64);
        let address = if ty == I32 { self.fb.ins().ireduce(I32, address) } else { address };
        self.set_bases(result, vec![address]);
    }

    pub(super) fn emit_load(&mut self, pc: usize, access: u32) {
        let plan = self.plan;
        let access = &plan.code.accesses[access as usize];
        let results = plan.inst(pc).results.clone();
        let address = plan.inst(pc).args[0];
        let slow = self.fb.create_block();
        let join = self.fb.create_block();
        if let Some(&[result]) = results.first_chunk::<1>().filter(|_| results.len() == 1)
            && self.may_lie_in_registers(access, address, result)
        {
            return self.emit_load_rows(pc, access, result, (slow, join));
        }
        // What the ways compute for themselves is known on neither the other nor behind.
        let known = self.known();
        let types: Vec<(ir::Type, usize)> = results.iter().map(|&r| self.component(r)).collect();
        for &(ty, count) in &types {
            (0..count).for_each(|_| {
                self.fb.append_block_param(join, ty);
            });
        }
        let Some(pointers) = self.check(pc, access, false, slow) else {
            // Nothing to check against: the interpreter does it. The blocks made for nothing lead nowhere.
            self.abandon(slow, join);
            return self.execute(pc);
        };
        let mut list = Vec::new();
        for (part, &result) in results.iter().enumerate() {
            let offset = part as i32 * access.element.size() as i32;
            list.extend(self.load_lanes(access, result, &pointers, offset));
        }
        let args: Vec<BlockArg> = list.iter().map(|&v| BlockArg::Value(v)).collect();
        self.fb.ins().jump(join, &args);
        self.fb.switch_to_block(slow);
        self.fb.set_cold_block(slow);
        self.forget(known.clone());
        self.put_operands(pc);
        let mask = self.active();
        self.call_helper(helper::EXECUTE, pc, mask);
        let mut args = Vec::new();
        for &result in &results {
            let (Held::Bases(list) | Held::Parts(list)) = self.take(result);
            args.extend(list.into_iter().map(BlockArg::Value));
        }
        self.fb.ins().jump(join, &args);
        self.forget(known);
        self.fb.switch_to_block(join);
        let mut params = self.fb.block_params(join).to_vec().into_iter();
        for (&result, &(_, count)) in results.iter().zip(&types) {
            let list: Vec<Cv> = params.by_ref().take(count).collect();
            let held = if plan.shape(result).is_linear() { Held::Bases(list) } else { Held::Parts(list) };
            self.set_held(result, held);
        }
    }

    /// Whether the interpreter's registers hold what is loaded as memory does: rows of whole elements, of a full warp. One
    /// address may mean memory of each lane's own: then there are many elements where memory has one.
    fn may_lie_in_registers(&self, access: &Access, address: Value, result: Value) -> bool {
        let shape = self.plan.shape(address);
        let is_whole = matches!(access.element, Element::B32 | Element::B64);
        let is_local = matches!(access.root, crate::interp::code::Root::Slot(_)) || access.space == kern_ir::Space::Local;
        self.is_full()
            && is_whole
            && !is_local
            && shape.is_linear()
            && match shape.stride() {
                0 => self.plan.shape(result).is_linear(),
                stride => stride == access.element.size() as i64,
            }
    }

    /// Loads rows of a full warp. Both ways yield pointers: what did not pass is read from where the interpreter put
    /// it. So the loads themselves are in one piece with what follows.
    fn emit_load_rows(&mut self, pc: usize, access: &Access, result: Value, (slow, join): (Block, Block)) {
        let known = self.known();
        let rows = match self.check(pc, access, false, slow) {
            Some(Pointers::Rows(rows, _)) => rows,
            _ => {
                self.abandon(slow, join);
                return self.execute(pc);
            }
        };
        rows.iter().for_each(|_| {
            self.fb.append_block_param(join, I64);
        });
        let args: Vec<BlockArg> = rows.iter().map(|&row| BlockArg::Value(row)).collect();
        self.fb.ins().jump(join, &args);
        self.fb.switch_to_block(slow);
        self.fb.set_cold_block(slow);
        self.forget(known.clone());
        self.put_operands(pc);
        let mask = self.active();
        self.call_helper(helper::EXECUTE, pc, mask);
        let registers = self.load(I64, at::REGISTERS);
        let row_bytes = self.plan.geometry.width() as i64 * access.element.size() as i64;
        let offset = i64::from(self.slot_offset(result));
        let args: Vec<BlockArg> =
            (0..rows.len() as i64).map(|row| BlockArg::Value(self.fb.ins().iadd_imm_s(registers, offset + row * row_bytes))).collect();
        self.fb.ins().jump(join, &args);
        self.forget(known);
        self.fb.switch_to_block(join);
        let rows = self.fb.block_params(join).to_vec();
        let stride = self.plan.shape(self.plan.inst(pc).args[0]).stride();
        if self.plan.is_late[result.index()] {
            self.late.insert(result, Late { rows, stride, pc });
            return;
        }
        let list = self.load_lanes(access, result, &Pointers::Rows(rows, stride), 0);
        let held = if self.plan.shape(result).is_linear() { Held::Bases(list) } else { Held::Parts(list) };
        self.set_held(result, held);
    }

    /// Loads a value whose load was put off.
    pub(super) fn load_late(&mut self, value: Value, late: &Late) -> Held {
        let Kind::Load(access) = self.plan.code.ops[late.pc].kind else { unreachable!("only loads are put off") };
        let access = &self.plan.code.accesses[access as usize];
        let list = self.load_lanes(access, value, &Pointers::Rows(late.rows.clone(), late.stride), 0);
        if self.plan.shape(value).is_linear() { Held::Bases(list) } else { Held::Parts(list) }
    }

    /// One vector of a value whose load was put off; the instruction that uses it can then take it from memory.
    pub(super) fn load_late_part(&mut self, value: Value, late: &Late, part: usize) -> Cv {
        let (vector, count) = value::vector_type(self.plan.func.ty(value));
        let pointers = Pointers::Rows(late.rows.clone(), late.stride);
        let (pointer, at) = self.pointer(&pointers, part * (32 / count));
        if late.stride != 0 {
            return self.fb.ins().load(vector, flags(), pointer, at);
        }
        // The vectors of a row are the same.
        if let Some(&splat) = self.late_splats.get(&(value, pointer)) {
            return splat;
        }
        let scalar = self.fb.ins().load(value::scalar_type(self.plan.func.ty(value)), flags(), pointer, at);
        let splat = self.fb.ins().splat(vector, scalar);
        self.late_splats.insert((value, pointer), splat);
        splat
    }

    pub(super) fn emit_store(&mut self, pc: usize, access: u32) {
        let plan = self.plan;
        let access = &plan.code.accesses[access as usize];
        let values = plan.inst(pc).args[1..].to_vec();
        let slow = self.fb.create_block();
        let join = self.fb.create_block();
        let known = self.known();
        let Some(pointers) = self.check(pc, access, true, slow) else {
            self.abandon(slow, join);
            return self.execute(pc);
        };
        let one = self.int(I64, 1);
        self.store(one, at::EFFECTS);
        let several = values.len() > 1;
        if several || !self.store_rows(access, values[0], &pointers) {
            self.store_lanes(access, &values, &pointers);
        }
        self.fb.ins().jump(join, NONE);
        self.fb.switch_to_block(slow);
        self.fb.set_cold_block(slow);
        self.forget(known.clone());
        self.put_operands(pc);
        let mask = self.active();
        self.call_helper(helper::EXECUTE, pc, mask);
        self.fb.ins().jump(join, NONE);
        self.forget(known);
        self.fb.switch_to_block(join);
    }

    /// An atomic operation, lane after lane.
    pub(super) fn emit_atomic(&mut self, pc: usize, access: u32, atom: AtomOp, ty: Type) {
        let plan = self.plan;
        let access = &plan.code.accesses[access as usize];
        let data = plan.inst(pc);
        let result = data.results.first().copied().filter(|r| plan.code.value_slots[r.index()] != u32::MAX);
        if !is_simple(atom, ty) || matches!(access.space, kern_ir::Space::Generic | kern_ir::Space::Local) {
            return self.execute(pc);
        }
        let slow = self.fb.create_block();
        let join = self.fb.create_block();
        let known = self.known();
        let Some(pointers) = self.check(pc, access, true, slow) else {
            self.abandon(slow, join);
            return self.execute(pc);
        };
        let component = result.map(|r| self.component(r));
        if let Some((ty, count)) = component {
            (0..count).for_each(|_| {
                self.fb.append_block_param(join, ty);
            });
        }
        let operands: Vec<Operand> = data.args[1..].iter().enumerate().map(|(i, &value)| self.operand(value, 1 + i as u32)).collect();
        let is_one = matches!(&pointers, Pointers::Rows(rows, 0) if rows.len() == 1);
        let old = match (&pointers, &operands[..], result) {
            // All lanes add the same to the same place: once.
            (Pointers::Rows(rows, _), [Operand::Same(amount)], None) if is_one && atom == AtomOp::Add && !ty.is_float() => {
                let mask = self.active();
                let lanes = self.fb.ins().popcnt(mask);
                let scalar = self.fb.func.dfg.value_type(*amount);
                let lanes = if scalar == I64 { self.fb.ins().uextend(I64, lanes) } else { lanes };
                let sum = self.fb.ins().imul(lanes, *amount);
                let old = self.fb.ins().load(scalar, flags(), rows[0], 0);
                let new = self.fb.ins().iadd(old, sum);
                self.fb.ins().store(flags(), new, rows[0], 0);
                self.note_change(*amount);
                Vec::new()
            }
            _ => {
                let adds = plan.constant(data.args[1]).is_some_and(|bits| bits as u32 != 0);
                self.each_atomic(access, (atom, ty), &pointers, &operands, (result, adds))
            }
        };
        let args: Vec<BlockArg> = old.into_iter().map(BlockArg::Value).collect();
        self.fb.ins().jump(join, &args);
        self.fb.switch_to_block(slow);
        self.fb.set_cold_block(slow);
        self.forget(known.clone());
        self.put_operands(pc);
        let mask = self.active();
        self.call_helper(helper::EXECUTE, pc, mask);
        let args = match result.map(|r| self.take(r)) {
            Some(Held::Bases(list) | Held::Parts(list)) => list.into_iter().map(BlockArg::Value).collect(),
            None => Vec::new(),
        };
        self.fb.ins().jump(join, &args);
        self.forget(known);
        self.fb.switch_to_block(join);
        if let Some(result) = result {
            let list = self.fb.block_params(join).to_vec();
            let held = if plan.shape(result).is_linear() { Held::Bases(list) } else { Held::Parts(list) };
            self.set_held(result, held);
        }
    }

    /// Notes an effect unless all bits are 0.
    fn note_change(&mut self, bits: Cv) {
        let bits = if self.fb.func.dfg.value_type(bits) == I64 { bits } else { self.fb.ins().uextend(I64, bits) };
        let effects = self.load(I64, at::EFFECTS);
        let effects = self.fb.ins().bor(effects, bits);
        self.store(effects, at::EFFECTS);
    }

    /// An operand for a loop over lanes, on the stack if it differs between them.
    fn operand(&mut self, value: Value, number: u32) -> Operand {
        if self.plan.shape(value).is_uniform() {
            let scalar = self.scalar(value);
            return Operand::Same(if self.plan.is_raw[value.index()] { self.canonical_one(scalar) } else { scalar });
        }
        let parts = self.parts(value);
        let parts = self.canonical(value, parts);
        let slot = self.scratch(number);
        for (k, &part) in parts.iter().enumerate() {
            self.fb.ins().stack_store(I64, part, slot, 16 * k as i32);
        }
        Operand::Lanes(slot)
    }

    fn each_atomic(
        &mut self,
        access: &Access,
        (atom, ty): (AtomOp, Type),
        pointers: &Pointers,
        operands: &[Operand],
        (result, sure_change): (Option<Value>, bool),
    ) -> Vec<Cv> {
        let scalar = match (ty, ty.size()) {
            (Type::F32, _) => F32,
            (Type::F64, _) => F64,
            (_, 8) => I64,
            _ => I32,
        };
        let answer = self.scratch(3);
        let vector = result.map(|r| value::vector_type(self.plan.func.ty(r)));
        if let Some((vector, count)) = vector {
            let zero = self.zero(vector);
            (0..count).for_each(|i| {
                self.fb.ins().stack_store(I64, zero, answer, 16 * i as i32);
            });
        }
        self.spill(pointers);
        let mask = self.active();
        let flushes = access.space != kern_ir::Space::Shared;
        let shift = i64::from(scalar.bytes().trailing_zeros());
        // What is added is known not to be 0: then every lane changes something.
        let is_sure = atom == AtomOp::Add && !ty.is_float() && sure_change;
        if is_sure {
            let one = self.int(I64, 1);
            self.store(one, at::EFFECTS);
        }
        let changes = self.for_each_lane(mask, |e, lane| {
            let pointer = e.pointer_of(pointers, lane);
            let values: Vec<Cv> = operands
                .iter()
                .map(|operand| match *operand {
                    Operand::Same(value) => e.cast(scalar, value),
                    Operand::Lanes(slot) => {
                        let (at, more) = e.element_on_stack(slot, shift, lane);
                        e.fb.ins().load(scalar, flags(), at, more)
                    }
                })
                .collect();
            let old = e.fb.ins().load(scalar, flags(), pointer, 0);
            let new = e.combine(atom, ty, old, &values, flushes);
            e.fb.ins().store(flags(), new, pointer, 0);
            if result.is_some() {
                let (at, more) = e.element_on_stack(answer, shift, lane);
                e.fb.ins().store(flags(), old, at, more);
            }
            if is_sure {
                return None;
            }
            let int = if scalar.bytes() == 8 { I64 } else { I32 };
            let (before, after) = (e.cast(int, old), e.cast(int, new));
            Some(e.fb.ins().bxor(before, after))
        });
        if let Some(changes) = changes {
            self.note_change(changes);
        }
        match vector {
            Some((vector, count)) => (0..count).map(|i| self.fb.ins().stack_load(I64, vector, answer, 16 * i as i32)).collect(),
            None => Vec::new(),
        }
    }

    /// The new value (PTX ISA 9.7.13.5).
    fn combine(&mut self, atom: AtomOp, ty: Type, old: Cv, values: &[Cv], flushes: bool) -> Cv {
        let b = values.first().copied().unwrap_or(old);
        let zero = self.fb.func.dfg.value_type(old);
        let zero = self.zero(zero);
        match atom {
            AtomOp::Add if ty == Type::F32 => {
                let (x, y) = if flushes { (self.flushed(old), self.flushed(b)) } else { (old, b) };
                let sum = self.fb.ins().fadd(x, y);
                let sum = if flushes { self.flushed(sum) } else { sum };
                self.canonical_one(sum)
            }
            AtomOp::Add if ty == Type::F64 => self.fb.ins().fadd(old, b),
            AtomOp::Add => self.fb.ins().iadd(old, b),
            AtomOp::And => self.fb.ins().band(old, b),
            AtomOp::Or => self.fb.ins().bor(old, b),
            AtomOp::Xor => self.fb.ins().bxor(old, b),
            AtomOp::Exch => b,
            AtomOp::Cas => {
                let is_same = self.icmp(IntCC::Equal, old, b);
                self.fb.ins().select(is_same, values[1], old)
            }
            AtomOp::Inc => {
                let wraps = self.icmp(IntCC::UnsignedGreaterThanOrEqual, old, b);
                let more = self.fb.ins().iadd_imm_s(old, 1);
                self.fb.ins().select(wraps, zero, more)
            }
            AtomOp::Dec => {
                let is_zero = self.icmp(IntCC::Equal, old, zero);
                let is_above = self.icmp(IntCC::UnsignedGreaterThan, old, b);
                let wraps = self.fb.ins().bor(is_zero, is_above);
                let less = self.fb.ins().iadd_imm_s(old, -1);
                self.fb.ins().select(wraps, b, less)
            }
            AtomOp::Min | AtomOp::Max => {
                let code = match (atom == AtomOp::Min, ty.is_signed()) {
                    (true, true) => IntCC::SignedLessThanOrEqual,
                    (true, false) => IntCC::UnsignedLessThanOrEqual,
                    (false, true) => IntCC::SignedGreaterThan,
                    (false, false) => IntCC::UnsignedGreaterThan,
                };
                let keeps = self.icmp(code, old, b);
                self.fb.ins().select(keeps, old, b)
            }
        }
    }

    /// Subnormal numbers become zeros of their sign.
    fn flushed(&mut self, value: Cv) -> Cv {
        let bits = self.cast(I32, value);
        let exponent = self.fb.ins().band_imm_u(bits, 0x7f80_0000);
        let sign = self.fb.ins().band_imm_u(bits, 0x8000_0000);
        let zero = self.int(I32, 0);
        let is_small = self.icmp(IntCC::Equal, exponent, zero);
        let bits = self.fb.ins().select(is_small, sign, bits);
        self.cast(F32, bits)
    }

    /// Fills blocks that turned out not to be needed.
    fn abandon(&mut self, slow: Block, join: Block) {
        let here = self.fb.create_block();
        self.fb.ins().jump(here, NONE);
        for block in [slow, join] {
            self.fb.switch_to_block(block);
            self.leave(status::STOP);
        }
        self.fb.switch_to_block(here);
    }

    /// Goes on only if `passes`, else to `slow`.
    fn require(&mut self, passes: Cv, slow: Block) {
        let go_on = self.fb.create_block();
        self.fb.ins().brif(passes, go_on, NONE, slow, NONE);
        self.fb.switch_to_block(go_on);
    }

    /// Checks the addresses of an access; `None` if there is no quick way.
    fn check(&mut self, pc: usize, access: &Access, is_store: bool, slow: Block) -> Option<Pointers> {
        let plan = self.plan;
        let address = plan.inst(pc).args[0];
        let bytes = access.element.size() * u64::from(access.count);
        let shift = bytes.trailing_zeros();
        let shape = plan.shape(address);
        let place = self.regions.place(plan, access, address, is_store)?;
        if let Place::Local { slot, is_generic } = place {
            return self.check_local(address, access, slot, is_generic, bytes, slow);
        }
        let Place::Region { region, root } = place else { return None };
        // The pointer it was computed from must be in the region that was found for it.
        if let Some(root) = root {
            if !plan.shape(root).is_uniform() || plan.func.ty(root) != kern_ir::RegType::B64 {
                return None;
            }
            let value = self.scalar(root);
            let base = self.load(I64, Self::region_at(region, at::REGION_BASE));
            let size = self.load(I64, Self::region_at(region, at::REGION_SIZE));
            let distance = self.fb.ins().isub(value, base);
            let passes = self.icmp(IntCC::UnsignedLessThanOrEqual, distance, size);
            self.require(passes, slow);
        }
        let base = self.load(I64, Self::region_at(region, at::REGION_BASE));
        let count_at = Self::region_at(region, at::REGION_COUNTS + 8 * shift as i32);
        if shape.is_linear() {
            let stride = shape.stride();
            if stride % bytes as i64 != 0 {
                return None;
            }
            let is_row = stride == bytes as i64;
            let row_count_at = if is_row { Self::region_at(region, at::REGION_ROW_COUNTS + 8 * shift as i32) } else { count_at };
            let beyond = if is_row { 0 } else { stride / bytes as i64 * (plan.geometry.width() as i64 - 1) };
            let mut bases = self.bases(address);
            if access.narrow_address {
                bases = bases.into_iter().map(|address| self.fb.ins().uextend(I64, address)).collect();
            }
            match plan.groups.get(&pc).filter(|_| self.is_full()) {
                Some(group) => {
                    let passes = match self.checked.get(&group.first) {
                        Some(&passes) => passes,
                        None => {
                            let count = self.load(I64, row_count_at);
                            let (least, most) = group.offsets;
                            let span = (most - least) >> shift;
                            let corners = if beyond == 0 { vec![0, span] } else { vec![0, beyond, span, beyond + span] };
                            let mut all = None;
                            for &first in &bases {
                                let first = self.fb.ins().iadd_imm_s(first, least);
                                for &more in &corners {
                                    let units = self.units_from(first, base, shift);
                                    let units = self.fb.ins().iadd_imm_s(units, more);
                                    let passes = self.icmp(IntCC::UnsignedLessThan, units, count);
                                    all = Some(match all {
                                        Some(all) => self.fb.ins().band(all, passes),
                                        None => passes,
                                    });
                                }
                            }
                            let all = all.expect("a linear value has a base");
                            self.checked.insert(group.first, all);
                            all
                        }
                    };
                    self.require(passes, slow);
                }
                None => {
                    for &first in &bases {
                        let first = if access.offset != 0 { self.fb.ins().iadd_imm_s(first, access.offset) } else { first };
                        let units = self.units_from(first, base, shift);
                        let count = self.load(I64, row_count_at);
                        let passes = self.icmp(IntCC::UnsignedLessThan, units, count);
                        self.require(passes, slow);
                        if beyond != 0 {
                            let units = self.fb.ins().iadd_imm_s(units, beyond);
                            let count = self.load(I64, row_count_at);
                            let passes = self.icmp(IntCC::UnsignedLessThan, units, count);
                            self.require(passes, slow);
                        }
                    }
                }
            }
            let origin = self.load(I64, Self::region_at(region, at::REGION_ORIGIN));
            let origin = if access.offset != 0 { self.fb.ins().iadd_imm_s(origin, access.offset) } else { origin };
            let pointers = bases.into_iter().map(|p| self.fb.ins().iadd(p, origin)).collect();
            return Some(Pointers::Rows(pointers, stride));
        }
        if access.narrow_address {
            return None;
        }
        match plan.wide_form(address) {
            Some(form) if form.scale >= bytes => self.check_indexed(access, form, base, count_at, region, shift, slow),
            _ => self.check_full(address, access, base, count_at, region, shift, slow),
        }
    }

    /// How many units of `1 << shift` bytes an address lies behind `base`; a huge number if it is before or between two.
    fn units_from(&mut self, address: Cv, base: Cv, shift: u32) -> Cv {
        let distance = self.fb.ins().isub(address, base);
        if shift > 0 { self.fb.ins().rotr_imm_u(distance, i64::from(shift)) } else { distance }
    }

    /// `index` must lie where `bases + index * scale` is in the region: `0 <= first + index * step < count`, all in
    /// units of the access.
    fn check_indexed(
        &mut self,
        access: &Access,
        form: super::super::plan::WideForm,
        base: Cv,
        count_at: i32,
        region: usize,
        shift: u32,
        slow: Block,
    ) -> Option<Pointers> {
        let indices = self.parts(form.index);
        let indices: Vec<Cv> = indices.iter().map(|&p| self.cast(I32X4, p)).collect();
        let mut start = self.int(I64, access.offset);
        for &value in &form.bases {
            let value = self.scalar(value);
            start = self.fb.ins().iadd(start, value);
        }
        let distance = self.fb.ins().isub(start, base);
        let units = if shift > 0 { self.fb.ins().rotr_imm_u(distance, i64::from(shift)) } else { distance };
        // A start far outside of the region would make the ranges below wrap; it is rare enough for the slow path.
        let bound = self.int(I64, 1 << 40);
        let biased = self.fb.ins().iadd_imm_s(units, 1 << 39);
        let passes = self.icmp(IntCC::UnsignedLessThan, biased, bound);
        self.require(passes, slow);
        let step = form.scale >> shift;
        let step_shift = i64::from(step.trailing_zeros());
        let count = self.load(I64, count_at);
        // The least index is ceil(-units / step), the greatest floor((count - 1 - units) / step).
        let negated = self.fb.ins().ineg(units);
        let least = self.fb.ins().iadd_imm_s(negated, step as i64 - 1);
        let least = self.fb.ins().sshr_imm_u(least, step_shift);
        let most = self.fb.ins().isub(count, units);
        let most = self.fb.ins().iadd_imm_s(most, -1);
        let most = self.fb.ins().sshr_imm_u(most, step_shift);
        let (low, high) = if form.signed { (i64::from(i32::MIN), i64::from(i32::MAX)) } else { (0, i64::from(u32::MAX)) };
        let (low, high) = (self.int(I64, low), self.int(I64, high));
        let is_below = self.icmp(IntCC::SignedLessThan, least, low);
        let least = self.fb.ins().select(is_below, low, least);
        let is_above = self.icmp(IntCC::SignedGreaterThan, most, high);
        let most = self.fb.ins().select(is_above, high, most);
        // An empty range lets nothing pass.
        let passes = self.icmp(IntCC::SignedLessThanOrEqual, least, most);
        self.require(passes, slow);
        // Where the index cannot exceed what the region has, its lanes need not be looked at.
        let inside = self.fb.create_block();
        if let Some(bound) = self.plan.bound(form.index) {
            let zero = self.int(I64, 0);
            let bound = self.int(I64, i64::from(bound));
            let from_start = self.icmp(IntCC::SignedLessThanOrEqual, least, zero);
            let to_end = self.icmp(IntCC::SignedGreaterThanOrEqual, most, bound);
            let always = self.fb.ins().band(from_start, to_end);
            let perhaps = self.fb.create_block();
            self.fb.ins().brif(always, inside, NONE, perhaps, NONE);
            self.fb.switch_to_block(perhaps);
        }
        let least = self.fb.ins().ireduce(I32, least);
        let span = {
            let most = self.fb.ins().ireduce(I32, most);
            self.fb.ins().isub(most, least)
        };
        let (least, span) = (self.fb.ins().splat(I32X4, least), self.fb.ins().splat(I32X4, span));
        let outside: Vec<Cv> = indices
            .iter()
            .map(|&p| {
                let above = self.fb.ins().isub(p, least);
                let most = self.fb.ins().umax(above, span);
                self.fb.ins().icmp(IntCC::Equal, most, span)
            })
            .collect();
        self.require_all(&outside, slow);
        self.fb.ins().jump(inside, NONE);
        self.fb.switch_to_block(inside);
        let origin = self.load(I64, Self::region_at(region, at::REGION_ORIGIN));
        let start = self.fb.ins().iadd(start, origin);
        Some(Pointers::Indexed(start, indices, form.signed, form.scale))
    }

    /// All active lanes must be set in `inside`, vectors of 32-bit or 64-bit lanes.
    fn require_all(&mut self, inside: &[Cv], slow: Block) {
        match self.mode {
            Mode::Full => {
                let mut all = inside[0];
                for &part in &inside[1..] {
                    all = self.fb.ins().band(all, part);
                }
                let bytes = self.cast(I8X16, all);
                let signs = self.fb.ins().vhigh_bits(I32, bytes);
                let ones = self.int(I32, 0xffff);
                let passes = self.icmp(IntCC::Equal, signs, ones);
                self.require(passes, slow);
            }
            Mode::Masked(mask) => {
                let narrow;
                let inside = if inside.len() == 16 {
                    narrow = self.narrow_masks(inside);
                    &narrow
                } else {
                    inside
                };
                let bits = self.bits_of_parts(inside);
                let outside = self.fb.ins().band_not(mask, bits);
                let zero = self.int(I32, 0);
                let passes = self.icmp(IntCC::Equal, outside, zero);
                self.require(passes, slow);
            }
        }
    }

    fn narrow_masks(&mut self, list: &[Cv]) -> Vec<Cv> {
        list.chunks(2)
            .map(|pair| {
                let mut mask = [0u8; 16];
                for (i, byte) in mask.iter_mut().enumerate() {
                    *byte = (i / 4 * 8 + i % 4) as u8;
                }
                let (a, b) = (self.cast(I8X16, pair[0]), self.cast(I8X16, pair[1]));
                let mask = self.fb.func.dfg.immediates.push(ir::ConstantData::from(&mask[..]));
                let result = self.fb.ins().shuffle(a, b, mask);
                self.cast(I32X4, result)
            })
            .collect()
    }

    fn check_full(
        &mut self,
        address: Value,
        access: &Access,
        base: Cv,
        count_at: i32,
        region: usize,
        shift: u32,
        slow: Block,
    ) -> Option<Pointers> {
        let parts = self.parts(address);
        let base = if access.offset != 0 { self.fb.ins().iadd_imm_s(base, access.offset.wrapping_neg()) } else { base };
        let base = self.fb.ins().splat(I64X2, base);
        // Offsets as unsigned numbers below `count << shift`, with no low bits: one signed comparison each way.
        let count = self.load(I64, count_at);
        let limit = self.fb.ins().ishl_imm_u(count, i64::from(shift));
        let limit = self.fb.ins().splat(I64X2, limit);
        let low = self.repeated(I64X2, ((1u64 << shift) - 1) | 1 << 63);
        let inside: Vec<Cv> = parts
            .iter()
            .map(|&p| {
                let distance = self.fb.ins().isub(p, base);
                let below = self.fb.ins().icmp(IntCC::SignedGreaterThan, limit, distance);
                let odd = self.fb.ins().band(distance, low);
                let zero = self.zero(I64X2);
                let is_even = self.fb.ins().icmp(IntCC::Equal, odd, zero);
                self.fb.ins().band(below, is_even)
            })
            .collect();
        self.require_all(&inside, slow);
        let origin = self.load(I64, Self::region_at(region, at::REGION_ORIGIN));
        let origin = if access.offset != 0 { self.fb.ins().iadd_imm_s(origin, access.offset) } else { origin };
        Some(Pointers::Full(origin, parts))
    }

    /// A variable of the thread's own frame.
    fn check_local(&mut self, address: Value, access: &Access, slot: u32, is_generic: bool, bytes: u64, slow: Block) -> Option<Pointers> {
        let plan = self.plan;
        let variable = &plan.code.locals[slot as usize];
        if variable.size < bytes || access.narrow_address {
            return None;
        }
        let bias = if is_generic { crate::memory::LOCAL as i64 } else { 0 };
        let base = self.load(I64, at::LOCAL_BASE);
        let base = self.fb.ins().iadd_imm_s(base, variable.offset as i64 + bias);
        let most = variable.size - bytes;
        let local = self.load(I64, at::LOCAL);
        let step = self.load(I64, at::LOCAL_STRIDE);
        let shape = plan.shape(address);
        if shape.is_uniform() {
            let address = self.scalar(address);
            let first = self.fb.ins().iadd_imm_s(address, access.offset);
            let distance = self.fb.ins().isub(first, base);
            let most = self.int(I64, most as i64);
            let passes = self.icmp(IntCC::UnsignedLessThanOrEqual, distance, most);
            self.require(passes, slow);
            if bytes > 1 {
                let low = self.fb.ins().band_imm_u(first, bytes as i64 - 1);
                let zero = self.int(I64, 0);
                let passes = self.icmp(IntCC::Equal, low, zero);
                self.require(passes, slow);
            }
            let pointer = self.fb.ins().iadd(local, first);
            let pointer = if bias != 0 { self.fb.ins().iadd_imm_s(pointer, -bias) } else { pointer };
            return Some(Pointers::Strided(pointer, step));
        }
        let parts = self.parts(address);
        let start = self.fb.ins().iadd_imm_s(base, access.offset.wrapping_neg());
        let start = self.fb.ins().splat(I64X2, start);
        let limit = self.repeated(I64X2, most + 1);
        let sign = self.repeated(I64X2, 1 << 63);
        let low = self.repeated(I64X2, bytes - 1);
        let zero = self.zero(I64X2);
        let displacement = self.repeated(I64X2, access.offset as u64);
        let inside: Vec<Cv> = parts
            .iter()
            .map(|&p| {
                let distance = self.fb.ins().isub(p, start);
                let below = self.fb.ins().icmp(IntCC::SignedGreaterThan, limit, distance);
                let whole = self.fb.ins().iadd(p, displacement);
                let odd = self.fb.ins().band(whole, low);
                let negative = self.fb.ins().band(distance, sign);
                let odd = self.fb.ins().bor(odd, negative);
                let is_even = self.fb.ins().icmp(IntCC::Equal, odd, zero);
                self.fb.ins().band(below, is_even)
            })
            .collect();
        self.require_all(&inside, slow);
        // Each lane has its own copy: the address grows by the stride from lane to lane.
        let zero = self.int(I64, 0);
        let mut steps = Vec::new();
        let two = self.fb.ins().iadd(step, step);
        let pair = self.fb.ins().splat(I64X2, two);
        let first = self.fb.ins().splat(I64X2, zero);
        let mut lanes = self.fb.ins().insertlane(first, step, 1);
        for _ in 0..16 {
            steps.push(lanes);
            lanes = self.fb.ins().iadd(lanes, pair);
        }
        let parts = parts.iter().zip(steps).map(|(&p, s)| self.fb.ins().iadd(p, s)).collect();
        let origin = self.fb.ins().iadd_imm_s(local, access.offset.wrapping_sub(bias));
        Some(Pointers::Full(origin, parts))
    }

    /// Pointer and offset of a lane.
    fn pointer(&mut self, pointers: &Pointers, lane: usize) -> (Cv, i32) {
        let width = self.plan.geometry.width();
        match pointers {
            Pointers::Rows(rows, stride) => {
                let row = if rows.len() > 1 { rows[lane / width] } else { rows[0] };
                let distance = stride * (lane % width) as i64;
                match i32::try_from(distance) {
                    Ok(offset) if offset.abs() < 1 << 20 => (row, offset),
                    _ => (self.fb.ins().iadd_imm_s(row, distance), 0),
                }
            }
            Pointers::Strided(first, step) => {
                let distance = self.fb.ins().imul_imm_s(*step, lane as i64);
                (self.fb.ins().iadd(*first, distance), 0)
            }
            Pointers::Indexed(start, indices, signed, scale) => {
                let index = self.fb.ins().extractlane(indices[lane / 4], (lane % 4) as u8);
                let wide = if *signed { self.fb.ins().sextend(I64, index) } else { self.fb.ins().uextend(I64, index) };
                let scaled = self.fb.ins().ishl_imm_u(wide, i64::from(scale.trailing_zeros()));
                (self.fb.ins().iadd(*start, scaled), 0)
            }
            Pointers::Full(origin, parts) => {
                let address = self.fb.ins().extractlane(parts[lane / 2], (lane % 2) as u8);
                (self.fb.ins().iadd(*origin, address), 0)
            }
        }
    }

    fn load_element(&mut self, element: Element, ty: ir::Type, pointer: Cv, offset: i32) -> Cv {
        match element {
            Element::U8 => self.fb.ins().uload8(I32, flags(), pointer, offset),
            Element::S8 => self.fb.ins().sload8(I32, flags(), pointer, offset),
            Element::U16 => self.fb.ins().uload16(I32, flags(), pointer, offset),
            Element::S16 => self.fb.ins().sload16(I32, flags(), pointer, offset),
            Element::B32 | Element::B64 => self.fb.ins().load(ty, flags(), pointer, offset),
        }
    }

    /// The components of a loaded value.
    fn load_lanes(&mut self, access: &Access, result: Value, pointers: &Pointers, offset: i32) -> Vec<Cv> {
        let plan = self.plan;
        let scalar = value::scalar_type(plan.func.ty(result));
        let (vector, count) = value::vector_type(plan.func.ty(result));
        let size = access.element.size() as i64;
        let is_whole = matches!(access.element, Element::B32 | Element::B64);
        if let Pointers::Rows(rows, stride) = pointers {
            if *stride == 0 {
                let bases: Vec<Cv> = rows.iter().map(|&p| self.load_element(access.element, scalar, p, offset)).collect();
                if plan.shape(result).is_linear() {
                    let (_, wanted) = self.component(result);
                    return if bases.len() == wanted { bases } else { vec![bases[0]; wanted] };
                }
                return self.expand(plan.func.ty(result), &bases, 0);
            }
            if *stride == size && is_whole {
                let lanes = 32 / count;
                // Rows that are the same are loaded once.
                let apart = if rows.len() == 1 { count / plan.geometry.rows } else { count };
                let list: Vec<Cv> = (0..apart)
                    .map(|part| {
                        let (pointer, at) = self.pointer(pointers, part * lanes);
                        self.fb.ins().load(vector, flags(), pointer, at + offset)
                    })
                    .collect();
                return (0..count).map(|part| list[part % apart]).collect();
            }
        }
        if let (Mode::Masked(mask), false) = (self.mode, matches!(pointers, Pointers::Rows(..))) {
            return self.load_active(access, scalar, vector, count, pointers, offset, mask);
        }
        let lanes = 32 / count;
        (0..count)
            .map(|part| {
                let mut result = None;
                for lane in 0..lanes {
                    let (pointer, at) = self.pointer(pointers, part * lanes + lane);
                    let element = self.load_element(access.element, scalar, pointer, at + offset);
                    result = Some(match result {
                        None => self.fb.ins().scalar_to_vector(vector, element),
                        Some(vector) => self.fb.ins().insertlane(vector, element, lane as u8),
                    });
                }
                result.expect("a vector has lanes")
            })
            .collect()
    }

    /// Writes what the pointer of a lane is computed from to the stack, so that a loop over lanes finds it.
    fn spill(&mut self, pointers: &Pointers) {
        let slot = self.scratch(0);
        match pointers {
            Pointers::Indexed(_, parts, ..) | Pointers::Full(_, parts) => {
                for (i, &part) in parts.iter().enumerate() {
                    self.fb.ins().stack_store(I64, part, slot, 16 * i as i32);
                }
            }
            _ => {}
        }
    }

    /// Address and offset of a lane's element of `1 << shift` bytes on the stack.
    fn element_on_stack(&mut self, slot: StackSlot, shift: i64, lane: Lane) -> (Cv, i32) {
        let (number, more) = match lane {
            Lane::Number(lane) => (self.fb.ins().uextend(I64, lane), 0),
            Lane::InQuad(first, more) => (first, more),
        };
        let key = (slot, shift, number);
        if let Some(&at) = self.quad.get(&key) {
            return (at, more << shift);
        }
        let base = self.fb.ins().stack_addr(I64, slot, 0);
        let offset = self.fb.ins().ishl_imm_u(number, shift);
        let at = self.fb.ins().iadd(base, offset);
        self.quad.insert(key, at);
        (at, more << shift)
    }

    /// The pointer of a lane of a loop over lanes.
    fn pointer_of(&mut self, pointers: &Pointers, lane: Lane) -> Cv {
        let slot = self.scratch(0);
        match pointers {
            Pointers::Rows(..) | Pointers::Strided(..) => {
                let wide = match lane {
                    Lane::Number(lane) => self.fb.ins().uextend(I64, lane),
                    Lane::InQuad(first, more) => self.fb.ins().iadd_imm_s(first, i64::from(more)),
                };
                self.pointer_of_linear(pointers, wide)
            }
            Pointers::Indexed(start, _, signed, scale) => {
                let (at, offset) = self.element_on_stack(slot, 2, lane);
                let index = if *signed { self.fb.ins().sload32(flags(), at, offset) } else { self.fb.ins().uload32(flags(), at, offset) };
                let scaled = self.fb.ins().ishl_imm_u(index, i64::from(scale.trailing_zeros()));
                self.fb.ins().iadd(*start, scaled)
            }
            Pointers::Full(origin, _) => {
                let (at, offset) = self.element_on_stack(slot, 3, lane);
                let address = self.fb.ins().load(I64, flags(), at, offset);
                self.fb.ins().iadd(*origin, address)
            }
        }
    }

    fn pointer_of_linear(&mut self, pointers: &Pointers, wide: Cv) -> Cv {
        match pointers {
            Pointers::Rows(rows, stride) => {
                let width = self.plan.geometry.width() as i64;
                let mut row = rows[0];
                for (i, &other) in rows.iter().enumerate().skip(1) {
                    let start = self.int(I64, i as i64 * width);
                    let is_later = self.icmp(IntCC::UnsignedGreaterThanOrEqual, wide, start);
                    row = self.fb.ins().select(is_later, other, row);
                }
                let in_row = self.fb.ins().band_imm_u(wide, width - 1);
                let distance = self.fb.ins().imul_imm_s(in_row, *stride);
                self.fb.ins().iadd(row, distance)
            }
            Pointers::Strided(first, step) => {
                let distance = self.fb.ins().imul(*step, wide);
                self.fb.ins().iadd(*first, distance)
            }
            Pointers::Indexed(..) | Pointers::Full(..) => unreachable!("their addresses are on the stack"),
        }
    }

    /// Runs `body` for each lane of `mask`, in order. Of what it returns the bits are collected.
    fn for_each_lane(&mut self, mask: Cv, mut body: impl FnMut(&mut Self, Lane) -> Option<Cv>) -> Option<Cv> {
        let (head, done) = (self.fb.create_block(), self.fb.create_block());
        let zero = self.int(I64, 0);
        let is_full = self.is_full();
        let left = self.fb.append_block_param(head, if is_full { I64 } else { I32 });
        let found = self.fb.append_block_param(head, I64);
        let result = self.fb.append_block_param(done, I64);
        self.fb.ins().jump(head, &[BlockArg::Value(if is_full { zero } else { mask }), BlockArg::Value(zero)]);
        self.fb.switch_to_block(head);
        self.quad.clear();
        let mut all = None;
        let mut collect = |e: &mut Self, bits: Option<Cv>| {
            if let Some(bits) = bits {
                let wide = if e.fb.func.dfg.value_type(bits) == I64 { bits } else { e.fb.ins().uextend(I64, bits) };
                let others = all.unwrap_or(found);
                all = Some(e.fb.ins().bor(others, wide));
            }
        };
        let (rest, goes_on) = if is_full {
            for more in 0..4 {
                let bits = body(self, Lane::InQuad(left, more));
                collect(self, bits);
            }
            let next = self.fb.ins().iadd_imm_s(left, 4);
            let goes_on = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, next, 32);
            (next, goes_on)
        } else {
            let lane = self.fb.ins().ctz(left);
            let bits = body(self, Lane::Number(lane));
            collect(self, bits);
            let less = self.fb.ins().iadd_imm_s(left, -1);
            let rest = self.fb.ins().band(left, less);
            (rest, rest)
        };
        let bits = all.unwrap_or(found);
        let again = [BlockArg::Value(rest), BlockArg::Value(bits)];
        self.fb.ins().brif(goes_on, head, &again, done, &[BlockArg::Value(bits)]);
        self.fb.switch_to_block(done);
        self.quad.clear();
        all.map(|_| result)
    }

    fn load_active(
        &mut self,
        access: &Access,
        scalar: ir::Type,
        vector: ir::Type,
        count: usize,
        pointers: &Pointers,
        offset: i32,
        mask: Cv,
    ) -> Vec<Cv> {
        let result = self.scratch(1);
        let zero = self.zero(vector);
        (0..count).for_each(|i| {
            self.fb.ins().stack_store(I64, zero, result, 16 * i as i32);
        });
        self.spill(pointers);
        let shift = i64::from(scalar.bytes().trailing_zeros());
        self.for_each_lane(mask, |e, lane| {
            let pointer = e.pointer_of(pointers, lane);
            let element = e.load_element(access.element, scalar, pointer, offset);
            let (at, more) = e.element_on_stack(result, shift, lane);
            e.fb.ins().store(flags(), element, at, more);
            None
        });
        (0..count).map(|i| self.fb.ins().stack_load(I64, vector, result, 16 * i as i32)).collect()
    }

    fn store_element(&mut self, element: Element, value: Cv, pointer: Cv, offset: i32) {
        match element {
            Element::U8 | Element::S8 => self.fb.ins().istore8(flags(), value, pointer, offset),
            Element::U16 | Element::S16 => self.fb.ins().istore16(flags(), value, pointer, offset),
            Element::B32 | Element::B64 => self.fb.ins().store(flags(), value, pointer, offset),
        };
    }

    /// Whole vectors to consecutive places; `false` if they are not.
    fn store_rows(&mut self, access: &Access, value: Value, pointers: &Pointers) -> bool {
        let Pointers::Rows(rows, stride) = pointers else { return false };
        let is_whole = matches!(access.element, Element::B32 | Element::B64);
        if !self.is_full() {
            return false;
        }
        if *stride == 0 && rows.len() == 1 && self.plan.shape(value).is_uniform() {
            let base = self.scalar(value);
            let base = if self.plan.is_raw[value.index()] { self.canonical_one(base) } else { base };
            self.store_element(access.element, base, rows[0], 0);
            return true;
        }
        if *stride != access.element.size() as i64 || !is_whole {
            return false;
        }
        let parts = self.parts(value);
        let parts = self.canonical(value, parts);
        let lanes = 32 / parts.len();
        for (i, &part) in parts.iter().enumerate() {
            let (pointer, at) = self.pointer(pointers, i * lanes);
            self.fb.ins().store(flags(), part, pointer, at);
        }
        true
    }

    /// Lane after lane.
    fn store_lanes(&mut self, access: &Access, values: &[Value], pointers: &Pointers) {
        let size = access.element.size() as i32;
        let mut all = Vec::new();
        for &value in values {
            let parts = self.parts(value);
            all.push(self.canonical(value, parts));
        }
        let lanes = 32 / all[0].len();
        match self.mode {
            Mode::Full => {
                for lane in 0..32 {
                    let (pointer, at) = self.pointer(pointers, lane);
                    for (i, parts) in all.iter().enumerate() {
                        let element = self.fb.ins().extractlane(parts[lane / lanes], (lane % lanes) as u8);
                        self.store_element(access.element, element, pointer, at + i as i32 * size);
                    }
                }
            }
            Mode::Masked(mask) => {
                let scalar = value::scalar_type(self.plan.func.ty(values[0]));
                for (i, parts) in all.iter().enumerate() {
                    let slot = self.scratch(1 + i as u32);
                    for (k, &part) in parts.iter().enumerate() {
                        self.fb.ins().stack_store(I64, part, slot, 16 * k as i32);
                    }
                }
                self.spill(pointers);
                let shift = i64::from(scalar.bytes().trailing_zeros());
                self.for_each_lane(mask, |e, lane| {
                    let pointer = e.pointer_of(pointers, lane);
                    for i in 0..all.len() {
                        let slot = e.scratch(1 + i as u32);
                        let (at, more) = e.element_on_stack(slot, shift, lane);
                        let element = e.fb.ins().load(scalar, flags(), at, more);
                        e.store_element(access.element, element, pointer, i as i32 * size);
                    }
                    None
                });
            }
        }
    }
}
