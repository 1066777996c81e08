//! What came before what: one clock for all blocks, since they run one after another.
//!
//! The clock ticks where an order begins: when another block runs, at barriers, at `__syncwarp` and at fences. A barrier orders
//! all that its block did until then; so "did that come before me?" is a comparison with the tick at which my block's interval
//! began. What fences order is kept for each thread by itself ([`Known`]), and only in launches that have fences.

mod culprits;
mod fences;

use super::block_order::BlockOrder;
use super::code::Fences;
use super::groups::{Groups, NONE};
use super::handed::{Handed, add_seen};
use super::known::{COPIED, Known};
use super::released::{Released, Source};
use super::shadow::{Among, Slot};
use super::warp_order::WarpOrder;
use kern_ir::Scope;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Accesses of other blocks among which an earlier one of a block is looked for.
const MOST_LATER: usize = 64;
/// The same of the accesses of threads.
const MOST_THREADS: usize = 1024;

/// The order of a launch.
pub(super) struct Order {
    now: u32,
    /// The tick at which the launch began: everything before came before.
    launch: u32,
    /// From which tick on which block ran.
    spans: Vec<(u32, u32)>,
    blocks: FxHashMap<u32, BlockOrder>,
    /// Blocks that were started.
    started: u32,
    has_fences: bool,
    /// Loads, stores or updates of the launch may order by themselves, as those of barriers in two steps do.
    orders_threads: bool,
    /// Some of its fences are of a block alone.
    has_narrow: bool,
    in_lock_step: bool,
    running: Running,
    /// Accesses of several blocks, if the launch may have fences: otherwise none of another block came before.
    groups: Option<RefCell<Groups>>,
}

/// What most comparisons ask for: of the block and the warp that run.
#[derive(Clone, Copy, Debug)]
struct Running {
    block: u32,
    /// From here on the clock's ticks are the block's.
    since: u32,
    /// As [`BlockOrder::interval`].
    interval: u32,
    warp: u32,
    /// All lanes of the warp met at this tick, and no group of them has since; `None` otherwise.
    met: Option<u32>,
}

const NOBODY: Running = Running { block: u32::MAX, since: u32::MAX, interval: 0, warp: 0, met: None };

impl Order {
    pub(super) fn new(in_lock_step: bool) -> Order {
        Order {
            now: 1,
            launch: 1,
            spans: Vec::new(),
            blocks: FxHashMap::default(),
            started: 0,
            has_fences: false,
            orders_threads: false,
            has_narrow: false,
            in_lock_step,
            running: NOBODY,
            groups: None,
        }
    }

    pub(super) fn now(&self) -> u32 {
        self.now
    }

    /// The ticks of the running block before its last barrier: what it did then came before what it does now.
    pub(super) fn settled(&self) -> Range<u32> {
        self.running.since..self.running.interval
    }

    /// Lanes of a warp run one instruction after the other together.
    pub(super) fn in_lock_step(&self) -> bool {
        self.in_lock_step
    }

    pub(super) fn has_fences(&self) -> bool {
        self.has_fences
    }

    /// Barriers of whole blocks and warps are all that orders threads.
    pub(super) fn has_barriers_alone(&self) -> bool {
        !self.has_fences && self.groups.is_none() && !self.in_lock_step
    }

    fn tick(&mut self) -> u32 {
        // A launch of four thousand million ticks knows less from there on, and says nothing wrong.
        self.now = self.now.saturating_add(1);
        self.now
    }

    /// The shadow is empty when a launch starts, so the clock starts anew.
    pub(super) fn start_launch(&mut self, Fences { has_any, orders_threads, has_narrow }: Fences) {
        *self = Order::new(self.in_lock_step);
        self.groups = has_any.then(RefCell::default);
        (self.orders_threads, self.has_narrow) = (orders_threads, has_narrow);
    }

    pub(super) fn start_block(&mut self, block: u32) {
        let interval = self.tick();
        self.spans.push((interval, block));
        self.started += 1;
        self.blocks.insert(block, BlockOrder { interval, ..BlockOrder::default() });
        self.running = NOBODY;
    }

    pub(super) fn end_block(&mut self, block: u32) {
        self.blocks.remove(&block);
        self.blocks.remove(&(block | COPIED));
    }

