//! Grids that kernels launch, and that run at the same time and use the same memory.
//!
//! **What.** Grids of one stream that the threads of one grid launch come one after the other, with all that each launches in its turn;
//! the stream without a name is one of each block, and a grid in `cudaStreamFireAndForget` is in none. Those in `cudaStreamTailLaunch`
//! come after all others. (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism": Streams.)
//! **May miss.** Grids between which [`MOST_KEPT`] others ran, and those deeper than [`DEEPEST`]; streams of a grid in which one waits for an event; memory of the
//! device's heap, which is given out again.

use super::overlap::{self, Overlap};
use crate::finding::Finding;
use crate::instrument::hazard::{AccessSite, AccessedRange};
use crate::memory::{AllocationKind, Trace};
use crate::runtime::CallContext;
use kern_diag::Code;
use std::collections::VecDeque;
use std::rc::Rc;

/// Grids of which is remembered what they accessed.
const MOST_KEPT: usize = 64;
/// Grids that launched one another, the last of which is still looked at.
const DEEPEST: usize = 64;

/// What the grids of one are launched into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Queue {
    /// `cudaStreamTailLaunch`
    Tail,
    /// `cudaStreamFireAndForget`: beside everything.
    None,
    /// The stream without a name of that block.
    OfBlock([u32; 3]),
    /// A stream that was made.
    Stream(u64),
}

/// Who launched a grid: no two grids have one lineage.
#[derive(Debug)]
pub(super) struct Lineage {
    /// Of the grid that launched it; `None` if the host launched that one.
    parent: Option<Rc<Lineage>>,
    /// How many they are, with it.
    depth: usize,
    queue: Queue,
    /// Streams of its parent wait for events.
    waits_for_events: bool,
}

impl Lineage {
    /// Of a grid that `parent` launches, or one of the host; `None` if it is too deep.
    pub(super) fn new(parent: Option<Rc<Lineage>>, queue: Queue, waits_for_events: bool) -> Option<Rc<Lineage>> {
        let depth = parent.as_ref().map_or(0, |parent| parent.depth) + 1;
        (depth <= DEEPEST).then(|| Rc::new(Lineage { parent, depth, queue, waits_for_events }))
    }

    /// Itself, or who launched it, at that depth.
    fn at(&self, depth: usize) -> Option<&Lineage> {
        std::iter::successors(Some(self), |lineage| lineage.parent.as_deref()).find(|lineage| lineage.depth <= depth)
    }

    /// Whether neither grid comes before the other, and neither has launched the other.
    fn is_beside(&self, other: &Lineage) -> bool {
        let depth = self.depth.min(other.depth);
        let (Some(mut one), Some(mut other)) = (self.at(depth), other.at(depth)) else { return false };
        if std::ptr::eq(one, other) {
            return false;
        }
        while let (Some(a), Some(b)) = (one.parent.as_deref(), other.parent.as_deref())
            && !std::ptr::eq(a, b)
        {
            (one, other) = (a, b);
        }
        match (one.queue, other.queue) {
            (Queue::Tail, _) | (_, Queue::Tail) => false,
            (Queue::None, _) | (_, Queue::None) => true,
            _ => !one.waits_for_events && one.queue != other.queue,
        }
    }
}

/// A grid that has run, or a copy.
#[derive(Debug)]
pub(super) struct Ran {
    /// As a user reads it.
    pub(super) name: String,
    /// Where it was launched.
    pub(super) trace: Trace,
    pub(super) lineage: Rc<Lineage>,
    pub(super) accessed: Vec<AccessedRange>,
}

/// The last grids that kernels of one launch have launched.
#[derive(Default, Debug)]
pub(super) struct Siblings {
    ran: VecDeque<Ran>,
}

