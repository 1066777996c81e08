//! What is decided at the scheduling points of a launch, one decision after the other: by a seed, as given, or as usual but for
//! some *switches*, which are the decisions that were otherwise in another run ([`Order::Kept`]).
//!
//! Usual is that whoever runs goes on until it waits or ends, and that blocks begin when there is nobody else to run. Whoever
//! decides numbers its decisions, so a run's switches say all of it; in a run that keeps some of them these happen where they did, as
//! far as what is left out did not bring them about. **Source.** Fewest switches by delta debugging: Choi and Zeller, "Isolating failure-inducing thread schedules", ISSTA 2002.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::engine::Engine;
use super::warp::Point;
use crate::config::Order;
use crate::finding::switch::{Decided, Decision, MOST_SWITCHES, Switch, WarpAt};
use crate::seed::mix;

/// In one of how many accesses something older than the newest is seen, or a load put off; 0 for none.
const STALE: [u64; 3] = [0, 16, 4];

/// Who runs, and where.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct At {
    pub(crate) block: u64,
    pub(crate) warp: u32,
    pub(crate) point: Option<Point>,
}

/// A decision that was not the usual one.
struct Made {
    decided: Decided,
    value: u64,
    at: At,
    then: Option<At>,
}

/// What decisions follow from.
enum Source {
    /// The state of a generator (`splitmix64`), and in one of how many cases something older is seen; 0 for never.
    Seed { state: u64, stale: u64 },
    /// The first ones are given, what follows is the first of what there is, and nothing is decided any more once that was in
    /// another run.
    Given { first: Vec<u32>, taken: Vec<(u32, u32)>, is_known: bool },
    /// What is not as usual.
    Kept(Arc<BTreeMap<Decided, u64>>),
}

/// The decisions of a launch.
pub(crate) struct Choices {
    source: Source,
    launch: u64,
    /// How many decisions there were, by what they are about, block and warp.
    made: FxHashMap<(Decision, u64, u32), u64>,
    at: At,
    /// Those that were not as usual, if they are kept.
    switches: Option<Vec<Made>>,
}

/// The next number of a generator.
pub(super) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

impl Choices {
    /// Those of a launch, with the addresses that several threads are known to access; `None` for the fixed order.
    pub(super) fn new(order: &Order, launch: u64, keeps: bool, taken: &mut Vec<(u32, u32)>) -> Option<(Choices, FxHashSet<u64>)> {
        let mut contended_addresses = FxHashSet::default();
        let source = match order {
            Order::Fixed | Order::Seed(0) => return None,
            Order::Seed(seed) => {
                let mut state = mix(*seed) ^ mix(launch.wrapping_add(1)).rotate_left(17);
                let stale = STALE[(next(&mut state) % STALE.len() as u64) as usize];
                Source::Seed { state, stale }
            }
            Order::Given { first, contended } => {
                contended_addresses.extend(contended);
                Source::Given { first: first.clone(), taken: std::mem::take(taken), is_known: false }
            }
            Order::Kept(switches) => Source::Kept(switches.clone()),
        };
        let switches = keeps.then(Vec::new);
        Some((Choices { source, launch, made: FxHashMap::default(), at: At::default(), switches }, contended_addresses))
    }

    /// All ways are gone, one run after the other.
    pub(super) fn is_exhaustive(&self) -> bool {
        matches!(self.source, Source::Given { .. })
    }

    /// What comes was in another run.
    pub(super) fn leave_rest(&mut self) {
        if let Source::Given { is_known, .. } = &mut self.source {
            *is_known = true;
        }
    }

    /// A number below `count` that is not a decision: how often there are some. 0 without a seed.
    pub(super) fn draw(&mut self, count: usize) -> usize {
        match &mut self.source {
            Source::Seed { state, .. } => (next(state) % count as u64) as usize,
            _ => 0,
        }
    }