    /// A warp of `block` is about to do something.
    pub(super) fn run(&mut self, block: u32, warp: u32) {
        if self.spans.last().is_none_or(|last| last.1 != block) {
            let now = self.tick();
            self.spans.push((now, block));
        }
        if self.in_lock_step {
            let now = self.tick();
            self.warp(block, warp).since = now;
            self.running = NOBODY;
        }
        if (self.running.block, self.running.warp) != (block, warp) {
            let since = self.spans.last().map_or(0, |last| last.0);
            let mine = self.blocks.get(&block);
            let own = mine.and_then(|mine| mine.warps.get(warp as usize));
            let met = own.map_or(Some(0), |own| own.lanes.is_none().then_some(own.since));
            self.running = Running { block, since, interval: mine.map_or(0, |mine| mine.interval), warp, met };
        }
    }

    /// The block that ran at a tick.
    pub(super) fn block_of(&self, clock: u32) -> u32 {
        let after = self.spans.partition_point(|span| span.0 <= clock);
        after.checked_sub(1).map_or(u32::MAX, |at| self.spans[at].1)
    }

    fn warp(&mut self, block: u32, warp: u32) -> &mut WarpOrder {
        let warps = &mut self.blocks.entry(block).or_default().warps;
        if warps.len() <= warp as usize {
            warps.resize(warp as usize + 1, WarpOrder::default());
        }
        &mut warps[warp as usize]
    }

    /// Whether all accesses of `slot` but the thread's own came before what `(block, thread)` does now; a strong access has more
    /// before it.
    pub(super) fn comes_before(&self, slot: Slot, (block, thread): (u32, u16), is_strong: bool) -> bool {
        let clock = slot.clock();
        if let (Some(groups), Among::Blocks) = (&self.groups, slot.among()) {
            return groups.borrow().members(clock).all(|member| self.comes_before(member, (block, thread), is_strong));
        }
        if clock < self.launch {
            return true;
        }
        let running = &self.running;
        if clock >= running.since && block == running.block && slot.among() != Among::Blocks {
            if clock < running.interval || slot.among() == Among::One && slot.thread() == thread {
                return true;
            }
            if let (false, Some(met)) = (self.has_fences, running.met.filter(|_| u32::from(thread / 32) == running.warp)) {
                return clock < met && slot.thread() / 32 == thread / 32 && slot.among() <= Among::Lanes;
            }
        }
        let (of, among) = (self.block_of(clock), slot.among());
        let Some(mine) = self.blocks.get(&block) else { return false };
        if among == Among::Blocks {
            let all = |known: &Known| known.blocks_with(clock) + 1 >= self.started;
            return all(&mine.known) || mine.threads.get(&thread).is_some_and(|t| all(&t.known));
        }
        let one = (among == Among::One).then(|| slot.thread());
        if of == block {
            if clock < mine.interval || one == Some(thread) {
                return true;
            }
            let other = slot.thread();
            let since = mine.warps.get(usize::from(thread / 32)).filter(|_| other / 32 == thread / 32);
            let is_known = match (since, among) {
                (Some(warp), Among::One) => clock < warp.knows(thread, other),
                (Some(warp), Among::Lanes) => (0..32).all(|lane| lane == thread % 32 || clock < warp.knows(thread, lane)),
                _ => false,
            };
            if is_known {
                return true;
            }
        }
        let own = mine.threads.get(&thread);
        if mine.known.has(of, one, clock) || own.is_some_and(|t| t.known.has(of, one, clock)) {
            return true;
        }
        // Of accesses by several threads it is not known whether all of them met: that accuses nobody.
        let has_met = |(known, tick): &(Rc<Known>, u32)| known.has(of, one, clock) || of == block && one.is_none() && clock < *tick;
        if own.and_then(|t| t.met.as_ref()).is_some_and(has_met) {
            return true;
        }
        // A strong read after one that saw what a fence gave away does not go back behind it on hardware; a plain one may, for its
        // line may lie in the first-level cache since before.
        let gives = |handed: &Rc<Handed>| handed.all().any(|r| r.takes_in(block) && r.known().has(of, one, clock));
        is_strong && (mine.seen.iter().any(gives) || own.is_some_and(|t| t.seen.iter().any(gives)))
    }

