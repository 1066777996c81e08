//! Counters that a decoded function carries for engines: whether code has run often enough to be worth compiling.

use std::cell::Cell;

/// Times that the interpreter goes back to a loop's header, or enters a function, before that is compiled.
const HOT: u32 = 1000;

/// How often a block of host code was gone back to or entered, or what came of it.
#[derive(Clone, Default, Debug)]
pub(crate) struct TierUpCounter(Cell<u32>);

impl TierUpCounter {
    const COMPILED: u32 = u32::MAX;
    const COLD: u32 = u32::MAX - 1;

    /// Whether to look for compiled code; `counts` if this is one more time.
    #[inline(always)]
    pub(crate) fn is_hot(&self, counts: bool) -> bool {
        let times = self.0.get();
        if times < HOT && counts {
            self.0.set(times + 1);
            return times + 1 == HOT;
        }
        self.is_compiled()
    }

    /// Whether it is time to compile.
    pub(crate) fn is_due(&self) -> bool {
        self.0.get() == HOT
    }

    /// Whether there is compiled code.
    pub(crate) fn is_compiled(&self) -> bool {
        self.0.get() == TierUpCounter::COMPILED
    }

    /// It was tried to compile it.
    pub(crate) fn tried(&self, has_code: bool) {
        self.0.set(if has_code { TierUpCounter::COMPILED } else { TierUpCounter::COLD });
    }
}
