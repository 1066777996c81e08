//! Clusters: blocks that run at the same time, reach one another's shared memory, and have a barrier (compute capability 9.0; PTX ISA
//! 9.7.13.3 `barrier.cluster`, 9.7.9.22 `mapa`).
//!
//! **Addresses.** In the window of `.shared` a block's own memory begins at 0. That of the block with rank r of its cluster begins at
//! (r + 1) * 2^24: addresses stay within 32 bits, and no block has that much.
//! **Barrier.** A phase is complete when all threads of the cluster that have not ended have arrived. A thread waits for the phase that it
//! arrived in; the next one cannot complete before it has arrived again.
//! **Invariant.** All blocks of a cluster have entered before the first of them runs. What a block leaves is not kept for the others.

use super::barrier::BlockBarriers;
use super::engine::{AccessContext, Engine};
use super::schedule::who;
use crate::decode::code::CallData;
use crate::decode::externs::ClusterFunction;
use crate::decode::registers::{Mask, Width, lanes};
use crate::decode::side::is_device;
use crate::launch::LaunchConfig;
use crate::memory::{SHARED, Window};
use kern_ir::{CLUSTER_OFFSET_BITS, Scope};
use rustc_hash::FxHashMap;

/// The most that the bits above can say: such a block is in no cluster.
const MOST_TAGS: u64 = 0xff;

/// The rank of the block of the cluster that a generic address belongs to, and the address as that block has it; `None` if it is not
/// one of another block's memory.
pub(crate) fn place(address: u64) -> Option<(u32, u64)> {
    let offset = address.checked_sub(SHARED).filter(|offset| *offset <= u64::from(u32::MAX))?;
    let tag = offset >> CLUSTER_OFFSET_BITS;
    (tag > 0).then(|| (tag as u32 - 1, SHARED + (offset & ((1 << CLUSTER_OFFSET_BITS) - 1))))
}

/// The clusters of a launch that have begun and not ended, by the number of their first block.
#[derive(Default)]
pub(crate) struct Clusters(FxHashMap<u64, Cluster>);

/// One of them.
#[derive(Default)]
struct Cluster {
    /// Its blocks by rank, without those that have ended.
    blocks: Vec<Option<Member>>,
    /// Phases of its barrier that are complete.
    phase: u32,
    /// Threads that have neither ended nor arrived in the phase that goes on.
    missing: u32,
}

/// A block of a cluster.
struct Member {
    number: u64,
    /// Its shared memory: where, and how much.
    shared: (*mut u8, u64),
    warps: Vec<Arrivals>,
}

/// The threads of a warp.
#[derive(Clone, Copy)]
struct Arrivals {
    /// Those that have not ended.
    live: Mask,
    /// The number of phases after which each need not wait any more: that in which it arrived, plus one.
    until: [u32; 32],
}

impl Arrivals {
    /// Those of some threads that the phase waits for.
    fn missing(&self, phase: u32, mask: Mask) -> Mask {
        lanes::<32>(mask & self.live).filter(|&lane| self.until[lane] <= phase).fold(0, |found, lane| found | 1 << lane)
    }
}

impl Cluster {
    /// So many of the missing threads have arrived or ended; whether that completes the phase.
    fn settle(&mut self, threads: u32) -> bool {
        self.missing -= threads;
        let is_complete = threads > 0 && self.missing == 0;
        if is_complete {
            self.phase += 1;
            let warps = self.blocks.iter().flatten().flat_map(|block| &block.warps);
            self.missing = warps.map(|warp| warp.live.count_ones()).sum();
        }
        is_complete
    }

    /// The numbers of its blocks that are there.
    fn numbers(&self) -> Vec<u64> {
        self.blocks.iter().flatten().map(|block| block.number).collect()
    }

    fn warp(&mut self, rank: u32, warp: u32) -> Option<&mut Arrivals> {
        self.blocks.get_mut(rank as usize)?.as_mut()?.warps.get_mut(warp as usize)
    }
}

impl Clusters {
    /// A block is resident from now on.
    pub(super) fn enter(&mut self, config: &LaunchConfig, barriers: &mut BlockBarriers) {
        let Some(first) = config.block_of_rank(barriers.index, 0) else { return };
        let cluster = self.0.entry(first).or_default();
        let rank = config.rank_in_cluster(barriers.index) as usize;
        cluster.blocks.resize_with(cluster.blocks.len().max(rank + 1), || None);
        let live = |warp: u32| u32::MAX >> (32 - (barriers.total - warp * 32).min(32));
        let warps = (0..barriers.total.div_ceil(32)).map(|warp| Arrivals { live: live(warp), until: [0; 32] }).collect();
        let shared = (barriers.shared.as_mut_ptr(), barriers.shared.len() as u64);
        cluster.blocks[rank] = Some(Member { number: barriers.number, shared, warps });
        cluster.missing += barriers.total;
    }

    /// All threads of a block have ended; the blocks whose barrier that completes.
    pub(super) fn leave(&mut self, config: &LaunchConfig, barriers: &BlockBarriers) -> Option<Vec<u64>> {
        let first = config.block_of_rank(barriers.index, 0)?;
        let cluster = self.0.get_mut(&first)?;
        let member = cluster.blocks.get_mut(config.rank_in_cluster(barriers.index) as usize)?.take()?;
        let missing: u32 = member.warps.iter().map(|warp| warp.missing(cluster.phase, warp.live).count_ones()).sum();
        if cluster.blocks.iter().all(Option::is_none) {
            self.0.remove(&first);
            return None;
        }
        cluster.settle(missing).then(|| cluster.numbers())
    }

