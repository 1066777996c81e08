//! The clock of runs with a seed: nothing of the machine that kern runs on shows in it.
//!
//! It starts at a moment that follows from the seed, and goes on by a nanosecond an instruction, by what the program
//! sleeps, and by a microsecond each time it is asked, so that a loop that waits for a moment ends.

use crate::call_context::CallContext;
use crate::config::Order;
use crate::machine::Machine;
use crate::runtime::Stop;
use crate::seed::mix;

/// Nanoseconds that a question takes.
const QUESTION: u64 = 1000;

/// Nanoseconds of a launch, where the order of its threads is not the fixed one.
const LAUNCH: u64 = 10_000;

/// The second at which clocks with seed 0 start: 2023-11-14 22:13:20.
const FIRST_SECOND: u64 = 1_700_000_000;

/// Seconds of a year.
const YEAR: u64 = 365 * 86_400;

impl Machine<'_> {
    /// Nanoseconds since the start, on the modelled clock.
    fn modelled_ns(&mut self) -> u64 {
        self.slept = self.slept.saturating_add(QUESTION);
        self.passed_ns()
    }

    /// Nanoseconds since the start, on the modelled clock, which is not asked by the program.
    pub(crate) fn passed_ns(&self) -> u64 {
        let launched = match self.config.order {
            Order::Fixed => self.launched_instructions,
            // How long threads wait for one another follows from the order.
            Order::Seed(_) | Order::Kept(_) | Order::Given { .. } => self.launch_count.saturating_mul(LAUNCH),
        };
        self.stats.host_instructions.saturating_add(launched).saturating_add(self.slept)
    }
}

impl CallContext<'_, '_> {
    /// Nanoseconds of a clock that never goes back.
    pub fn monotonic_ns(&mut self) -> u64 {
        match self.machine.config.seed {
            None => self.world.monotonic_ns().saturating_add(self.machine.slept),
            Some(seed) => self.machine.modelled_ns().saturating_add(mix(seed) % 1_000_000),
        }
    }

    /// Nanoseconds since 1970.
    pub fn unix_ns(&mut self) -> u64 {
        match self.machine.config.seed {
            None => self.world.unix_ns().saturating_add(self.machine.slept),
            Some(seed) => {
                let start = (FIRST_SECOND + mix(seed) % YEAR) * 1_000_000_000;
                self.machine.modelled_ns().saturating_add(start + mix(mix(seed)) % 1_000_000_000)
            }
        }
    }

    /// Time passes: on the program's clocks only, and at once, or while other host threads run. 0.
    ///
    /// # Errors
    /// As for [`CallContext::show_printed`].
    pub(crate) fn sleep(&mut self, nanoseconds: u64) -> Result<i32, Stop> {
        self.resume_waiting()?;
        if self.thread.is_none() && self.machine.threads.are_many() {
            self.wait(0, Some(nanoseconds), "for time to pass");
        } else {
            self.machine.slept = self.machine.slept.saturating_add(nanoseconds);
        }
        self.show_printed_after(nanoseconds)?;
        Ok(0)
    }
}
