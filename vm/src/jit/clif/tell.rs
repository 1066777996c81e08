//! Telling observers of accesses, fences and meetings, see [`super::super::analysis::told`].

use super::super::analysis::told::Form;
use super::super::wir::tells;
use super::*;
use crate::decode::code::Access;

impl<const L: usize> Emitter<'_, '_, L> {
    /// Tells of an access whose addresses passed the check, before it happens: quickly, or, if somebody wants values, with the
    /// operands where the interpreter has them. Or of a fence, or of lanes that meet.
    pub(super) fn emit_tell(&mut self, pc: usize) {
        let mask = self.active();
        let Some(site) = tells::site(self.plan, pc) else { return self.call_helper_at(Helper::Tell, pc, mask) };
        let form = site.form;
        self.leave_addresses(pc, self.access_of(pc), form);
        let number = self.number(pc);
        self.call_quick_helper(Helper::TellQuickly, &[number, mask]);
        let wants_more = self.load(I32, at::ANSWER);
        let known = self.known();
        self.rarely(wants_more, |e| {
            e.marshal_operands(pc);
            e.call_helper_at(Helper::Tell, pc, mask);
        });
        self.forget(known);
    }

    /// Leaves the addresses in the words behind the masks, before the offset is added.
    fn leave_addresses(&mut self, pc: usize, access: &Access, form: Form) {
        let start = self.records_at();
        let address = self.plan.inst(pc).args[0];
        match form {
            Form::Rows { .. } => {
                let zero = self.int(I64, 0);
                self.store(zero, start);
                for (row, base) in self.wide_bases(address, access).into_iter().enumerate() {
                    self.store(base, start + 8 * (row as i32 + 1));
                }
            }
            _ => {
                let recorded = self.recorded(pc, access);
                self.store(recorded.base, start);
                for (i, part) in recorded.lanes.into_iter().enumerate() {
                    self.store(part, start + 8 + 16 * i as i32);
                }
            }
        }
    }

    /// All warps of the block are at a barrier, at the operation that is the key of their region.
    pub(super) fn tell_barrier(&mut self, key: Cv) {
        if self.plan.told.is_some() {
            self.call_quick_helper(Helper::TellBarrier, &[key]);
        }
    }
}
