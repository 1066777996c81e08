//! How a split moves between the blocks of a function: along edges, in two where its lanes disagree, together where
//! they meet again; what a block costs, and the fuel that runs out.

use crate::call::Stop;
use crate::decode::code::{Edge, Op, OpKind};
use crate::decode::registers::Mask;
use crate::decode::side::{is_device, is_host};
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::executor::{Pause, Running};
use crate::exec::warp::{Held, Point, Split, State, TIME_SLICE, Warp};
use crate::instrument::observe::BranchEvent;
use crate::report::limits::Spent;
use std::cmp::Ordering;

impl<const L: usize> Engine<'_, '_, L> {
    /// Moves the split along an edge; `Some` if something else should run next.
    #[inline(always)]
    pub(super) fn take_edge(
        &mut self,
        warp: &mut Warp<L>,
        run: &mut Running<L>,
        edge: Edge,
        write_mask: Mask,
    ) -> Result<Option<Pause>, Stop> {
        for m in &run.code.moves[edge.first as usize..edge.last as usize] {
            run.registers.copy(m.to, m.from, m.width, write_mask);
        }
        let here = run.code.block_of[run.pc as usize];
        let target = run.code.blocks[edge.block as usize];
        run.pc = target.start;
        self.count(warp, target.cost, run.mask);
        if edge.block <= here {
            warp.time_slice -= 1;
            if warp.time_slice == 0 {
                self.spend(warp, run.activation, run.pc, run.mask)?;
                if is_host(L) && run.code.is_interruptible {
                    self.core.threads.end_slice(edge.spins);
                }
                if is_host(L) {
                    self.end_host_slice()?;
                    self.end_host_loop_slice(warp, run.activation, run.pc)?;
                }
                if edge.spins || (is_host(L) && self.core.threads.is_due) {
                    return Ok(Some(Pause::Yielded));
                }
                if is_device(L) && self.machine.config.pauses.is_asked() {
                    let met = if warp.splits.is_empty() { None } else { self.meet(warp, run, edge.block) };
                    return Ok(Some(met.unwrap_or(Pause::Stepped)));
                }
            }
        }
        if self.is_hot(&run.code, edge.block, edge.block <= here) {
            return Ok(Some(Pause::Hot));
        }
        Ok(if is_device(L) && !warp.splits.is_empty() { self.meet(warp, run, edge.block) } else { None })
    }

    /// Moves the split to the operation after one at which it might have had to wait.
    pub(super) fn fall_through(&mut self, warp: &mut Warp<L>, run: &mut Running<L>) -> Option<Pause> {
        run.pc += 1;
        let block = run.code.block_of[run.pc as usize];
        if is_device(L) && !warp.splits.is_empty() { self.meet(warp, run, block) } else { None }
    }

    /// At the start of a block: merges with splits parked there, or parks if another one is behind.
    fn meet(&mut self, warp: &mut Warp<L>, run: &mut Running<L>, block: u32) -> Option<Pause> {
        let mut is_behind = false;
        let mut index = 0;
        while index < warp.splits.len() {
            let split = &warp.splits[index];
            if split.may_run() && split.activation == run.activation {
                if split.pc == run.pc {
                    run.mask |= split.mask;
                    warp.splits.swap_remove(index);
                    warp.activation_mut(run.activation).users -= 1;
                    continue;
                }
                let lets_go_first = split.held.is_some_and(|held| held.lets_go_first(run.mask, block));
                is_behind |= run.code.block_of[split.pc as usize] < block && !lets_go_first;
            }
            index += 1;
        }
        if is_behind {
            warp.park(run.activation, run.pc, run.mask);
            return Some(Pause::Parked);
        }
        None
    }

