//! A worker's link to the shared state: what compiled code asks of the coordinator, and when the worker waits.

use super::shared_state::{BlockCounts, Call, Handed, SharedState, State};
use super::{AHEAD, UNSEEN};
use crate::exec::warp::{TIME_SLICE, Warp};
use crate::jit::runtime::abi::Context;
use crate::limits::Interrupt;
use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// A worker's link to the shared state.
pub(crate) struct WorkerLink {
    pub(super) shared_state: Arc<SharedState>,
    pub(super) number: usize,
    pub(super) idle_fuel: u64,
    pub(super) interrupt: Interrupt,
    /// Blocks that ended, not yet told of.
    pub(super) ended: RefCell<Vec<BlockCounts>>,
    /// Their warp instructions.
    pub(super) untold: Cell<u64>,
}

impl WorkerLink {
    /// Waits until the coordinator comes to this block and has called the helper.
    pub(crate) fn ask(&self, context: *mut Context, call: Call) {
        if !self.wait(State::Calling(call, Handed(context))) {
            // SAFETY: the coordinator is done with the context, which is this worker's.
            unsafe { (*context).stopped = 1 };
        }
    }

    /// Waits until the coordinator comes to this block and is done with it; whether the worker goes on.
    pub(super) fn wait(&self, state: State) -> bool {
        self.tell();
        let shared_state = &*self.shared_state;
        shared_state.waiting.fetch_add(1, Ordering::Relaxed);
        let mut slots = shared_state.slots();
        slots[self.number].state = state;
        shared_state.tell_coordinator();
        let is_waiting = |state: &State| matches!(state, State::Calling(..) | State::Exited(_));
        while is_waiting(&slots[self.number].state) && !shared_state.is_over.load(Ordering::Relaxed) {
            slots = shared_state.workers.wait(slots).unwrap_or_else(PoisonError::into_inner);
        }
        let goes_on = matches!(slots[self.number].state, State::Working);
        slots[self.number].state = State::Working;
        drop(slots);
        shared_state.waiting.fetch_sub(1, Ordering::Relaxed);
        goes_on
    }

    /// The back edges of a time slice were taken: whether fuel need not be looked at yet.
    pub(crate) fn may_go_on<const L: usize>(&self, context: &mut Context, warp: &mut Warp<L>) -> bool {
        if self.shared_state.is_over.load(Ordering::Relaxed) {
            context.stopped = 1;
            return true;
        }
        if std::mem::take(&mut warp.is_active) {
            warp.idle = 0;
        }
        // SAFETY: the counters of a worker's context are its own.
        let unseen = unsafe { (*context.counters).warp_instructions };
        if warp.idle >= self.idle_fuel || unseen >= UNSEEN || self.interrupt.get().is_some() {
            return false;
        }
        (warp.time_slice, context.time_slice) = (TIME_SLICE, TIME_SLICE);
        true
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
