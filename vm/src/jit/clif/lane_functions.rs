//! Calls of lane functions: what executes an operation for all lanes at once, and the interpreter's too.
//!
//! The operands go to the marshalling registers lane by lane, the function leaves the results there. It is called as Rust calls
//! functions: what lives on is saved by the caller, which mostly has it in memory already.

use super::spill::Nans;
use super::*;
use crate::decode::side::{is_device, is_host};

impl<const L: usize> Emitter<'_, '_, L> {
    /// The operation's lane function computes its results.
    pub(super) fn emit_lane_function(&mut self, pc: usize) {
        if self.reads_coefficients(pc) {
            self.marshal_operands(pc);
            let mask = self.active();
            self.call_helper_at(Helper::Tell, pc, mask);
        }
        self.write_operands(pc);
        match self.plan.code.ops[pc].kind {
            OpKind::Alu if is_device(L) => self.call_lane_function(pc),
            OpKind::Divide(_) if is_device(L) => self.call_division(pc),
            _ => self.call_by_number(pc),
        }
        self.take_results(pc);
    }

    /// Whether it is told that a call reads coefficients of a mathematical function.
    fn reads_coefficients(&self, pc: usize) -> bool {
        let OpKind::CallExtern(call) = self.plan.code.ops[pc].kind else { return false };
        self.plan.is_observed && self.plan.code.calls[call as usize].coefficients.is_some()
    }

    /// Calls it where the operation says it is.
    fn call_lane_function(&mut self, pc: usize) {
        let (registers, ops) = (self.load(I64, at::MARSHALLING), self.load(I64, at::OPS));
        let op = self.fb.ins().iadd_imm_s(ops, (pc * OP_BYTES) as i64);
        let run = self.fb.ins().load(I64, flags(), op, at::OP_RUN);
        let lanes = self.lanes_wanted(pc);
        self.fb.ins().call_indirect(self.lanes_sig, run, &[registers, op, lanes]);
    }

    /// A division; where a divisor is 0, perhaps that of a lane that is not here, it is looked at more closely.
    fn call_division(&mut self, pc: usize) {
        let has_zero = self.has_zero(self.plan.inst(pc).args[1]);
        let [rare, plain, join] = std::array::from_fn(|_| self.fb.create_block());
        self.fb.ins().brif(has_zero, rare, NONE, plain, NONE);
        self.fb.switch_to_block(rare);
        self.fb.set_cold_block(rare);
        self.call_by_number(pc);
        self.leave_if_stopped();
        self.fb.ins().jump(join, NONE);
        self.fb.switch_to_block(plain);
        self.call_lane_function(pc);
        self.fb.ins().jump(join, NONE);
        self.fb.switch_to_block(join);
    }

    /// Whether a value is 0 in some lane.
    pub(super) fn has_zero(&mut self, value: kern_ir::Value) -> Cv {
        let components = if self.plan.shape(value).is_uniform() { self.bases(value) } else { self.parts(value) };
        let mut some = None;
        for component in components {
            let ty = self.fb.func.dfg.value_type(component);
            let zero = self.zero(ty);
            let is_zero = self.icmp(IntCC::Equal, component, zero);
            some = Some(match some {
                Some(others) => self.fb.ins().bor(others, is_zero),
                None => is_zero,
            });
        }
        let some = some.expect("a value has components");
        if self.fb.func.dfg.value_type(some).is_vector() { self.fb.ins().vany_true(some) } else { some }
    }

    /// A helper finds the operation and executes it.
    fn call_by_number(&mut self, pc: usize) {
        let lanes = self.lanes_wanted(pc);
        let number = self.number(pc);
        self.call_quick_helper(Helper::ExecuteLanes, &[number, lanes]);
    }

    /// Writes each lane of the operands to where a lane function finds it.
    pub(super) fn write_operands(&mut self, pc: usize) {
        if is_host(L) {
            self.marshal(operands(self.plan, pc));
            return;
        }
        let marshalling = self.load(I64, at::MARSHALLING);
        for value in operands(self.plan, pc) {
            self.write(marshalling, value, Nans::Canonical);
        }
    }

    /// For whom the operation is executed: of a uniform result for one lane; arithmetic does all at the price of one.
    fn lanes_wanted(&mut self, pc: usize) -> Cv {
        let is_uniform = self.plan.inst(pc).results.iter().all(|&result| self.plan.shape(result).is_uniform());
        match (self.plan.code.ops[pc].kind, self.mode) {
            (OpKind::Alu | OpKind::CallExtern(_), Mode::Full) if is_device(L) && is_uniform => self.int(I32, 1),
            (OpKind::Alu | OpKind::CallExtern(_), Mode::Masked(mask)) if is_uniform => {
                let others = self.fb.ins().ineg(mask);
                self.fb.ins().band(mask, others)
            }
            (OpKind::Alu, _) => self.int(I32, i64::from(Self::ALL)),
            _ => self.active(),
        }
    }
}
