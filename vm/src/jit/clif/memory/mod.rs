//! Loads and stores: a check of the addresses against the region of their root, then the access; what does not pass is
//! executed by the interpreter, which decides and reports.

mod atomic;
mod check;
mod host;
mod lanes;

use super::super::analysis::Stride;
use super::prefetch;
use super::*;
use crate::decode::code::{Access, Element};
pub(super) use check::Checked;
use check::Pointers;
use kern_ir::Value;

/// A load of rows that was put off to the use of its value.
#[derive(Clone, Debug)]
pub(super) struct DeferredLoad {
    rows: Vec<Cv>,
    stride: i64,
    pc: usize,
}

impl DeferredLoad {
    /// Its lanes differ.
    pub(super) fn is_row(&self) -> bool {
        self.stride != 0
    }
}

/// The two ways of an access.
struct Ways {
    slow: Block,
    /// What was known where they split.
    known: Known,
}

impl<const L: usize> Emitter<'_, '_, L> {
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
        let results = &plan.inst(pc).results;
        if L == 1 {
            return self.host_load(pc, access);
        }
        if let &[result] = &results[..]
            && self.may_lie_in_registers(access, plan.inst(pc).args[0], result)
        {
            return self.emit_load_rows(pc, access, result);
        }
        let ways = self.part_ways();
        let Some(pointers) = self.check(pc, access, false, ways.slow) else { return self.go_slow_way(pc, ways) };
        self.emit_count_access(pc, access);
        let mut list = Vec::new();
        for (part, &result) in results.iter().enumerate() {
            let offset = part as i32 * access.element.size() as i32;
            list.extend(self.load_lanes(access, result, &pointers, offset));
        }
        let list = self.join_ways(pc, ways, list, |e| results.iter().flat_map(|&r| e.take(r).into_components()).collect());
        let mut rest = &list[..];
        for &result in results {
            let (own, others) = rest.split_at(self.component(result).1);
            let held = self.holds(result, own.to_vec());
            self.set_held(result, held);
            rest = others;
        }
    }

    /// Whether the interpreter's registers hold what is loaded as memory does: rows of whole elements, of a full warp. One
    /// address may mean memory of each lane's own: then there are many elements where memory has one.
    fn may_lie_in_registers(&self, access: &Access, address: Value, result: Value) -> bool {
        let shape = self.plan.shape(address);
        let is_whole = matches!(access.element, Element::B32 | Element::B64);
        let is_local = matches!(access.root, crate::decode::code::Root::Slot(_)) || access.space == kern_ir::Space::Local;
        self.is_full()
            && is_whole
            && !is_local
            && shape.is_affine()
            && match shape.stride() {
                0 => self.plan.shape(result).is_affine(),
                stride => stride == access.element.size() as i64,
            }
    }

    /// Loads rows of a full warp. Both ways yield pointers: what did not pass is read from where the interpreter put
    /// it. So the loads themselves are in one piece with what follows.
    fn emit_load_rows(&mut self, pc: usize, access: &Access, result: Value) {
        let ways = self.part_ways();
        let Some(Pointers::Rows(rows, stride)) = self.check(pc, access, false, ways.slow) else { return self.go_slow_way(pc, ways) };
        self.emit_count_access(pc, access);
        if let ([row], Some(&stride)) = (&rows[..], self.plan.strides.get(&pc)) {
            self.prefetch(*row, stride);
        }
        let count = rows.len() as i64;
        let rows = self.join_ways(pc, ways, rows, |e| {
            let registers = e.load(I64, at::MARSHALLING);
            let row_bytes = e.plan.geometry.width() as i64 * access.element.size() as i64;
            let offset = i64::from(e.slot_offset(result));
            (0..count).map(|row| e.fb.ins().iadd_imm_s(registers, offset + row * row_bytes)).collect()
        });
        if self.plan.is_late[result.index()] {
            self.deferred.insert(result, DeferredLoad { rows, stride, pc });
            return;
        }
        let list = self.load_lanes(access, result, &Pointers::Rows(rows, stride), 0);
        let held = self.holds(result, list);
        self.set_held(result, held);
    }

    /// Prefetches what lies where a row will be some iterations later.
    fn prefetch(&mut self, row: Cv, stride: Stride) {
        if !cfg!(target_arch = "x86_64") {
            return;
        }
        let step = self.scalar(stride.step);
        let step = if self.fb.func.dfg.value_type(step) == I32 { self.fb.ins().sextend(I64, step) } else { step };
        let far = self.fb.ins().imul_imm_s(step, stride.scale * prefetch::PREFETCH_DISTANCE);
        let later = self.fb.ins().iadd(row, far);
        let here = self.fb.srcloc();
        for offset in [0, 64] {
            self.prefetches += 1;
            self.fb.set_srcloc(ir::SourceLoc::new(prefetch::PREFETCH | self.prefetches));
            let marker = self.int(I8, prefetch::MARKER.into());
            self.fb.ins().store(flags(), marker, later, offset);
        }
        self.fb.set_srcloc(here);
    }

    /// Loads a value whose load was put off.
    pub(super) fn load_deferred(&mut self, value: Value, deferred: &DeferredLoad) -> Held {
        let OpKind::Load(access) = self.plan.code.ops[deferred.pc].kind else { unreachable!("only loads are put off") };
        let access = &self.plan.code.accesses[access as usize];
        let list = self.load_lanes(access, value, &Pointers::Rows(deferred.rows.clone(), deferred.stride), 0);
        self.holds(value, list)
    }

    /// One vector of a value whose load was put off; the instruction that uses it can then take it from memory.
    pub(super) fn load_deferred_vector(&mut self, value: Value, deferred: &DeferredLoad, part: usize) -> Cv {
        let (vector, count) = value::vector_type(self.plan.func.ty(value));
        let pointers = Pointers::Rows(deferred.rows.clone(), deferred.stride);
        let (pointer, at) = self.pointer(&pointers, part * (32 / count));
        // All rows are the same, or all vectors of a row.
        let is_repeated = deferred.rows.len() < self.plan.geometry.rows || deferred.stride == 0;
        if let Some(&known) = self.deferred_vectors.get(&(value, pointer, at)).filter(|_| is_repeated) {
            return known;
        }
        let part = if deferred.stride == 0 {
            let scalar = self.fb.ins().load(value::scalar_type(self.plan.func.ty(value)), flags(), pointer, at);
            self.fb.ins().splat(vector, scalar)
        } else {
            self.fb.ins().load(vector, flags(), pointer, at)
        };
        self.deferred_vectors.insert((value, pointer, at), part);
        part
    }

    pub(super) fn emit_store(&mut self, pc: usize, access: u32) {
        let plan = self.plan;
        let access = &plan.code.accesses[access as usize];
        let values = &plan.inst(pc).args[1..];
        if L == 1 {
            return self.host_store(pc, access);
        }
        let ways = self.part_ways();
        let Some(pointers) = self.check(pc, access, true, ways.slow) else { return self.go_slow_way(pc, ways) };
        self.emit_count_access(pc, access);
        let one = self.int(I64, 1);
        self.store(one, at::EFFECTS);
        let several = values.len() > 1;
        if several || !self.store_rows(access, values[0], &pointers) {
            self.store_lanes(access, values, &pointers);
        }
        self.join_ways(pc, ways, Vec::new(), |_| Vec::new());
    }

    /// From here an access goes the quick way, if its addresses pass, or the slow one.
    fn part_ways(&mut self) -> Ways {
        Ways { slow: self.fb.create_block(), known: self.known() }
    }

    /// There is no quick way: wherever the check got to, the interpreter does it.
    fn go_slow_way(&mut self, pc: usize, ways: Ways) {
        self.fb.ins().jump(ways.slow, NONE);
        self.fb.switch_to_block(ways.slow);
        self.forget(ways.known);
        self.execute(pc);
    }

    /// The ways meet again: the quick one, at hand, brings `quick`; the slow one, on which the interpreter executes the
    /// operation, what `slow` reads. What either computed for itself is not known behind.
    fn join_ways(&mut self, pc: usize, ways: Ways, quick: Vec<Cv>, slow: impl FnOnce(&mut Self) -> Vec<Cv>) -> Vec<Cv> {
        let join = self.fb.create_block();
        for &value in &quick {
            let ty = self.fb.func.dfg.value_type(value);
            self.fb.append_block_param(join, ty);
        }
        let quick: Vec<BlockArg> = quick.into_iter().map(BlockArg::Value).collect();
        self.fb.ins().jump(join, &quick);
        self.fb.switch_to_block(ways.slow);
        self.fb.set_cold_block(ways.slow);
        self.forget(ways.known.clone());
        self.marshal_operands(pc);
        let mask = self.active();
        self.call_helper(helper::EXECUTE, pc, mask);
        let slow: Vec<BlockArg> = slow(self).into_iter().map(BlockArg::Value).collect();
        self.fb.ins().jump(join, &slow);
        self.forget(ways.known);
        self.fb.switch_to_block(join);
        self.fb.block_params(join).to_vec()
    }
}
