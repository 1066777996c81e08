//! What `%tid`, `%clock` and the other special registers hold.

use crate::decode::code::{DecodedFunction, Op};
use crate::decode::registers::{Mask, Registers, Width};
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::warp::Warp;
use kern_ir::Sreg;

impl<const L: usize> Engine<'_, '_, L> {
    pub(super) fn special_register(
        &mut self,
        warp: &mut Warp<L>,
        barriers: &BlockBarriers,
        registers: Registers<L>,
        op: &Op<L>,
        sreg: Sreg,
        write_mask: Mask,
        wide: bool,
    ) {
        let config = &self.frame.config;
        let lane_values = |f: &dyn Fn(u32) -> u32| {
            let mut values = [0u32; L];
            for lane in 0..L {
                values[lane] = f(lane as u32);
            }
            values
        };
        let tid = |axis: usize| self.frame.tids.get(warp.index as usize).map_or([0; L], |t| t[axis]);
        let all = |value: u64| [value as u32; L];
        let values = match sreg {
            Sreg::TidX => tid(0),
            Sreg::TidY => tid(1),
            Sreg::TidZ => tid(2),
            Sreg::NtidX => all(config.block[0] as u64),
            Sreg::NtidY => all(config.block[1] as u64),
            Sreg::NtidZ => all(config.block[2] as u64),
            Sreg::CtaidX => all(barriers.index[0] as u64),
            Sreg::CtaidY => all(barriers.index[1] as u64),
            Sreg::CtaidZ => all(barriers.index[2] as u64),
            Sreg::NctaidX => all(config.grid[0] as u64),
            Sreg::NctaidY => all(config.grid[1] as u64),
            Sreg::NctaidZ => all(config.grid[2] as u64),
            Sreg::Laneid => lane_values(&|lane| lane),
            Sreg::Warpid => all(warp.index as u64),
            Sreg::Nwarpid => all(config.threads().div_ceil(32)),
            Sreg::Smid => all(barriers.number % self.machine.device.sm_count.max(1) as u64),
            Sreg::Nsmid => all(self.machine.device.sm_count as u64),
            Sreg::Gridid => all(self.frame.grid_id),
            Sreg::LanemaskEq => lane_values(&|lane| 1 << lane),
            Sreg::LanemaskLt => lane_values(&|lane| (1u32 << lane) - 1),
            Sreg::LanemaskLe => lane_values(&|lane| ((2u64 << lane) - 1) as u32),
            Sreg::LanemaskGt => lane_values(&|lane| !(((2u64 << lane) - 1) as u32)),
            Sreg::LanemaskGe => lane_values(&|lane| !((1u32 << lane) - 1)),
            Sreg::DynamicSmemSize => all(config.dynamic_shared),
            Sreg::TotalSmemSize => all(self.frame.shared_size),
            Sreg::Clock | Sreg::Clock64 | Sreg::Globaltimer => {
                // Time is counted in instructions; reading it changes what a loop sees.
                self.effects += 1;
                self.counters.warp_instructions += 1;
                let time = self.counters.warp_instructions;
                if wide {
                    registers.write(op.d, &[time; L], write_mask);
                    return;
                }
                all(time)
            }
        };
        if wide {
            registers.write(op.d, &values.map(|v| v as u64), write_mask);
        } else {
            registers.write(op.d, &values, write_mask);
        }
    }
}

pub(super) fn is_wide<const L: usize>(code: &DecodedFunction<L>, op: &Op<L>, module: &kern_ir::Module) -> bool {
    let function = &module.functions[code.id as usize];
    function.insts.get(op.inst as usize).and_then(|i| i.results.first()).is_some_and(|&v| Width::of(function.ty(v)) == Width::Double)
}
