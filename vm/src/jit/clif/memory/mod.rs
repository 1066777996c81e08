//! Loads and stores: a check of the addresses against the region of their root, then the access; what does not pass is
//! executed by the interpreter, which decides and reports.

mod atomic;
mod check;
mod host;
mod indexed;
mod lanes;

use super::super::wir::{AccessKind, Check, Stride};
use super::prefetch;
use super::*;
use crate::decode::code::{Access, Element};
use crate::decode::side::is_host;
pub(super) use check::Checked;
pub(super) use check::Pointers;
use host::HostWays;
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

/// The access at hand.
pub(super) struct OpenAccess {
    /// Until they meet.
    ways: Option<Ways>,
    pointers: Pointers,
    /// Which all of them lie in.
    region: Option<usize>,
    /// What was loaded, once the access was performed.
    done: Option<Vec<Cv>>,
    /// Of host code's accesses to what is not known.
    host: Option<HostWays>,
}

/// The two ways of an access.
struct Ways {
    slow: Block,
    /// What was known where they split.
    known: Known,
}

impl<'a, const L: usize> Emitter<'a, '_, L> {
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

    /// The access of an operation.
    pub(in crate::jit::clif) fn access_of(&self, pc: usize) -> &'a Access {
        let (OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..)) = self.plan.code.ops[pc].kind else {
            unreachable!("only accesses are checked")
        };
        &self.plan.code.accesses[access as usize]
    }

    /// Opens an access.
    pub(super) fn emit_check(&mut self, pc: usize, check: &Check) {
        let access = self.access_of(pc);
        if is_host(L) {
            return self.host_check(pc, access, check);
        }
        if !self.is_full() && !self.plan.shape(self.plan.inst(pc).args[0]).is_affine() {
            // Known on both ways, and to the accesses behind.
            self.mask_vectors();
        }
        let (slow, known) = (self.fb.create_block(), self.known());
        let pointers = self.check(pc, access, check, slow).expect("kernels' accesses have something to be checked against");
        let region = if let &Check::Region { region, .. } = check { Some(region) } else { None };
        self.open = Some(OpenAccess { ways: Some(Ways { slow, known }), pointers, region, done: None, host: None });
    }

    /// The access at hand.
    fn open_access(&mut self) -> OpenAccess {
        self.open.take().expect("an access is opened by a check")
    }

    /// Accesses memory, before the ways of the access meet or behind.
    pub(super) fn emit_perform(&mut self, pc: usize, kind: AccessKind) {
        let access = self.access_of(pc);
        let open = self.open_access();
        if is_host(L) {
            return self.host_perform(pc, access, kind, open);
        }
        let done = match kind {
            AccessKind::Load if open.ways.is_none() => return self.load_row(pc, access, &open.pointers),
            AccessKind::Load => self.load_results(pc, access, &open.pointers),
            AccessKind::Store => {
                self.store_values(pc, access, &open.pointers);
                Vec::new()
            }
            AccessKind::Atomic => {
                let flush = self.flush_of(access.space, open.region);
                self.emit_atomic(pc, &open.pointers, flush)
            }
        };
        self.open = Some(OpenAccess { done: Some(done), ..open });
    }

    /// The components of what is loaded.
    fn load_results(&mut self, pc: usize, access: &Access, pointers: &Pointers) -> Vec<Cv> {
        let mut list = Vec::new();
        for (part, &result) in self.plan.inst(pc).results.iter().enumerate() {
            let offset = part as i32 * access.element.size() as i32;
            list.extend(self.load_lanes(access, result, pointers, offset));
        }
        list
    }

    fn load_row(&mut self, pc: usize, access: &Access, pointers: &Pointers) {
        let result = self.plan.inst(pc).results[0];
        let list = self.load_lanes(access, result, pointers, 0);
        let held = self.holds(result, list);
        self.set_held(result, held);
    }

    /// The load is left to what uses the value.
    pub(super) fn emit_defer(&mut self, pc: usize) {
        let Pointers::Rows(rows, stride) = self.open_access().pointers else { unreachable!("only loads of rows are deferred") };
        self.deferred.insert(self.plan.inst(pc).results[0], DeferredLoad { rows, stride, pc });
    }

    /// Closes an access. If nothing was loaded yet both ways yield pointers: what did not pass is read from where the interpreter put
    /// it. So the loads themselves are in one piece with what follows.
    pub(super) fn emit_join(&mut self, pc: usize) {
        let open = self.open_access();
        if is_host(L) {
            return self.host_join(pc, open);
        }
        let Some(ways) = open.ways else { unreachable!("an access is closed once") };
        let Some(done) = open.done else {
            let pointers = self.join_pointers(pc, ways, open.pointers);
            self.open = Some(OpenAccess { ways: None, pointers, region: open.region, done: None, host: None });
            return;
        };
        let results = self.results(pc);
        let list = self.join_ways(pc, ways, done, |e| results.iter().flat_map(|&r| e.take(r).into_components()).collect());
        let mut rest = &list[..];
        for result in results {
            let (own, others) = rest.split_at(self.component(result).1);
            let held = self.holds(result, own.to_vec());
            self.set_held(result, held);
            rest = others;
        }
    }

    fn join_pointers(&mut self, pc: usize, ways: Ways, pointers: Pointers) -> Pointers {
        let Pointers::Rows(rows, stride) = pointers else { unreachable!("only rows are loaded behind the join") };
        let (access, result) = (self.access_of(pc), self.plan.inst(pc).results[0]);
        let count = rows.len() as i64;
        let rows = self.join_ways(pc, ways, rows, |e| {
            let registers = e.load(I64, at::MARSHALLING);
            let row_bytes = e.plan.geometry.width() as i64 * access.element.size() as i64;
            let offset = i64::from(e.slot_offset(result));
            (0..count).map(|row| e.fb.ins().iadd_imm_s(registers, offset + row * row_bytes)).collect()
        });
        Pointers::Rows(rows, stride)
    }

    /// Results that the interpreter has registers for.
    fn results(&self, pc: usize) -> Vec<Value> {
        let has_slot = |result: &Value| self.plan.code.value_slots[result.index()] != u32::MAX;
        self.plan.inst(pc).results.iter().copied().filter(has_slot).collect()
    }

    /// Prefetches what lies where a row will be some iterations later.
    pub(super) fn emit_prefetch(&mut self, stride: Stride) {
        let Some(OpenAccess { pointers: Pointers::Rows(rows, _), .. }) = &self.open else { unreachable!("rows are prefetched") };
        let row = rows[0];
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

    fn store_values(&mut self, pc: usize, access: &Access, pointers: &Pointers) {
        let values = &self.plan.inst(pc).args[1..];
        let one = self.int(I64, 1);
        self.store(one, at::EFFECTS);
        let several = values.len() > 1;
        if several || !self.store_rows(access, values[0], pointers) {
            self.store_lanes(access, values, pointers);
        }
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
        self.call_helper_at(Helper::Execute, pc, mask);
        let slow: Vec<BlockArg> = slow(self).into_iter().map(BlockArg::Value).collect();
        self.fb.ins().jump(join, &slow);
        self.forget(ways.known);
        self.fb.switch_to_block(join);
        self.fb.block_params(join).to_vec()
    }
}
