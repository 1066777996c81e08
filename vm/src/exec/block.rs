//! A block while it runs: its warps, barriers and shared memory, made, entered and left.

use super::barrier::BlockBarriers;
use super::engine::Engine;
use super::executor::BlockExit;
use super::grid::{LANES, index_of};
use super::parked::Parked;
use super::shared::SharedMemory;
use super::warp::{Activation, NOBODY, ROOT, Split, State, Warp, grow_local};
use crate::call::Stop;
use crate::decode::registers::{Mask, lanes};
use crate::launch::Counters;

/// A block: what its threads share, its warps, and where it is among the blocks of the launch.
pub(crate) struct BlockState {
    pub(crate) barriers: BlockBarriers,
    pub(crate) warps: Vec<Warp<LANES>>,
    pub(super) has_started: bool,
    /// Number of effects at which it was last found stuck.
    pub(super) stuck: Option<u64>,
    /// The same, but for what its loops count.
    pub(super) waits: Option<u64>,
    /// Its registers, if it waits for its time slice without them.
    pub(super) parked: Option<Parked>,
}

/// What is the same for all blocks of a launch.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    pub(super) grid: [u32; 3],
    pub(super) threads: u32,
    pub(super) sm_count: u32,
}

/// Block `number` takes the place of one that has ended, or of none. Its warps' activations are there.
pub(crate) fn enter(block: &mut BlockState, number: u64, room: &Room, shared: &mut SharedMemory, counters: &mut Counters) {
    let BlockState { barriers, warps, .. } = block;
    // Divisions would cost more than the rest of a small block.
    let is_beside = barriers.number.checked_add(1) == Some(number) && barriers.index[0] + 1 < room.grid[0];
    let index = if is_beside { [barriers.index[0] + 1, barriers.index[1], barriers.index[2]] } else { index_of(number, room.grid) };
    barriers.reset(index, number, room.threads);
    barriers.sm_slot = shared.enter(number, room.sm_count, &mut barriers.shared);
    let code = warps.first().and_then(|warp| warp.root()).map(|root| (root.code.frame as usize, root.code.blocks[0].cost as u64));
    let (frame, cost) = code.unwrap_or((0, 0));
    for warp in warps.iter_mut() {
        warp.reset();
        if frame > 0 {
            let stride = warp.local_stride as usize;
            lanes::<LANES>(warp.all).for_each(|lane| warp.local[lane * stride..][..frame.min(stride)].fill(0));
        }
    }
    counters.warp_instructions += cost * warps.len() as u64;
    counters.thread_instructions += cost * u64::from(room.threads);
}

/// Warps from `first` on are ready at an operation, where they are packed unless it is the first.
pub(crate) fn start_warps(warps: &mut [Warp<32>], first: usize, pc: u32) -> BlockExit {
    for warp in &mut warps[first..] {
        let mask = warp.all;
        warp.packed = (pc != 0).then_some(pc);
        // They have come through the barrier where the barrier region began.
        warp.is_active |= pc != 0;
        warp.splits.push(Split::new(ROOT, pc, mask, State::Ready));
    }
    BlockExit::Resume(first)
}

impl Engine<'_, '_, LANES> {
    /// A block has ended.
    ///
    /// # Errors
    /// The launch has used up its fuel.
    pub(crate) fn leave_block(&mut self, barriers: &BlockBarriers) -> Result<(), Stop> {
        self.core.shared_memory.leave(barriers.sm_slot, &barriers.shared);
        let config = self.frame.config;
        let complete = self.frame.clusters.as_mut().and_then(|clusters| clusters.leave(&config, barriers));
        self.tell_cluster(complete);
        if let Some(weak) = self.schedule.as_mut().and_then(|schedule| schedule.weak.as_mut()) {
            weak.end_block(0, barriers.number as u32);
        }
        self.machine.sinks.end_block(barriers.index, barriers.number);
        let before = self.counters;
        let counted = self.count_block();
        self.tell_counted(barriers, before);
        counted
    }

