//! Partial-order reduction of `--exhaustive`: orders that differ only in operations that have nothing to do with one another are one.
//!
//! **What.** A split runs up to an operation that others can see, a *scheduling point*; what it does before is seen by nobody, so
//! whoever is not at one yet goes on first, and nothing is decided. Of the operations at hand one is chosen. Those tried before it
//! at the same point, in runs before this one, are *asleep* from then on, until something is done that one of them depends on: to do
//! them earlier or later is the same.
//! **Invariant.** What is asleep follows from what was chosen in this run. Where all are asleep, the rest of the run is one of those before.
//! **Cost.** A look at all that stand at a point, for each operation.
//! **Source.** Sleep sets: Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", LNCS 1032, 1996.

use super::warp::ActivationId;

/// Accesses of 16 bytes that begin at a multiple of it may overlap.
const SHARED: u64 = !15;

/// Where a split is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SplitAt {
    block: u64,
    warp: u32,
    activation: ActivationId,
    pc: u32,
}

impl SplitAt {
    pub(super) fn new(block: u64, warp: u32, activation: ActivationId, pc: u32) -> SplitAt {
        SplitAt { block, warp, activation, pc }
    }
}

/// What the operation at a scheduling point depends on.
#[derive(Default)]
pub(crate) struct Touched {
    /// Addresses, as [`SHARED`] has them.
    reads: Vec<u64>,
    writes: Vec<u64>,
    is_fence: bool,
    /// Loads that were put off may be done with it.
    has_late: bool,
}

impl Touched {
    pub(super) fn fence(has_late: bool) -> Touched {
        Touched { is_fence: true, has_late, ..Touched::default() }
    }

    pub(super) fn access(addresses: impl Iterator<Item = u64>, is_write: bool, has_late: bool) -> Touched {
        let addresses = addresses.map(|address| address & SHARED).collect();
        let (reads, writes) = if is_write { (Vec::new(), addresses) } else { (addresses, Vec::new()) };
        Touched { reads, writes, is_fence: false, has_late }
    }

    /// Whether it matters which of two operations comes first.
    fn depends_on(&self, other: &Touched) -> bool {
        let share = |some: &[u64], others: &[u64]| some.iter().any(|address| others.contains(address));
        self.is_fence && other.is_fence
            || share(&self.writes, &other.writes)
            || share(&self.writes, &other.reads)
            || share(&self.reads, &other.writes)
            || self.has_late && !other.writes.is_empty()
            || other.has_late && !self.writes.is_empty()
    }

    fn add(&mut self, other: Touched) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.is_fence |= other.is_fence;
        self.has_late |= other.has_late;
    }
}

/// A split at a scheduling point.
struct Standing {
    at: SplitAt,
    touched: Touched,
    is_asleep: bool,
}

/// Who stands at a scheduling point, and who of them is asleep: a few.
#[derive(Default)]
pub(crate) struct Reduction(Vec<Standing>);

impl Reduction {
    fn find(&self, at: &SplitAt) -> Option<usize> {
        self.0.iter().position(|standing| standing.at == *at)
    }

    /// A split has come to a scheduling point; it may have met another one there.
    pub(super) fn stop(&mut self, at: SplitAt, touched: Touched) {
        match self.find(&at) {
            Some(index) => {
                self.0[index].touched.add(touched);
                self.0[index].is_asleep = false;
            }
            None => self.0.push(Standing { at, touched, is_asleep: false }),
        }
    }

    /// A split goes on; whether it stood at a scheduling point, whose operation it does now.
    pub(super) fn go_on(&mut self, at: SplitAt) -> bool {
        let Some(index) = self.find(&at) else { return false };
        let Standing { touched, .. } = self.0.swap_remove(index);
        self.0.iter_mut().for_each(|other| other.is_asleep &= !other.touched.depends_on(&touched));
        true
    }

    pub(super) fn stands(&self, at: &SplitAt) -> bool {
        self.find(at).is_some()
    }

    pub(super) fn is_awake(&self, at: &SplitAt) -> bool {
        self.find(at).is_none_or(|index| !self.0[index].is_asleep)
    }

    /// Whether there is something to be tried in a block: a split that is awake, or nobody at a scheduling point.
    pub(super) fn is_block_awake(&self, block: u64) -> bool {
        let mut of_block = self.0.iter().filter(|standing| standing.at.block == block).peekable();
        of_block.peek().is_none() || of_block.any(|standing| !standing.is_asleep)
    }

    /// What a split would do was tried.
    pub(super) fn sleep(&mut self, at: SplitAt) {
        self.0.iter_mut().for_each(|standing| standing.is_asleep |= standing.at == at);
    }

    /// What the splits of a block would do was tried.
    pub(super) fn sleep_block(&mut self, block: u64) {
        self.0.iter_mut().for_each(|standing| standing.is_asleep |= standing.at.block == block);
    }
}
