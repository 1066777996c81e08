//! A worker's end of the board: what compiled code asks of the conductor, and when the worker waits.

use super::board::{Board, Call, Handed, State, Tally};
use super::{AHEAD, UNSEEN};
use crate::exec::warp::{TURN, Warp};
use crate::jit::runtime::abi::Context;
use crate::limits::Interrupt;
use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// A worker's end of the board.
pub(crate) struct Desk {
    pub(super) board: Arc<Board>,
    pub(super) number: usize,
    pub(super) idle_fuel: u64,
    pub(super) interrupt: Interrupt,
    /// Blocks that ended, not yet told of.
    pub(super) ended: RefCell<Vec<Tally>>,
    /// Their warp instructions.
    pub(super) untold: Cell<u64>,
}

impl Desk {
    /// Waits until the conductor comes to this block and has called the helper.
    pub(crate) fn ask(&self, context: *mut Context, call: Call) {
        if !self.wait(State::Asks(call, Handed(context))) {
            // SAFETY: the conductor is done with the context, which is this worker's.
            unsafe { (*context).stopped = 1 };
        }
    }

    /// Waits until the conductor comes to this block and is done with it; whether the worker goes on.
    pub(super) fn wait(&self, state: State) -> bool {
        self.tell();
        let board = &*self.board;
        board.waiting.fetch_add(1, Ordering::Relaxed);
        let mut places = board.places();
        places[self.number].state = state;
        board.tell_conductor();
        let is_waiting = |state: &State| matches!(state, State::Asks(..) | State::Leaves(_));
        while is_waiting(&places[self.number].state) && !board.is_over.load(Ordering::Relaxed) {
            places = board.workers.wait(places).unwrap_or_else(PoisonError::into_inner);
        }
        let goes_on = matches!(places[self.number].state, State::Working);
        places[self.number].state = State::Working;
        drop(places);
        board.waiting.fetch_sub(1, Ordering::Relaxed);
        goes_on
    }

    /// A turn's back edges were taken: whether fuel need not be looked at yet.
    pub(crate) fn may_go_on<const L: usize>(&self, context: &mut Context, warp: &mut Warp<L>) -> bool {
        if self.board.is_over.load(Ordering::Relaxed) {
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
        (warp.turn, context.turn) = (TURN, TURN);
        true
    }

    /// Tells of the blocks that have ended; waits while the conductor is far behind.
    pub(super) fn tell(&self) {
        let mut ended = self.ended.borrow_mut();
        if ended.is_empty() {
            return;
        }
        self.untold.set(0);
        let mut places = self.board.places();
        places[self.number].ended.append(&mut ended);
        self.board.tell_conductor();
        while places[self.number].ended.len() > AHEAD && !self.board.is_over.load(Ordering::Relaxed) {
            places = self.board.workers.wait(places).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
