//! A worker's link to the shared state: what compiled code asks of the coordinator, and when the worker waits.

use super::shared_state::{BlockCounts, Handed, SharedState, State};
use crate::exec::warp::{TIME_SLICE, Warp};
use crate::jit::runtime::abi::{Context, HelperCall};
use crate::jit::runtime::caller::Coordinator;
use crate::limits::Interrupt;
use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// Warp instructions after which a worker asks that its block come, so that fuel is looked at.
pub(super) const UNSEEN: u64 = 1 << 22;

/// Blocks that a worker has told of and the coordinator has not come to, at most.
pub(super) const AHEAD: usize = 128;

/// A worker's link to the shared state; workers are `W`.
pub(super) struct WorkerLink<W> {
    pub(super) shared_state: Arc<SharedState<W>>,
    pub(super) number: usize,
    pub(super) idle_fuel: u64,
    pub(super) interrupt: Interrupt,
    /// Blocks that ended, not yet told of.
    pub(super) ended: RefCell<Vec<BlockCounts>>,
    /// Their warp instructions.
    pub(super) untold: Cell<u64>,
}

impl<W> Coordinator for WorkerLink<W> {
    /// Waits until the coordinator comes to this block.
    fn ask(&self, context: *mut Context, call: HelperCall) {
        if !self.wait(State::Calling(call, Handed(context))) {
            // SAFETY: the coordinator is done with the context, which is this worker's.
            unsafe { (*context).outcome.stopped = 1 };
        }
    }

    /// Whether fuel need not be looked at yet.
    fn may_go_on(&self, context: &mut Context, warp: &mut Warp<32>) -> bool {
        if self.shared_state.is_over.load(Ordering::Relaxed) {
            context.outcome.stopped = 1;
            return true;
        }
        if std::mem::take(&mut warp.is_active) {
            warp.idle = 0;
        }
        // SAFETY: the counters of a worker's context are its own.
        let unseen = unsafe { (*context.core.counters).warp_instructions };
        if warp.idle >= self.idle_fuel || unseen >= UNSEEN || self.interrupt.get().is_some() {
            return false;
        }
        (warp.time_slice, context.run.time_slice) = (TIME_SLICE, TIME_SLICE);
        true
    }

    fn idle_fuel(&self) -> u64 {
        self.idle_fuel
    }
}

impl<W> WorkerLink<W> {
    /// Waits until the coordinator comes to this block and is done with it; whether the worker goes on.
    pub(super) fn wait(&self, state: State<W>) -> bool {
        self.tell();
        let shared_state = &*self.shared_state;
        shared_state.waiting.fetch_add(1, Ordering::Relaxed);
        let mut slots = shared_state.slots();
        slots[self.number].state = state;
        shared_state.tell_coordinator();
        let is_waiting = |state: &State<W>| matches!(state, State::Calling(..) | State::Exited(_));
        while is_waiting(&slots[self.number].state) && !shared_state.is_over.load(Ordering::Relaxed) {
            slots = shared_state.workers.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
        let goes_on = matches!(slots[self.number].state, State::Working);
        slots[self.number].state = State::Working;
        drop(slots);
        shared_state.waiting.fetch_sub(1, Ordering::Relaxed);
        goes_on
    }

    /// Tells of the blocks that have ended; waits while the coordinator is far behind.
    pub(super) fn tell(&self) {
        let mut ended = self.ended.borrow_mut();
        if ended.is_empty() {
            return;
        }
        self.untold.set(0);
        let mut slots = self.shared_state.slots();
        slots[self.number].ended.append(&mut ended);
        self.shared_state.tell_coordinator();
        while slots[self.number].ended.len() > AHEAD && !self.shared_state.is_over.load(Ordering::Relaxed) {
            slots = self.shared_state.workers.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