    /// Tells the observers what a block has counted.
    pub(super) fn tell_counted(&mut self, barriers: &BlockBarriers, before: Counters) {
        if self.machine.sinks.wanted().blocks {
            let counted = self.counters.since(before);
            self.machine.sinks.tell(|observer| observer.block_ran(barriers.number, &counted));
        }
    }

    /// One more block has ended.
    ///
    /// # Errors
    /// The launch has used up its fuel.
    pub(crate) fn count_block(&mut self) -> Result<(), Stop> {
        self.counters.blocks += 1;
        // An empty block costs something too: a grid of 2^31 of them must end.
        self.counters.warp_instructions += 1;
        if self.machine.config.shows_progress && self.counters.blocks.is_multiple_of(64) {
            self.show_progress(None);
        }
        let is_over = self.counters.warp_instructions >= self.fuel || self.machine.config.interrupt.get().is_some();
        if is_over { Err(self.too_many_blocks()) } else { Ok(()) }
    }

    /// What blocks need to know of the launch.
    pub(crate) fn room(&self) -> Room {
        let config = &self.frame.config;
        Room { grid: config.grid, threads: config.threads() as u32, sm_count: self.machine.device.sm_count }
    }

    /// BlockState `number` takes the place of one that has ended, or of none.
    pub(crate) fn enter_block(&mut self, block: &mut BlockState, number: u64) {
        let room = self.room();
        enter(block, number, &room, &mut self.core.shared_memory, &mut self.counters);
        let config = self.frame.config;
        self.frame.clusters.iter_mut().for_each(|clusters| clusters.enter(&config, &mut block.barriers));
        self.machine.sinks.start_block(block.barriers.index, number, &block.barriers.shared);
    }

    /// A block that has not been entered; `number` is its first.
    pub(crate) fn fresh_block(&mut self, function: u32, number: u64) -> Box<BlockState> {
        let threads = self.frame.config.threads() as u32;
        let lanes_of = |warp: u32| -> Mask {
            let left = threads - warp * 32;
            if left >= 32 { u32::MAX } else { (1 << left) - 1 }
        };
        let mut block = Box::new(BlockState {
            barriers: BlockBarriers::new(
                index_of(number, self.frame.config.grid),
                number,
                vec![0; self.frame.shared_size as usize],
                threads,
            ),
            warps: (0..threads.div_ceil(32)).map(|i| Warp::new(i, lanes_of(i))).collect(),
            has_started: false,
            stuck: None,
            waits: None,
            parked: None,
        });
        self.give_roots(function, &mut block);
        block
    }

    /// Gives warps that have none, for they ended in the scheduler's hands, the kernel's activation.
    pub(crate) fn give_roots(&mut self, function: u32, block: &mut BlockState) {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, function);
        for warp in block.warps.iter_mut().filter(|warp| warp.root().is_none()) {
            grow_local(warp, code.frame);
            let mut file = self.store.file(&code);
            let registers = file.registers();
            let code = code.clone();
            warp.set_root(Activation { code, file, registers, parent: NOBODY, call_pc: 0, local_base: 0, depth: 0, stack: 0, users: 1 });
        }
    }

    /// # Errors
    /// There is no memory for it.
    pub(super) fn make_block(&mut self, function: u32, number: u64, spare: Option<Box<BlockState>>) -> Result<Box<BlockState>, Stop> {
        let mut block = match spare {
            Some(mut block) => {
                (block.has_started, block.stuck, block.waits) = (false, None, None);
                self.give_roots(function, &mut block);
                block
            }
            None => {
                let bytes = self.block_bytes(function);
                self.take_memory(bytes, "a block of the launch")?;
                self.fresh_block(function, number)
            }
        };
        self.enter_block(&mut block, number);
        Ok(block)
    }

    /// Bytes that a block takes: local memory and registers of its warps, shared memory.
    fn block_bytes(&mut self, function: u32) -> u64 {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, function);
        let lane = code.frame.next_multiple_of(64).saturating_add(u64::from(code.slots) * 4);
        let warps = self.frame.config.threads().div_ceil(LANES as u64);
        lane.saturating_mul(warps * LANES as u64).saturating_add(self.frame.shared_size)
    }
}
