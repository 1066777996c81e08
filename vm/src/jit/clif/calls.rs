//! Host code's calls, returns, switches, and ways out of the segments that code is made of. One lane needs no masks and waits
//! for nobody: what is live stays where it is while a called function runs.

use super::super::analysis::Callee;
use super::super::wir::Edge as Way;
use super::super::wir::spills::live_packed;
use super::spill::Nans;
use super::*;
use crate::decode::code::Edge;
use crate::decode::registers::Width;
use crate::exec::host::LOWEST_FRAME;
use crate::exec::warp::DEPTH_LIMIT;
use crate::jit::runtime::abi::SPINS;
use kern_ir::Value;
use std::rc::Rc;

impl<const L: usize> Emitter<'_, '_, L> {
    /// A call runs the function to its end.
    pub(super) fn emit_call(&mut self, segment: usize, pc: usize) {
        let plan = self.plan;
        let result = plan.inst(pc).results.first().copied().filter(|r| plan.code.value_slots[r.index()] != u32::MAX);
        let join = self.fb.create_block();
        if let Some(result) = result {
            let (ty, _) = self.component(result);
            self.fb.append_block_param(join, ty);
        }
        let callee = |function: u32, call: u32| {
            let given = plan.code.calls[call as usize].args.len();
            plan.callees.get(&function).filter(|callee| callee.params.len() == given)
        };
        match plan.code.ops[pc].kind {
            OpKind::Call(function, call) => {
                if let Some(callee) = callee(function, call) {
                    let known = self.known();
                    let slow = self.call_directly(pc, callee, 0, result, join);
                    self.fb.switch_to_block(slow);
                    self.fb.set_cold_block(slow);
                    self.forget(known);
                }
            }
            // Those that were called here before are called directly: an inline cache.
            OpKind::CallIndirect(call) => {
                let by_helper = self.fb.create_block();
                for callee in plan.code.calls[call as usize].seen.get().into_iter().flatten().filter_map(|f| callee(f, call)) {
                    let known = self.known();
                    let pointer = self.scalar(plan.inst(pc).args[0]);
                    let is_it = self.fb.ins().icmp_imm_u(IntCC::Equal, pointer, callee.address as i64);
                    let (direct, other) = (self.fb.create_block(), self.fb.create_block());
                    self.fb.ins().brif(is_it, direct, NONE, other, NONE);
                    self.fb.switch_to_block(direct);
                    let slow = self.call_directly(pc, callee, 1, result, join);
                    self.fb.switch_to_block(slow);
                    self.fb.set_cold_block(slow);
                    self.fb.ins().jump(by_helper, NONE);
                    self.fb.switch_to_block(other);
                    self.forget(known);
                }
                self.fb.ins().jump(by_helper, NONE);
                self.fb.switch_to_block(by_helper);
            }
            _ => {}
        }
        self.call_by_helper(segment, pc);
        self.finish_with(result, join, |e, result| e.take(result).into_components()[0]);
        self.fb.switch_to_block(join);
        if let Some(result) = result {
            let value = self.fb.block_params(join)[0];
            self.set_bases(result, vec![value]);
        }
        let next = segment + 1;
        if plan.unit.contains(&next) {
            self.fb.ins().jump(self.full[next], NONE);
        } else {
            let live = live_packed(plan, segment, next, &[]);
            self.spill_full(&live, Nans::Canonical);
            self.go_on_at(plan.segments[next].start);
        }
    }

    /// To where the ways of a call meet, with its result.
    fn finish_with(&mut self, result: Option<Value>, join: Block, read: impl FnOnce(&mut Self, Value) -> Cv) {
        let result = result.map(|result| BlockArg::Value(read(self, result)));
        self.fb.ins().jump(join, result.as_slice());
    }

    /// A call through the interpreter; where calls are too deep for that it goes on from here.
    fn call_by_helper(&mut self, segment: usize, pc: usize) {
        let known = self.known();
        self.spill_operands(pc);
        let mask = self.active();
        let number = self.number(pc);
        self.call_helper(Helper::Call, &[number]);
        let done = self.load(I32, at::ANSWER);
        let (go_on, deep) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(done, go_on, NONE, deep, NONE);
        self.fb.switch_to_block(deep);
        self.fb.set_cold_block(deep);
        self.deoptimise_from(segment, pc, mask);
        self.forget(known);
        self.fb.switch_to_block(go_on);
    }