    /// The accesses of `old`, and `now` by `(block, thread)` beside them.
    pub(super) fn joined(&self, old: Slot, now: Slot, (block, thread): (u32, u16), is_strong: bool) -> Slot {
        let running = &self.running;
        let is_of_blocks = old.among() == Among::Blocks;
        let is_own = block == running.block && old.clock() >= running.since || self.block_of(old.clock()) == block;
        // Where an access orders by itself, or after a fence, some threads of a block may have come before and others not.
        let by_thread = self.orders_threads || is_strong;
        if let Some(groups) = self.groups.as_ref().filter(|_| is_of_blocks || !is_own || by_thread && old.thread() != thread) {
            let mut groups = groups.borrow_mut();
            let group = if is_of_blocks { old.clock() } else { groups.add(NONE, old) };
            let is_own = |member: Slot| self.block_of(member.clock()) == block && (!by_thread || member.thread() == thread);
            let own = groups.members(group).take(if by_thread { MOST_THREADS } else { MOST_LATER }).position(is_own);
            let group = match own {
                // Whoever waits for a flag reads it again and again.
                Some(_) if is_strong => group,
                Some(later) => {
                    let mut members: Vec<Slot> = groups.members(group).take(later + 1).collect();
                    let before = (0..=later).fold(group, |rest, _| groups.last(rest).map_or(NONE, |(before, _)| before));
                    let joined = members.pop().map_or(now, |own| self.joined_in_block(own, now, thread));
                    members.reverse();
                    members.push(joined);
                    members.into_iter().fold(before, |rest, member| groups.add(rest, member))
                }
                None => groups.add(group, now),
            };
            return Slot::new(group, old.thread(), old.site(), old.is_narrow() || now.is_narrow(), Among::Blocks);
        }
        let among = if !is_own {
            Among::Blocks
        } else if old.thread() / 32 != thread / 32 {
            Among::Warps
        } else if old.thread() != thread {
            Among::Lanes
        } else {
            Among::One
        };
        // The thread that is shown is the older one: the newer is likelier to be the one that comes next. Its tick tells its block; of
        // several blocks no tick is asked for where nothing orders them.
        let among = among.max(old.among());
        let clock = if among == Among::Blocks { old.clock() } else { now.clock() };
        Slot::new(clock, old.thread(), old.site(), old.is_narrow() || now.is_narrow(), among)
    }

    /// The updates of `old`, and `now` by a thread beside them.
    pub(super) fn updated(&self, old: Slot, now: Slot, thread: (u32, u16)) -> Slot {
        match &self.groups {
            _ if old.is_empty() || old.among() != Among::Blocks && self.comes_before(old, thread, false) => now,
            Some(groups) => groups.borrow_mut().update(old, now, thread, &|member| self.block_of(member.clock())),
            None => self.joined(old, now, thread, true),
        }
    }

    /// The same of one block.
    fn joined_in_block(&self, old: Slot, now: Slot, thread: u16) -> Slot {
        let among = match () {
            () if old.thread() / 32 != thread / 32 => Among::Warps,
            () if old.thread() != thread => Among::Lanes,
            () => Among::One,
        };
        Slot::new(now.clock(), old.thread(), old.site(), old.is_narrow() || now.is_narrow(), among.max(old.among()))
    }

    pub(super) fn barrier(&mut self, block: u32) {
        self.run_alone(block);
        let now = self.tick();
        self.running = NOBODY;
        let Some(mine) = self.blocks.get_mut(&block) else { return };
        mine.give_fences(block);
        mine.interval = now;
        for thread in mine.threads.values_mut() {
            if !thread.known.is_empty() {
                mine.known.join(&std::mem::take(&mut thread.known));
            }
            if let Some((met, _)) = thread.met.take() {
                mine.known.join(&met);
            }
            if let Some(given) = thread.given.take() {
                // Narrow fences of some are taken for wide ones: that accuses nobody.
                let is_wide = given.scope != Scope::Cta || !mine.given.is_empty() && mine.gives_widely;
                mine.gives_widely = is_wide;
                mine.given.join(given.known());
            }
            thread.seen.iter().for_each(|seen| add_seen(&mut mine.seen, seen));
        }
        let known = &mine.known;
        mine.seen.retain(|seen| !seen.all().all(|released| released.is_in(known)));
    }

