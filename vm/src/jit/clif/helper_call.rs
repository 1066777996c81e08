//! Calls of helpers: their words, the counters that they look at, operands that they find and results that they leave.

use super::*;
use crate::jit::runtime::abi::WORDS_AT;

impl<const L: usize> Emitter<'_, '_, L> {
    /// Calls a helper with the words it gets; leaves if it stopped the launch.
    pub(super) fn call_helper(&mut self, helper: Helper, words: &[Cv]) {
        self.write_counters();
        self.call_quick_helper(helper, words);
        self.leave_if_stopped();
    }

    /// Calls a helper that gets an operation, or another number, and a word.
    pub(super) fn call_helper_at(&mut self, helper: Helper, number: usize, word: Cv) {
        let number = self.number(number);
        self.call_helper(helper, &[number, word]);
    }

    /// Calls a helper that needs no counters and stops no launch.
    pub(super) fn call_quick_helper(&mut self, helper: Helper, words: &[Cv]) {
        debug_assert_eq!(words.len(), helper.words().len(), "{helper:?} gets {:?}", helper.words());
        let address = self.int(I64, self.thunks[helper as usize] as usize as i64);
        let signature = self.helper_sigs[&(helper.way(), words.len())];
        if helper.way() == Way::Rare {
            words.iter().zip(WORDS_AT).for_each(|(&word, at)| self.store(word, at));
            self.fb.ins().call_indirect(signature, address, &[self.ctx]);
        } else {
            let args: Vec<Cv> = std::iter::once(self.ctx).chain(words.iter().copied()).collect();
            self.fb.ins().call_indirect(signature, address, &args);
        }
    }

    /// The number of an operation.
    pub(super) fn number(&mut self, pc: usize) -> Cv {
        self.int(I32, pc as i64)
    }

    /// Leaves if a helper stopped the launch.
    pub(super) fn leave_if_stopped(&mut self) {
        let stopped = self.load(I32, at::STOPPED);
        let go_on = self.fb.create_block();
        self.fb.ins().brif(stopped, self.stop, NONE, go_on, NONE);
        self.fb.switch_to_block(go_on);
        self.read_counters();
    }

    /// Executes an operation as the interpreter does.
    pub(super) fn execute(&mut self, pc: usize) {
        self.marshal_operands(pc);
        let mask = self.active();
        self.call_helper_at(Helper::Execute, pc, mask);
        self.take_results(pc);
    }

    /// Writes the operands of an operation to where a helper finds them.
    pub(super) fn marshal_operands(&mut self, pc: usize) {
        let marshalled = self.marshal(operands(self.plan, pc));
        if self.marshalled.len() <= pc {
            self.marshalled.resize_with(pc + 1, Vec::new);
        }
        self.marshalled[pc] = marshalled;
    }

    /// Takes what a helper left of an operation.
    pub(super) fn take_results(&mut self, pc: usize) {
        for &result in &self.plan.inst(pc).results {
            if self.plan.code.value_slots[result.index()] != u32::MAX {
                let held = self.take(result);
                self.set_held(result, held);
            }
        }
    }
}
