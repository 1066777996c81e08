//! What somebody sees who stops a kernel.

use super::barrier::BlockBarriers;
use super::engine::Engine;
use super::warp::{State, Warp};
use crate::decode::registers::Width;
use crate::pause::{Paused, PausedLanes, PausedValue, PausedWarp};

impl Engine<'_, '_, 32> {
    /// A block whose warp `number` has stopped: the last of its splits.
    pub(super) fn paused(&self, warps: &[Warp<32>], number: usize, barriers: &BlockBarriers) -> Paused {
        let warp = &warps[number];
        let stopped = warp.splits.last();
        let (mask, point) = stopped.map_or((0, (u32::MAX, u32::MAX)), |split| (split.mask, warp.point(split)));
        let values = stopped.map_or(Vec::new(), |split| {
            let activation = warp.activation(split.activation);
            let func = &self.layout.module.functions[activation.code.id as usize];
            let slots = activation.code.value_slots.iter().zip(&func.values).zip(0..);
            let held = slots.filter(|((slot, _), _)| **slot != u32::MAX);
            let value = |((slot, data), value): ((&u32, &kern_ir::ValueData), u32)| PausedValue {
                value,
                bits: std::array::from_fn(|lane| activation.registers.bits(*slot, Width::of(data.ty), lane)),
            };
            held.map(value).collect()
        });
        let warps = warps.iter().map(|warp| PausedWarp { warp: warp.index, live: warp.live, lanes: self.paused_lanes(warp) }).collect();
        Paused { launch: self.frame.grid_id - 1, block: barriers.index, warp: warp.index, mask, point, values, warps }
    }

    fn paused_lanes(&self, warp: &Warp<32>) -> Vec<PausedLanes> {
        let lanes = warp.ranked().into_iter().map(|(_, split)| {
            let point = warp.point(split);
            let place = self.place(point).map(|place| (place.file, place.line, place.column));
            PausedLanes { point, place, mask: split.mask, is_ready: split.state == State::Ready }
        });
        lanes.collect()
    }
}
