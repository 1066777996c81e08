//! Host code's calls, returns, switches, and ways out of the nodes that code is made of. One lane needs no masks and waits
//! for nobody: what is live stays where it is while a called function runs.

use super::*;
use crate::interp::code::Edge;

impl<const L: usize> Emitter<'_, '_, L> {
    /// A call runs the function to its end; where calls are too deep for that the interpreter goes on from here.
    pub(super) fn emit_call(&mut self, node: usize, pc: usize) {
        self.put_operands(pc);
        let mask = self.active();
        self.call_helper(helper::CALL, pc, mask);
        let done = self.load(I32, at::ANSWER);
        let (go_on, deep) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(done, go_on, NONE, deep, NONE);
        self.fb.switch_to_block(deep);
        self.fb.set_cold_block(deep);
        let known = self.known();
        self.interpret_from(node, pc, mask);
        self.forget(known);
        self.fb.switch_to_block(go_on);
        self.take_results(pc);
        let next = node + 1;
        if self.plan.extent.contains(&next) {
            self.fb.ins().jump(self.full[next], NONE);
        } else {
            self.put_live_packed(next, &[]);
            self.go_on_at(self.plan.nodes[next].start);
        }
    }

    /// The interpreter returns: it knows where to.
    pub(super) fn emit_return(&mut self, pc: usize) {
        self.put_operands(pc);
        let pc = self.int(I32, pc as i64);
        self.store(pc, at::PC);
        self.leave(status::RETURN);
    }

    pub(super) fn emit_switch(&mut self, node: usize, pc: usize, first: u32, count: u32) {
        let index = self.scalar(self.plan.inst(pc).args[0]);
        let args: Vec<Vec<Held>> = (0..count as usize).map(|i| self.arguments(pc, i)).collect();
        let blocks: Vec<Block> = (0..count).map(|_| self.fb.create_block()).collect();
        let calls: Vec<ir::BlockCall> = {
            let pool = &mut self.fb.func.dfg.value_lists;
            blocks.iter().map(|&block| ir::BlockCall::new(block, [], pool)).collect()
        };
        // What is beyond the table goes where its last entry does.
        let default = *calls.last().expect("a switch has targets");
        let table = self.fb.create_jump_table(JumpTableData::new(default, &calls));
        self.fb.ins().br_table(index, table);
        for (i, (block, args)) in blocks.into_iter().zip(args).enumerate() {
            self.fb.switch_to_block(block);
            let edge = self.plan.code.edges[first as usize + i];
            self.go_full(node, edge, args, 1);
        }
    }

    /// An edge leads out of the nodes at hand: what is needed there goes to the interpreter's registers.
    pub(super) fn go_out(&mut self, node: usize, edge: Edge, args: Vec<Held>, branches: i64) {
        let plan = self.plan;
        let target = edge.block as usize;
        let registers = self.load(I64, at::REGISTERS);
        for (&param, held) in plan.nodes[target].params.iter().zip(args) {
            if plan.code.value_slots[param.index()] != u32::MAX {
                self.put_bases(registers, param, held.into_components());
            }
        }
        self.put_live_packed(target, &plan.nodes[target].params);
        self.count_full(edge, branches);
        let start = plan.nodes[target].start;
        if target <= node {
            let left = self.take_turn();
            let is_over = self.fb.ins().icmp_imm_u(IntCC::Equal, left, 0);
            self.rarely(is_over, |e| {
                let mask = e.active();
                e.call_helper(helper::TURN_OVER, start, mask);
            });
        }
        self.go_on_at(start);
    }

    /// What comes next is elsewhere, from an operation on.
    fn go_on_at(&mut self, pc: usize) {
        let pc = self.int(I32, pc as i64);
        self.store(pc, at::PC);
        self.leave(status::GO_ON);
    }
}