    /// Threads of a warp have ended; the blocks whose barrier that completes.
    pub(super) fn end(&mut self, config: &LaunchConfig, (barriers, warp): (&BlockBarriers, u32), mask: Mask) -> Option<Vec<u64>> {
        let cluster = self.0.get_mut(&config.block_of_rank(barriers.index, 0)?)?;
        let phase = cluster.phase;
        let own = cluster.warp(config.rank_in_cluster(barriers.index), warp)?;
        let missing = own.missing(phase, mask).count_ones();
        own.live &= !mask;
        cluster.settle(missing).then(|| cluster.numbers())
    }

    /// Threads of a warp arrive; the blocks whose barrier that completes.
    fn arrive(&mut self, config: &LaunchConfig, (barriers, warp): (&BlockBarriers, u32), mask: Mask) -> Option<Vec<u64>> {
        let cluster = self.0.get_mut(&config.block_of_rank(barriers.index, 0)?)?;
        let phase = cluster.phase;
        let own = cluster.warp(config.rank_in_cluster(barriers.index), warp)?;
        let missing = own.missing(phase, mask);
        lanes::<32>(missing).for_each(|lane| own.until[lane] = phase + 1);
        cluster.settle(missing.count_ones()).then(|| cluster.numbers())
    }

    /// Those threads of a warp that need not wait any more.
    fn complete(&mut self, config: &LaunchConfig, (barriers, warp): (&BlockBarriers, u32), mask: Mask) -> Mask {
        let first = config.block_of_rank(barriers.index, 0);
        let Some(cluster) = first.and_then(|first| self.0.get_mut(&first)) else { return mask };
        let phase = cluster.phase;
        let Some(own) = cluster.warp(config.rank_in_cluster(barriers.index), warp) else { return mask };
        lanes::<32>(mask).filter(|&lane| own.until[lane] <= phase).fold(0, |found, lane| found | 1 << lane)
    }

    /// The shared memory of the block with a rank in the cluster of the block with an index, and that block's number; `None` if there is
    /// none, or none any more.
    pub(crate) fn shared(&self, config: &LaunchConfig, block: [u32; 3], rank: u32) -> Option<(u64, *mut u8, u64)> {
        let cluster = self.0.get(&config.block_of_rank(block, 0)?)?;
        let member = cluster.blocks.get(rank as usize)?.as_ref()?;
        Some((member.number, member.shared.0, member.shared.1))
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// Calls a function of clusters, for all lanes.
    pub(crate) fn call_cluster(&mut self, context: &mut AccessContext<L>, call: &CallData, function: ClusterFunction) {
        let (config, registers) = (self.frame.config, context.registers);
        let argument = |index: usize, lane| call.args.get(index).map_or(0, |&(slot, ty)| registers.bits(slot, Width::of(ty), lane));
        let done = if function == ClusterFunction::IsComplete { self.complete_lanes(context) } else { 0 };
        if function == ClusterFunction::Arrive {
            self.arrive_at_cluster(context);
        }
        let Some((slot, width)) = call.result else { return };
        for lane in lanes::<L>(context.mask) {
            let bits = match function {
                ClusterFunction::Dim => u64::from(config.cluster.get(argument(0, lane) as usize).copied().unwrap_or(1)),
                ClusterFunction::MapSharedRank => {
                    mapped(argument(0, lane), argument(1, lane), config.rank_in_cluster(context.barriers.index))
                }
                ClusterFunction::Arrive => 0,
                ClusterFunction::IsComplete => u64::from(done >> lane & 1),
            };
            registers.set_bits(slot, width, lane, bits);
        }
    }

    fn arrive_at_cluster(&mut self, context: &mut AccessContext<L>) {
        self.effects += 1;
        context.warp.is_active = true;
        self.order_weakly(context, context.mask);
        let (config, own) = (self.frame.config, (&*context.barriers, context.warp.index));
        let complete = self.frame.clusters.as_mut().and_then(|clusters| clusters.arrive(&config, own, context.mask));
        self.tell_cluster(complete);
    }

    fn complete_lanes(&mut self, context: &AccessContext<L>) -> Mask {
        let (config, own) = (self.frame.config, (&*context.barriers, context.warp.index));
        let done = self.frame.clusters.as_mut().map_or(context.mask, |clusters| clusters.complete(&config, own, context.mask));
        self.order_weakly(context, done);
        done
    }

    /// What a thread did before it arrived comes before what others do when they have waited (PTX ISA, `.release` and `.acquire` of
    /// `barrier.cluster`, which are the default).
    fn order_weakly(&mut self, context: &AccessContext<L>, mask: Mask) {
        if let Some(weak) = self.schedule.as_mut().and_then(|schedule| schedule.weak.as_mut()) {
            let (block, warp) = (context.barriers.number, context.warp.index);
            lanes::<L>(mask).for_each(|lane| weak.fence(who(block, warp, lane), true, Scope::Gpu));
        }
    }

    /// Tells the observers that the barrier of a cluster of these blocks is complete.
    pub(super) fn tell_cluster(&mut self, blocks: Option<Vec<u64>>) {
        if let Some(blocks) = blocks.filter(|_| is_device(L)) {
            self.effects += 1;
            self.machine.sinks.tell(|observer| observer.cluster_barrier(&blocks));
        }
    }
}

/// The address of a variable of shared memory in the block with a rank: of the own block, whose rank is `own`, its plain address. What is
/// no address of shared memory stays as it is.
fn mapped(address: u64, rank: u64, own: u32) -> u64 {
    let Some(offset) = (Window::of(address) == Window::Shared).then(|| place(address).map_or(address, |place| place.1) - SHARED) else {
        return address;
    };
    let tag = if rank == u64::from(own) { 0 } else { (rank + 1).min(MOST_TAGS) };
    SHARED + (offset | tag << CLUSTER_OFFSET_BITS)
}