    /// Lanes go different ways: each group moves along its edge and is parked.
    ///
    /// # Errors
    /// The fuel is used up: all ways may lead back.
    pub(super) fn diverge(&mut self, warp: &mut Warp<L>, run: &mut Running<L>, groups: &[(Edge, Mask)]) -> Result<(), Stop> {
        let here = run.code.block_of[run.pc as usize];
        warp.activation_mut(run.activation).users += groups.len() as u32 - 1;
        for &(edge, mask) in groups {
            for m in &run.code.moves[edge.first as usize..edge.last as usize] {
                run.registers.copy(m.to, m.from, m.width, mask);
            }
            let target = run.code.blocks[edge.block as usize];
            self.count(warp, target.cost, mask);
            warp.park(run.activation, target.start, mask);
        }
        if let Some(back) = groups.iter().map(|(edge, _)| edge.block).filter(|&block| block <= here).min() {
            warp.time_slice -= 1;
            if warp.time_slice == 0 {
                let pc = run.code.blocks[back as usize].start;
                let is_there = |s: &&Split| s.state == State::Ready && !s.yielded && s.activation == run.activation && s.pc == pc;
                let mask = warp.splits.iter().filter(is_there).fold(0, |all, s| all | s.mask);
                self.spend(warp, run.activation, pc, mask)?;
            }
        }
        Ok(())
    }

    /// Whether lanes wait where a branch leads to of which both sides print: those for which the first part of `a && b` does not hold.
    pub(super) fn waits_on_side(&self, warp: &Warp<L>, run: &Running<L>, op: &Op<L>) -> bool {
        let OpKind::Branch(then, otherwise) = op.kind else { return false };
        let waits = |edge| warp.ready_at(run.activation, run.code.start_of(edge)).is_some();
        op.b != 0 && !warp.splits.is_empty() && (waits(then) || waits(otherwise))
    }

    /// Lanes have gone different ways at a branch: if both sides print, those of one side go first, as
    /// [`PrintingBranch`](crate::decode::code::PrintingBranch) says.
    pub(super) fn order_sides(&self, warp: &mut Warp<L>, run: &Running<L>, op: &Op<L>) {
        let (OpKind::Branch(then, otherwise), Some(index)) = (op.kind, op.b.checked_sub(1)) else { return };
        let branch = run.code.printing_branches[index as usize];
        let [then, otherwise] = [then, otherwise].map(|edge| run.code.start_of(edge));
        let lanes = |pc: u32| warp.ready_at(run.activation, pc).map_or(0, |index| warp.splits[index].mask);
        let (of_then, of_else) = (lanes(then), lanes(otherwise));
        let is_else_first = match of_else.count_ones().cmp(&of_then.count_ones()) {
            Ordering::Less => true,
            Ordering::Equal => branch.else_first,
            Ordering::Greater => false,
        };
        let ((first, by), second) = if is_else_first { ((otherwise, of_else), then) } else { ((then, of_then), otherwise) };
        if let Some(index) = warp.ready_at(run.activation, second).filter(|_| second < first) {
            warp.splits[index].held = Some(Held { by, until: branch.join });
        }
    }

    #[cold]
    pub(super) fn observe_branch(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, point: Point, mask: Mask, taken: Mask) {
        let site = self.site(point);
        self.observe(warp, barriers, |observer, warp| observer.branch(&BranchEvent { warp, site, inst: point.1, mask, taken }));
    }

    /// Counts a block of instructions.
    #[inline(always)]
    pub(super) fn count(&mut self, warp: &mut Warp<L>, cost: u32, mask: Mask) {
        self.counters.warp_instructions += cost as u64;
        self.counters.thread_instructions += cost as u64 * if is_host(L) { 1 } else { mask.count_ones() as u64 };
        warp.idle += cost as u64;
    }

    /// A function is entered, which is looked at as back edges are: host code's calls are counted for the time slice, a kernel's
    /// are all looked at.
    ///
    /// # Errors
    /// The fuel is used up.
    pub(super) fn spend_on_call(&mut self, warp: &mut Warp<L>, run: &Running<L>) -> Result<(), Stop> {
        if is_host(L) {
            warp.time_slice = warp.time_slice.saturating_sub(1);
            if warp.time_slice > 0 {
                return Ok(());
            }
            let launches_wait = !self.core.waiting.is_empty();
            warp.time_slice = TIME_SLICE - self.core.threads.slice_lost_to_call(launches_wait);
        }
        if self.counters.warp_instructions >= self.fuel || self.machine.config.interrupt.get().is_some() {
            let point = (run.code.id, run.code.ops[run.pc as usize].inst);
            let site = self.site(point);
            return Err(self.out_of_fuel(warp, run.activation, (point, site), run.mask, Spent::Calls));
        }
        Ok(())
    }
}
