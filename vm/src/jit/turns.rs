//! Blocks whose warps run one after the other without the scheduler.
//!
//! A *round*: every warp of the block, in order, runs with all its lanes from the kernel's start, or from a barrier, to
//! the next barrier or to its end, in one call of compiled code. When all warps of the block wait at one barrier, it is
//! complete and the next round starts there. This is the order in which the scheduler would have run them; as soon as a
//! warp does anything else, it gets the block as it would be by then.

use super::context::{Context, Slot, status};
use super::helpers::flush;
use crate::interp::barrier::Ledger;
use crate::interp::engine::Engine;
use crate::interp::grid::Block;
use crate::interp::step::{Pause, grow_local};
use crate::interp::warp::{Split, State, TURN, Warp};
use crate::runtime::Stop;
use std::ops::Range;

/// What became of a block that ran in rounds.
pub(crate) enum Rounds {
    /// All threads ended.
    Ended,
    /// Its warps are the scheduler's from now on; this one is next.
    GoOn(usize),
}

/// The kernel's activation in each warp, which lasts from block to block.
pub(crate) const ROOT: u32 = 0;

impl Engine<'_, '_, 32> {
    /// Runs a block that has not started yet, and after it, in its place, those of `followers` that end in their turn,
    /// and the first that does not.
    ///
    /// # Errors
    /// The launch ends.
    pub(crate) fn run_rounds(&mut self, block: &mut Block, followers: &mut Range<u64>) -> Result<Rounds, Stop> {
        let Block { ledger, warps, slots, .. } = block;
        let in_turn = warps.iter().take_while(|w| w.all == u32::MAX).count();
        let Some(function) = self.jit.as_ref().map(|s| s.kernel).filter(|_| in_turn > 0) else { return Ok(start(warps, 0, 0)) };
        let Some(instance) = self.instance(function) else { return Ok(start(warps, 0, 0)) };
        let compiled = instance.compiled.clone();
        let base = instance.memory.as_mut_ptr().cast::<u8>();
        let context = base.cast::<Context>();
        let Some(first_entry) = compiled.full_entry(0) else { return Ok(start(warps, 0, 0)) };
        let stride = warps.iter().map(|w| w.local_stride).max().unwrap_or(0);
        slots.clear();
        for warp in &mut warps[..in_turn] {
            grow_local(warp, stride);
            let (registers, local) = (warp.activation(ROOT).registers.base().cast(), warp.local.as_mut_ptr());
            slots.push(Slot { registers, local, turn: warp.turn, pc: 0, status: 0, _pad: 0 });
        }
        self.find_regions(function, ledger, base, &compiled);
        let (mut entry, mut round_start) = (first_entry, 0);
        loop {
            let start_effects = self.effects;
            {
                // SAFETY: the block begins with a context, which nothing else refers to.
                let c = unsafe { &mut *context };
                self.fill_context(c, &compiled, ledger);
                (c.registers, c.local, c.turn) = (slots[0].registers, slots[0].local, slots[0].turn);
                c.tids = self.frame.tids[0].as_ptr().cast();
                (c.local_stride, c.local_base) = (stride, 0);
                (c.entry, c.owned) = (entry, u32::MAX);
                (c.warp_index, c.first_warp, c.warps_in_turn) = (0, 0, in_turn as u32);
                (c.round_key, c.is_mixed, c.slot) = (u32::MAX, 0, slots.as_mut_ptr());
                (c.activation, c.warps) = (ROOT, warps.as_mut_ptr().cast());
                c.round_effects = u64::from(round_start != 0);
                c.effects = c.round_effects;
            }
            let how = self.run_code(&compiled, context)?;
            // SAFETY: the run is over; its pointers are to what this function borrows exclusively.
            let c = unsafe {
                flush::<32>(context);
                &mut *context
            };
            let at = c.warp_index as usize;
            slots[at].turn = c.turn;
            if how == status::STOP {
                return Err(self.stopped());
            }
            if how == status::ROUND && c.is_mixed == 0 && in_turn == warps.len() {
                if c.round_key == status::ALL_ENDED {
                    self.effects += 1;
                    let Some(number) = followers.next() else { return Ok(Rounds::Ended) };
                    self.leave_block(ledger)?;
                    self.enter_block(ledger, warps, number);
                    slots.iter_mut().for_each(|slot| slot.turn = TURN);
                    self.find_regions(function, ledger, base, &compiled);
                    (entry, round_start) = (first_entry, 0);
                    continue;
                }
                if let Some(next) = compiled.full_entry(c.round_key + 1) {
                    self.counters.barriers += 1;
                    self.effects += 1;
                    (entry, round_start) = (next, c.round_key + 1);
                    continue;
                }
            }
            // The scheduler's from here on: first what the warps before this one did, in order.
            let ending = (how, c.pc, c.mask);
            let stopped = if how == status::ROUND { in_turn } else { at };
            for (warp, slot) in warps.iter_mut().zip(slots.iter()) {
                warp.turn = slot.turn;
            }
            for index in 0..stopped {
                let Slot { pc, status, .. } = slots[index];
                self.after_run(&mut warps[index], ledger, ROOT, (status, pc, u32::MAX), &[], (self.effects, None, None))?;
            }
            if how == status::ROUND {
                start(warps, stopped, round_start);
                if ledger.completed != 0 {
                    self.release(warps, ledger);
                }
            } else {
                let left = compiled.take_left(base);
                let warp = &mut warps[at];
                let pause = self.after_run(warp, ledger, ROOT, ending, &left, (start_effects, None, None))?;
                self.after_pause(warp, ledger, pause);
                start(warps, at + 1, round_start);
            }
            return Ok(Rounds::GoOn(stopped));
        }
    }

    /// Looks after lanes that wait for one another, after a split has stopped.
    pub(crate) fn after_pause(&mut self, warp: &mut Warp<32>, ledger: &Ledger, pause: Pause) {
        if pause != Pause::Yielded && warp.splits.iter().any(|s| matches!(s.state, State::Sync(_))) {
            self.resolve_syncs(warp, ledger);
            let only_syncs = !warp.splits.is_empty() && warp.splits.iter().all(|s| matches!(s.state, State::Sync(_)));
            if only_syncs {
                self.force_syncs(warp, ledger);
            }
        }
    }
}

/// Warps from `first` on are ready at an operation, where they are packed unless it is the first.
fn start(warps: &mut [Warp<32>], first: usize, pc: u32) -> Rounds {
    for warp in &mut warps[first..] {
        let mask = warp.all;
        warp.packed = (pc != 0).then_some(pc);
        warp.splits.push(Split::new(ROOT, pc, mask, State::Ready));
    }
    Rounds::GoOn(first)
}