    /// Decides for a number below `count`: a seed's `draw` gets its generator and how rarely something older is seen.
    pub(super) fn decide(&mut self, decision: Decision, usual: u64, count: u64, draw: impl FnOnce(&mut u64, u64) -> u64) -> u64 {
        if let Source::Given { first, taken, is_known } = &mut self.source {
            if *is_known {
                return 0;
            }
            let chosen = first.get(taken.len()).copied().unwrap_or(0).min((count as u32).saturating_sub(1));
            taken.push((chosen, count as u32));
            return u64::from(chosen);
        }
        let decided = self.number(decision);
        let value = match &mut self.source {
            Source::Seed { state, stale } => draw(state, *stale),
            Source::Kept(switches) => switches.get(&decided).map_or(usual, |&value| value.min(count.saturating_sub(1))),
            Source::Given { .. } => usual,
        };
        if let Some(switches) = self.switches.as_mut().filter(|switches| value != usual && switches.len() < MOST_SWITCHES) {
            switches.push(Made { decided, value, at: self.at, then: None });
        }
        value
    }

    /// Which decision this is.
    fn number(&mut self, decision: Decision) -> Decided {
        let (block, warp) = match decision {
            Decision::BlockOrder | Decision::BlockBegins | Decision::BlockRuns => (0, 0),
            Decision::BlockLeaves | Decision::WarpRuns => (self.at.block, 0),
            Decision::Stop | Decision::FirstLanes | Decision::Older | Decision::Defer => (self.at.block, self.at.warp),
        };
        let made = self.made.entry((decision, block, warp)).or_default();
        *made += 1;
        Decided { launch: self.launch, decision, block, warp, number: *made - 1 }
    }

    /// Which of `count` runs, where `usual` does usually.
    pub(super) fn runs(&mut self, decision: Decision, usual: usize, count: usize) -> usize {
        if count < 2 {
            return 0;
        }
        self.decide(decision, usual as u64, count as u64, |state, _| next(state) % count as u64) as usize
    }

    /// A number below `count`: 0 mostly.
    pub(crate) fn older(&mut self, count: usize) -> usize {
        if count < 2 {
            return 0;
        }
        let draw = |state: &mut u64, stale: u64| match stale {
            0 => 0,
            _ if !next(state).is_multiple_of(stale) => 0,
            _ => next(state) % count as u64,
        };
        self.decide(Decision::Older, 0, count as u64, draw) as usize
    }

    /// Whether a load is put off.
    pub(super) fn defers(&mut self) -> bool {
        self.decide(Decision::Defer, 0, 2, |state, stale| u64::from(stale > 0 && next(state).is_multiple_of(2 * stale))) == 1
    }

    /// Somebody is about to do something.
    pub(super) fn comes_to(&mut self, at: At) {
        self.at = at;
    }

    /// Somebody goes on.
    pub(super) fn goes_on(&mut self, at: At) {
        self.at = at;
        if let Some(made) = self.switches.as_mut().and_then(|switches| switches.last_mut())
            && made.decided.decision.moves()
        {
            made.then.get_or_insert(at);
        }
    }

    /// Where the last one was.
    pub(super) fn last(&self) -> At {
        self.at
    }

    /// What was chosen, of how many, if choices were given.
    pub(super) fn taken(&mut self) -> Vec<(u32, u32)> {
        match &mut self.source {
            Source::Given { taken, .. } => std::mem::take(taken),
            _ => Vec::new(),
        }
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Keeps the switches of a launch of `kernel`; where they happened, if they were chosen.
    pub(super) fn keep_switches(&mut self, choices: Choices, kernel: &str) {
        let are_placed = matches!(choices.source, Source::Kept(_));
        let made = choices.switches.unwrap_or_default();
        let room = MOST_SWITCHES.saturating_sub(self.machine.switches.len());
        let name: Arc<str> = kernel.into();
        let warp_at =
            |at: At| WarpAt { block: at.block, warp: at.warp, place: at.point.filter(|_| are_placed).and_then(|point| self.place(point)) };
        let switches: Vec<Switch> = made
            .into_iter()
            .take(room)
            .map(|made| Switch {
                decided: made.decided,
                kernel: name.clone(),
                value: made.value,
                at: warp_at(made.at),
                then: made.then.map(warp_at),
            })
            .collect();
        self.machine.switches.extend(switches);
    }
}