    /// Lanes arrive at a barrier at which not all threads of the block wait; whether they do.
    pub(super) fn arrive(&mut self, (block, warp): (u32, u32), barrier: u32, mask: u32, waits: bool) {
        self.has_fences = true;
        self.run_alone(block);
        let now = self.tick();
        self.running = NOBODY;
        let Some(mine) = self.blocks.get_mut(&block) else { return };
        let arrivals = mine.arrivals.entry(barrier).or_default();
        for lane in (0..32).filter(|lane| mask >> lane & 1 != 0) {
            let thread = warp as u16 * 32 + lane;
            if let Some(warp) = mine.warps.get(warp as usize) {
                warp.known_of(thread, mine.interval).for_each(|(other, tick)| arrivals.known.thread((block, other), tick));
            }
            arrivals.known.thread((block, thread), now);
            if let Some(own) = mine.threads.get(&thread) {
                arrivals.known.join(&own.known);
                own.met.iter().for_each(|(met, _)| arrivals.known.join(met));
            }
            arrivals.waiting.extend(waits.then_some(thread));
        }
    }

    /// A barrier is complete; `false` if all threads of the block waited there.
    pub(super) fn complete(&mut self, block: u32, barrier: u32) -> bool {
        let now = self.tick();
        self.running = NOBODY;
        let Some(mine) = self.blocks.get_mut(&block) else { return false };
        let Some(arrivals) = mine.arrivals.remove(&barrier) else { return false };
        let known = Rc::new(arrivals.known);
        for thread in arrivals.waiting {
            mine.settle_fence((block, thread));
            mine.threads.entry(thread).or_default().met = Some((known.clone(), now));
        }
        true
    }

    /// The clock's ticks belong to `block` from here on.
    fn run_alone(&mut self, block: u32) {
        if self.spans.last().is_none_or(|last| last.1 != block) {
            let now = self.tick();
            self.spans.push((now, block));
        }
    }

    pub(super) fn sync_warp(&mut self, block: u32, warp: u32, mask: u32) {
        self.run_alone(block);
        let now = self.tick();
        self.running = NOBODY;
        if let Some(mine) = self.blocks.get_mut(&block).filter(|_| self.has_fences) {
            (0..32).filter(|lane| mask >> lane & 1 != 0).for_each(|lane| mine.settle_fence((block, warp as u16 * 32 + lane)));
        }
        let own = self.warp(block, warp);
        if mask == u32::MAX {
            *own = WarpOrder { since: now, lanes: None };
        } else {
            let since = own.since;
            let lanes = own.lanes.get_or_insert_with(|| Box::new([[since; 32]; 32]));
            let mut all = [0; 32];
            for lane in (0..32).filter(|lane| mask >> lane & 1 != 0) {
                for other in 0..32 {
                    all[other] = all[other].max(lanes[lane][other]);
                }
            }
            for lane in (0..32).filter(|lane| mask >> lane & 1 != 0) {
                all[lane] = now;
            }
            (0..32).filter(|lane| mask >> lane & 1 != 0).for_each(|lane| lanes[lane] = all);
        }
        self.share(block, warp, mask);
    }

    /// Lanes that met learn from one another what they have from fences: what came before, what they give away since, and what they saw
    /// and have no fence behind yet.
    fn share(&mut self, block: u32, warp: u32, mask: u32) {
        let Some(mine) = self.blocks.get_mut(&block).filter(|_| self.has_fences) else { return };
        let met = (0..32u16).filter(|lane| mask >> lane & 1 != 0).map(|lane| warp as u16 * 32 + lane);
        let mut all = Known::default();
        let mut given: Vec<Rc<Released>> = Vec::new();
        let mut seen: Vec<Rc<Handed>> = Vec::new();
        let is_in = |list: &[Rc<Released>], one: &Rc<Released>| list.iter().any(|known| Rc::ptr_eq(known, one));
        for own in met.clone().filter_map(|thread| mine.threads.get(&thread)) {
            all.join(&own.known);
            given.extend(own.given.iter().filter(|one| !is_in(&given, one)).cloned().collect::<Vec<_>>());
            own.seen.iter().for_each(|handed| add_seen(&mut seen, handed));
        }
        if all.is_empty() && given.is_empty() && seen.is_empty() {
            return;
        }
        let given = given.into_iter().reduce(|given, other| {
            let mut known = given.known().clone();
            known.join(other.known());
            // Narrow fences of some are taken for wide ones: that accuses nobody.
            let scope = if given.scope == other.scope { given.scope } else { Scope::Gpu };
            let of = Source { parts: [known, Known::default()], ..Source::default() };
            Released::new(of, scope, (block, other.thread), other.tick, given.taken.clone())
        });
        for thread in met {
            let own = mine.threads.entry(thread).or_default();
            own.known.join(&all);
            own.given = given.clone();
            own.seen.clone_from(&seen);
        }
    }
}
