//! The clock of runs with a seed: nothing of the machine that kern runs on shows in it.
//!
//! It starts at a moment that follows from the seed, and goes on by a nanosecond an instruction, by what the program
//! sleeps, and by a microsecond each time it is asked, so that a loop that waits for a moment ends.

use crate::config::Order;
use crate::machine::Machine;

/// Nanoseconds that a question takes.
const QUESTION: u64 = 1000;

/// Nanoseconds of a launch, where the order of its threads is not the fixed one.
const LAUNCH: u64 = 10_000;

impl Machine<'_> {
    /// Nanoseconds since the start, on the modelled clock.
    pub(crate) fn modelled_ns(&mut self) -> u64 {
        self.slept = self.slept.saturating_add(QUESTION);
        self.passed_ns()
    }

    /// Nanoseconds since the start, on the modelled clock, which is not asked by the program.
    pub(crate) fn passed_ns(&self) -> u64 {
        let launched = match self.config.order {
            Order::Fixed => self.launched_instructions,
            // How long threads wait for one another follows from the order.
            Order::Seed(_) | Order::Kept(_) | Order::Given { .. } => self.ended_launches.saturating_mul(LAUNCH),
        };
        self.stats.host_instructions.saturating_add(launched).saturating_add(self.slept)
    }
}