impl Siblings {
    /// One more has run: reports where it races with those before.
    pub(super) fn add(&mut self, launcher: &mut CallContext, ran: Ran) {
        for other in self.ran.iter().filter(|other| other.lineage.is_beside(&ran.lineage)) {
            let races = overlap::overlaps(&other.accessed, &ran.accessed);
            if let Some(race) = races.iter().find(|race| !is_of_heap(launcher, race)) {
                let finding = finding(launcher, other, &ran, race);
                launcher.report(finding);
            }
        }
        if self.ran.len() == MOST_KEPT {
            self.ran.pop_front();
        }
        self.ran.push_back(ran);
    }
}

/// What one grid had of the device's heap, another may have got after it.
fn is_of_heap(launcher: &CallContext, race: &Overlap) -> bool {
    launcher.machine.memory.allocation(race.start).is_none_or(|allocation| allocation.kind == AllocationKind::DeviceHeap)
}

fn finding(launcher: &CallContext, one: &Ran, other: &Ran, race: &Overlap) -> Finding {
    let verb = |writes| if writes { "writes" } else { "reads" };
    let (first, second) = (verb(race.first_writes), verb(race.second_writes));
    let what = overlap::what(launcher.machine, race);
    let (name, earlier) = (&other.name, &one.name);
    let message = format!("{name} {second} {what} that {earlier}, launched beside it, {first}, and nothing orders the two");
    let launched = |ran: &Ran| launcher.machine.place(&ran.trace);
    // A copy has no code: where it is asked for is where it accesses.
    let place = |ran: &Ran, accessed: &AccessSite| match accessed.site {
        Some(site) => launcher.machine.place(&[site]),
        None => launched(ran),
    };
    let mut finding = Finding::new(Code::RACE_OF_OPERATIONS, place(other, &race.second), message).label(format!("{name} {second} it here"));
    if race.first.site != race.second.site || race.first.site.is_none() {
        finding = finding.also(place(one, &race.first), format!("{earlier} {first} it here"));
    }
    if race.second.site.is_some() {
        finding = finding.also(launched(other), format!("{name} is launched here"));
    }
    if one.trace != other.trace && race.first.site.is_some() {
        finding = finding.also(launched(one), format!("{earlier} is launched here"));
    }
    finding
        .note("grids that kernels launch run at the same time and in any order, unless threads of one block launch them into one stream")
        .help(
            "give each grid memory of its own; or have one block launch both into one stream; or launch the one that needs the other's \
             results with `cudaStreamTailLaunch`",
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parent: Option<&Rc<Lineage>>, queue: Queue) -> Rc<Lineage> {
        Lineage::new(parent.cloned(), queue, false).unwrap()
    }

    #[test]
    fn grids_of_one_stream_come_one_after_the_other() {
        let block = |x| Queue::OfBlock([x, 0, 0]);
        let parent = of(None, block(0));
        let grid = of(Some(&parent), block(0));
        for (other, is_beside) in [
            (of(None, block(0)), false),
            (of(None, block(1)), true),
            (of(None, Queue::Stream(5)), true),
            (of(None, Queue::None), true),
            (of(None, Queue::Tail), false),
            (parent.clone(), false),
            (of(Some(&parent), block(0)), false),
            (of(Some(&parent), block(3)), true),
            (of(Some(&of(Some(&parent), block(3))), block(0)), true),
            (of(Some(&of(Some(&parent), block(0))), block(3)), false),
        ] {
            assert_eq!((grid.is_beside(&other), other.is_beside(&grid)), (is_beside, is_beside), "{other:?}");
        }
        assert!(!grid.is_beside(&grid));
        assert!(of(None, Queue::None).is_beside(&of(None, Queue::None)));
    }

    #[test]
    fn streams_that_wait_for_events_are_taken_for_ordered() {
        let of_stream = |stream, waits| Lineage::new(None, Queue::Stream(stream), waits).unwrap();
        assert!(of_stream(5, false).is_beside(&of_stream(6, false)));
        assert!(!of_stream(5, true).is_beside(&of_stream(6, true)));
    }

    #[test]
    fn chains_of_launches_end() {
        let mut last = Some(of(None, Queue::None));
        for _ in 0..DEEPEST {
            last = last.and_then(|parent| Lineage::new(Some(parent), Queue::None, false));
        }
        assert!(last.is_none());
    }
}
