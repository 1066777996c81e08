//! Where code is entered: at its beginning, or where lanes are that the interpreter has, whose values are read from its registers.

use super::*;
use crate::decode::side::{is_device, is_host};

impl<const L: usize> Emitter<'_, '_, L> {
    /// The function's beginning: goes to the entry that the context names.
    pub(super) fn enter(&mut self) -> ResumeEntries {
        let count = self.plan.segments.len();
        for ty in [I8, I32, I64, F32, F64, I32X4, I64X2, F32X4, F64X2] {
            let zero = self.zero(ty);
            self.zeros.insert(ty, zero);
        }
        self.define_zeros();
        self.fb.ins().jump(self.start, NONE);
        self.fb.switch_to_block(self.start);
        self.declare_host_values();
        let mut targets = Vec::new();
        let mut entries = ResumeEntries { full: vec![None; count], ..ResumeEntries::default() };
        for segment in 0..count {
            let is_resumed = segment == self.plan.unit.start || (is_device(L) && self.is_resumed_full(segment));
            if is_resumed {
                entries.full[segment] = Some(targets.len() as u32);
                targets.push((self.fb.create_block(), segment));
            }
        }
        let masked = self.fb.create_block();
        if self.plan.may_diverge {
            entries.masked = Some(targets.len() as u32);
        }
        self.full_entries.clone_from(&entries.full);
        match targets[..] {
            [(only, _)] if is_host(L) => {
                self.fb.ins().jump(only, NONE);
            }
            _ => self.emit_entry_table(&targets, masked),
        }
        for (block, segment) in targets {
            self.fb.switch_to_block(block);
            self.mode = Mode::Full;
            self.read_all(self.in_variables(segment).iter());
            self.read_bounds(None, segment);
            self.fb.ins().jump(self.full[segment], &[]);
        }
        self.fb.switch_to_block(masked);
        if self.plan.may_diverge {
            self.load_for_masks();
            self.find_lowest();
        } else {
            self.exit(ExitReason::Nobody);
        }
        entries
    }

    /// Goes to the entry of the context's number; those for masks come last.
    fn emit_entry_table(&mut self, targets: &[(Block, usize)], masked: Block) {
        let number = self.load(I32, at::ENTRY);
        let calls: Vec<ir::BlockCall> = {
            let pool = &mut self.fb.func.dfg.value_lists;
            let mut list: Vec<ir::BlockCall> = targets.iter().map(|t| ir::BlockCall::new(t.0, [], pool)).collect();
            list.push(ir::BlockCall::new(masked, [], pool));
            list
        };
        let (default, table) = calls.split_last().expect("there is the masked entry");
        let table = self.fb.create_jump_table(JumpTableData::new(*default, table));
        self.fb.ins().br_table(number, table);
    }

    /// What the full copy of a segment needs in variables.
    pub(super) fn in_variables(&self, segment: usize) -> analysis::Set {
        let mut needed = self.plan.live_in[segment].clone();
        self.plan.live_in[segment]
            .iter()
            .filter(|&value| self.plan.is_frame_resident(segment, value))
            .for_each(|value| needed.remove(value));
        needed
    }

    /// Every variable has a value everywhere; what is read of these is never used.
    pub(super) fn define_zeros(&mut self) {
        for index in 0..self.vars.len() {
            self.define_zero(index);
        }
    }

    pub(super) fn define_zero(&mut self, index: usize) {
        if self.vars[index].is_empty() {
            return;
        }
        let (ty, _) = self.component(kern_ir::Value(index as u32));
        let zero = self.zeros[&ty];
        for var in &self.vars[index] {
            self.fb.def_var(*var, zero);
        }
    }

    /// Goes to the lowest entry at which lanes are.
    fn find_lowest(&mut self) {
        for segment in (0..self.plan.segments.len()).filter(|&segment| self.plan.is_entry[segment]) {
            let here = self.load(I32, self.mask_at(segment));
            let next = self.fb.create_block();
            self.fb.ins().brif(here, self.check[segment], NONE, next, NONE);
            self.fb.switch_to_block(next);
        }
        self.exit(ExitReason::Nobody);
    }

    /// A full warp may be spilled at the segment.
    fn is_resumed_full(&self, segment: usize) -> bool {
        let after_wait = segment > 0 && {
            let last = &self.plan.segments[segment - 1];
            self.plan.code.ops[last.end - 1].kind.may_wait()
        };
        after_wait || self.plan.spins[segment] && (segment..self.plan.segments.len()).any(|n| self.plan.segments[n].next.contains(&segment))
    }
}