    /// Calls the function's code with the operands from `first` on, if it has code and nothing is in the way of it; else goes to
    /// the block that is returned.
    fn call_directly(&mut self, pc: usize, callee: &Callee, first: usize, result: Option<Value>, join: Block) -> Block {
        let [slow, found, plain, finish] = std::array::from_fn(|_| self.fb.create_block());
        let args: Vec<Cv> = self.plan.inst(pc).args[first..].iter().map(|&arg| self.scalar(arg)).collect();
        let stub = self.int(I64, Rc::as_ptr(&callee.stub) as usize as i64);
        let space = self.fb.ins().load(I64, flags(), stub, at::STUB_SPARE);
        self.fb.ins().brif(space, found, NONE, slow, NONE);

        self.fb.switch_to_block(found);
        let depth = self.load(I32, at::DEPTH);
        let limit = self.load(I64, at::STACK_LIMIT);
        let has_threads = self.plan.has_threads;
        // Where others may get their turn, a thread's calls are for the interpreter, whose frames can be left.
        let own_limit = if callee.is_quick { self.load(I64, at::QUICK_STACK_LIMIT) } else { limit };
        let stack = self.fb.ins().get_stack_pointer(I64);
        let (full, time_slice) = self.counters();
        let base = self.load(I64, at::LOCAL_BASE);
        let base = self.fb.ins().iadd_imm_s(base, -(callee.frame as i64));
        let lowest = if has_threads { self.load(I64, at::LOWEST_FRAME) } else { self.int(I64, LOWEST_FRAME as i64) };
        let fits = [
            self.icmp(IntCC::UnsignedGreaterThanOrEqual, stack, own_limit),
            self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, depth, i64::from(DEPTH_LIMIT) - 1),
            self.icmp(IntCC::SignedGreaterThanOrEqual, base, lowest),
            // The last call of a time slice goes to where the fuel is looked at.
            self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, time_slice, 1),
        ];
        // The count of instructions must not run over into that of branches.
        let much = self.fb.ins().band_imm_u(full, 1 << 31);
        let is_little = self.fb.ins().icmp_imm_u(IntCC::Equal, much, 0);
        let memory = self.load(I64, at::MEMORY);
        let now = self.fb.ins().load(I64, flags(), memory, at::MEMORY_GENERATION);
        let then = self.fb.ins().load(I64, flags(), space, at::GENERATION);
        let is_same = self.icmp(IntCC::Equal, now, then);
        fits.into_iter().chain([is_little, is_same]).for_each(|fits| self.require(fits, slow));
        let set = |e: &mut Self, value: Cv, offset: i32| {
            e.fb.ins().store(flags(), value, space, offset);
        };
        let next = self.fb.ins().load(I64, flags(), space, at::NEXT);
        self.fb.ins().store(flags(), next, stub, at::STUB_SPARE);
        for field in [at::ENGINE, at::WARPS, at::BLOCK_BARRIERS, at::COUNTERS, at::TOTAL_EFFECTS] {
            let value = self.load(I64, field);
            set(self, value, field);
        }
        let local = self.load(I64, at::LOCAL);
        let local = self.fb.ins().iadd_imm_s(local, -(callee.frame as i64));
        let full = self.fb.ins().iadd_imm_s(full, i64::from(callee.cost));
        let time_slice = self.fb.ins().iadd_imm_s(time_slice, -1);
        let depth = self.fb.ins().iadd_imm_s(depth, 1);
        let (number, nothing) = (self.int(I32, pc as i64), self.int(I32, 0));
        let fields = [
            (memory, at::MEMORY),
            (base, at::LOCAL_BASE),
            (local, at::LOCAL),
            (full, at::FULL),
            (self.ctx, at::CALLER),
            (limit, at::STACK_LIMIT),
        ];
        fields.into_iter().for_each(|(value, field)| set(self, value, field));
        if has_threads {
            let quick = self.load(I64, at::QUICK_STACK_LIMIT);
            set(self, quick, at::QUICK_STACK_LIMIT);
            set(self, lowest, at::LOWEST_FRAME);
        }
        let fields = [(time_slice, at::TIME_SLICE), (depth, at::DEPTH), (number, at::CALL_PC), (nothing, at::STOPPED)];
        fields.into_iter().for_each(|(value, field)| set(self, value, field));
        self.store(space, at::CALLEE);
        self.store(stub, at::STUB);
        let registers = self.fb.ins().load(I64, flags(), space, at::REGISTERS);
        for (&(slot, width), arg) in callee.params.iter().zip(args) {
            let arg = if width == Width::Predicate { self.fb.ins().uextend(I32, arg) } else { arg };
            self.fb.ins().store(flags(), arg, registers, slot as i32 * 4);
        }
        let entry = self.fb.ins().load(I64, flags(), stub, at::STUB_ENTRY);
        let call = self.fb.ins().call_indirect(self.code_sig, entry, &[space]);
        let how = self.fb.inst_results(call)[0];
        let zero = self.int(I64, 0);
        let full = self.fb.ins().load(I64, flags(), space, at::FULL);
        set(self, zero, at::FULL);
        let time_slice = self.fb.ins().load(I32, flags(), space, at::TIME_SLICE);
        self.set_counters(full, time_slice);
        let activation = self.fb.ins().load(I32, flags(), space, at::ACTIVATION);
        let nobody = self.fb.ins().icmp_imm_s(IntCC::Equal, activation, -1);
        let returned = self.fb.ins().icmp_imm_u(IntCC::Equal, how, ExitReason::Return as i64);
        self.require(nobody, finish);
        self.fb.ins().brif(returned, plain, NONE, finish, NONE);

        self.fb.switch_to_block(finish);
        self.fb.set_cold_block(finish);
        self.call_helper_at(Helper::FinishCall, pc, how);
        self.finish_with(result, join, |e, result| e.take(result).into_components()[0]);

        self.fb.switch_to_block(plain);
        let next = self.fb.ins().load(I64, flags(), stub, at::STUB_SPARE);
        set(self, next, at::NEXT);
        set(self, zero, at::LOCAL_BASE);
        self.fb.ins().store(flags(), space, stub, at::STUB_SPARE);
        self.finish_with(result, join, |e, result| {
            let (ty, _) = e.component(result);
            e.fb.ins().load(ty, flags(), space, at::RESULT)
        });
        slow
    }

    /// The interpreter returns: it knows where to.
    pub(super) fn emit_return(&mut self, pc: usize) {
        self.spill_operands(pc);
        if let Some(&result) = self.plan.inst(pc).args.first() {
            let value = self.scalar(result);
            self.store(value, at::RESULT);
        }
        let pc = self.int(I32, pc as i64);
        self.store(pc, at::PC);
        self.exit(ExitReason::Return);
    }

    pub(super) fn emit_switch(&mut self, segment: usize, pc: usize, ways: &[Way]) {
        let index = self.scalar(self.plan.inst(pc).args[0]);
        let args: Vec<Vec<Held>> = ways.iter().map(|way| self.arguments(way)).collect();
        let blocks: Vec<Block> = ways.iter().map(|_| self.fb.create_block()).collect();
        let calls: Vec<ir::BlockCall> = {
            let pool = &mut self.fb.func.dfg.value_lists;
            blocks.iter().map(|&block| ir::BlockCall::new(block, [], pool)).collect()
        };
        // What is beyond the table goes where its last entry does.
        let default = *calls.last().expect("a switch has targets");
        let table = self.fb.create_jump_table(JumpTableData::new(default, &calls));
        self.fb.ins().br_table(index, table);
        for ((block, args), way) in blocks.into_iter().zip(args).zip(ways) {
            self.fb.switch_to_block(block);
            let edge = self.edge(way);
            self.go_full(segment, edge, args, 1);
        }
    }

    /// An edge leads out of the segments at hand: what is needed there goes to the interpreter's registers.
    pub(super) fn go_out(&mut self, segment: usize, edge: Edge, args: Vec<Held>, branches: i64) {
        let plan = self.plan;
        let target = edge.block as usize;
        let known = self.known();
        let registers = self.load(I64, at::REGISTERS);
        for (&param, held) in plan.segments[target].params.iter().zip(args) {
            if plan.code.value_slots[param.index()] != u32::MAX {
                self.spill_bases(registers, param, held.into_components(), Nans::Canonical);
            }
        }
        let live = live_packed(plan, self.segment, target, &plan.segments[target].params);
        self.spill_full(&live, Nans::Canonical);
        self.count_full(edge, branches);
        let start = plan.segments[target].start;
        if target <= segment {
            let left = self.consume_back_edge();
            let is_over = self.fb.ins().icmp_imm_u(IntCC::Equal, left, 0);
            self.rarely(is_over, |e| {
                let mask = e.int(I32, 1 | if edge.spins { SPINS } else { 0 });
                e.call_helper_at(Helper::TimeSliceOver, start, mask);
            });
        }
        self.go_on_at(start);
        self.forget(known);
    }

    /// What comes next is elsewhere, from an operation on.
    fn go_on_at(&mut self, pc: usize) {
        let pc = self.int(I32, pc as i64);
        self.store(pc, at::PC);
        self.exit(ExitReason::Resume);
    }
}
