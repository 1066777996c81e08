//! What a run may use, and who ends it from outside.
//!
//! *Fuel* is counted in instructions. Functions without a body burn it too, by the bytes they look at or move: their loops
//! call [`CallContext::work`](crate::runtime::CallContext::work), stop when that says so, and the engine that called them ends the program or the
//! launch ([`Machine::allowance`](crate::Machine::allowance)). Fuel depends on the program only, so that a run ends at the same instruction every time,
//! on both engines and any number of host threads. An [`Interrupt`] is looked at where fuel is, and depends on the clock.

use crate::finding::Place;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Why somebody outside ends a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interruption {
    /// Its time is over.
    Timeout,
    /// The process was told to terminate (`SIGTERM`).
    Terminate,
    /// Somebody pressed the interrupt key (`SIGINT`).
    Interrupt,
    /// The process takes more memory than it may.
    Memory,
}

const INTERRUPTIONS: [Interruption; 4] = [Interruption::Timeout, Interruption::Terminate, Interruption::Interrupt, Interruption::Memory];

/// Ends runs from another thread or a signal handler. Clones are one.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicU32>);

impl Interrupt {
    /// Ends the runs that were given this. The first reason stays.
    pub fn request(&self, why: Interruption) {
        let number = INTERRUPTIONS.iter().position(|&other| other == why).map_or(0, |index| index as u32 + 1);
        let _ = self.0.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether somebody asked, and why.
    #[inline(always)]
    pub fn get(&self) -> Option<Interruption> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            number => INTERRUPTIONS.get(number as usize - 1).copied(),
        }
    }
}

impl PartialEq for Interrupt {
    fn eq(&self, other: &Interrupt) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A limit that ends a whole program, wherever it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// Somebody outside ends it.
    Interrupted(Interruption),
    /// The instructions of the program, or of its host code, are used up.
    Fuel,
    /// It has written as much as it may.
    Output,
    /// Nobody reads what it writes any more.
    Closed,
}

impl Limit {
    /// The exit status: those of `timeout` and of a shell where they have one.
    pub fn exit_status(self) -> i32 {
        match self {
            Limit::Fuel => 120,
            Limit::Output => 121,
            Limit::Interrupted(Interruption::Timeout) => 124,
            Limit::Interrupted(Interruption::Interrupt) => 130,
            Limit::Interrupted(Interruption::Memory) => 137,
            Limit::Closed => 141,
            Limit::Interrupted(Interruption::Terminate) => 143,
        }
    }

    /// One word for it, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Fuel => "fuel",
            Limit::Output => "output",
            Limit::Interrupted(Interruption::Timeout) => "timeout",
            Limit::Interrupted(Interruption::Interrupt) => "interrupt",
            Limit::Interrupted(Interruption::Memory) => "memory",
            Limit::Closed => "closed",
            Limit::Interrupted(Interruption::Terminate) => "terminate",
        }
    }
}

/// A launch in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaunchState {
    /// The kernel, as a user reads it.
    pub kernel: String,
    /// Blocks that have ended.
    pub ended: u64,
    /// Blocks of the grid.
    pub blocks: u64,
    /// Where it was launched.
    pub launched: Option<Place>,
}

/// Where a program was when a limit ended it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// What ended it.
    pub limit: Limit,
    /// The line of the program.
    pub place: Option<Place>,
    /// The launch that ran.
    pub launch: Option<LaunchState>,
}
