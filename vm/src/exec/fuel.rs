//! Fuel: when it is looked at, and what a launch, or a program, that has used it up is told.

use super::engine::Engine;
use super::warp::{ActivationId, Point, TIME_SLICE, Warp};
use crate::call::Stop;
use crate::decode::code::OpKind;
use crate::decode::registers::Mask;
use crate::decode::side::{is_device, is_host};
use crate::limits::{Ended, Limit};
use crate::memory::Site;
use crate::report;
use crate::report::limits::Spent;
use kern_ir::analysis::{Dominators, Loops, Spinning, counts};
use kern_ir::{Block, Cfg, Function, LocId, Opcode, Payload, Value, ValueDef};

/// Time slices in a row, of `TIME_SLICE` rounds each, after which a loop that waits for nobody is told.
const MOST_SPUN: u32 = 1000;

/// Instructions of such a loop, and of what it calls, that are looked at.
const MOST_LOOKED_AT: usize = 1000;

/// What host code calls where it reads what nothing was written to: no work of the loop's own.
const TOLD: &str = "__kern_unwritten";

impl<const L: usize> Engine<'_, '_, L> {
    /// Looks at the fuel, after the back edges of a time slice: ends the launch when its instructions are used up.
    ///
    /// # Errors
    /// They are.
    pub(crate) fn spend(&mut self, warp: &mut Warp<L>, activation: ActivationId, pc: u32, mask: Mask) -> Result<(), Stop> {
        warp.time_slice = TIME_SLICE;
        if is_device(L) {
            self.machine.config.pauses.look();
        }
        if std::mem::take(&mut warp.is_active) {
            warp.idle = 0;
        }
        if self.machine.config.shows_progress {
            let point = self.loop_point(warp, activation, pc);
            self.show_progress(Some(point));
        }
        let is_over = self.counters.warp_instructions >= self.fuel || (is_device(L) && self.is_idle(warp, activation, pc));
        if is_over || self.machine.config.interrupt.get().is_some() {
            let (point, site) = (self.loop_point(warp, activation, pc), self.loop_site(warp, activation, pc));
            return Err(self.out_of_fuel(warp, activation, (point, site), mask, Spent::Loop));
        }
        Ok(())
    }

    /// Host code has had a time slice in a loop. In a function that a runtime function called it is told that the loop waits for others,
    /// where none of them can run before that returns.
    ///
    /// # Errors
    /// The loop will not end.
    pub(crate) fn end_host_loop_slice(&mut self, warp: &Warp<L>, activation: ActivationId, pc: u32) -> Result<(), Stop> {
        let is_alone = self.machine.nesting > 1 && self.core.waiting.is_empty() && !self.core.threads.others_may_run();
        let spun = &mut self.core.threads.spun;
        *spun = if is_alone { *spun + 1 } else { 0 };
        if *spun < MOST_SPUN {
            return Ok(());
        }
        *spun = 0;
        if !self.only_reads(warp, activation, pc) {
            return Ok(());
        }
        let (point, site) = (self.loop_point(warp, activation, pc), self.loop_site(warp, activation, pc));
        let mut trace = self.trace(warp, activation, point).to_vec();
        trace[0] = site;
        let finding = report::threads::spins_in_callback(self.machine, &trace);
        self.machine.findings.report(finding);
        Err(Stop::Fault(1))
    }

    /// Whether the loop that starts at `pc` changes nothing, and ends by what others write.
    fn only_reads(&self, warp: &Warp<L>, activation: ActivationId, pc: u32) -> bool {
        let code = &warp.activation(activation).code;
        let function = &self.layout.module.functions[code.id as usize];
        let block = code.blocks[code.block_of[pc as usize] as usize].block;
        let cfg = Cfg::new(function);
        let loops = Loops::new(&cfg, &Dominators::new(function, &cfg));
        let Some(own) = loops.headed_by(block) else { return false };
        let mut left = MOST_LOOKED_AT;
        Spinning::new(function, &cfg).may_spin(block)
            && !counts(function, &cfg, block)
            && !self.acts(function, &loops.get(own).blocks, &mut left)
    }

    /// Whether what stands in blocks, and the functions that it calls, change more than variables of their own, as far as that is looked at.
    fn acts(&self, function: &Function, blocks: &[Block], left: &mut usize) -> bool {
        let is_own = |address: Value| match function.def(address) {
            ValueDef::Result(inst, _) => matches!(function.insts[inst.index()].payload, Payload::Slot(_)),
            _ => false,
        };
        blocks.iter().flat_map(|block| &function.blocks[block.index()].insts).any(|inst| {
            let data = &function.insts[inst.index()];
            *left = left.saturating_sub(1);
            *left == 0
                || match (data.op, &data.payload) {
                    (Opcode::Atom, _) => true,
                    (Opcode::St, _) => data.args.first().is_none_or(|&address| !is_own(address)),
                    (Opcode::Call, &Payload::Call(callee)) => {
                        let callee = &self.layout.module.functions[callee.index()];
                        *callee.name != *TOLD && (callee.layout.is_empty() || self.acts(callee, &callee.layout, left))
                    }
                    (Opcode::Call, _) => true,
                    _ => false,
                }
        })
    }

    /// Whether the warp has done nothing that others see for so long that its loop will not end. One that counts may.
    fn is_idle(&self, warp: &mut Warp<L>, activation: ActivationId, pc: u32) -> bool {
        if warp.idle < self.machine.config.idle_fuel {
            return false;
        }
        let code = &warp.activation(activation).code;
        let function = &self.layout.module.functions[code.id as usize];
        let block = code.blocks[code.block_of[pc as usize] as usize].block;
        if !counts(function, &Cfg::new(function), block) {
            return true;
        }
        warp.idle = 0;
        false
    }

    /// The fuel is used up, or somebody ended the run; `site` is what a report names for `point`.
    pub(crate) fn out_of_fuel(
        &mut self,
        warp: &Warp<L>,
        activation: ActivationId,
        (point, site): (Point, Site),
        mask: Mask,
        how: Spent,
    ) -> Stop {
        let mut trace = self.trace(warp, activation, point).to_vec();
        trace[0] = site;
        if let Some(limit) = self.whole_limit() {
            return self.end_program(limit, &trace);
        }
        let config = &self.machine.config;
        let budget = match L {
            1 => config.host_fuel,
            _ if warp.idle >= config.idle_fuel => config.idle_fuel,
            _ => config.launch_fuel,
        };
        let tid = if is_host(L) { None } else { Some((warp.index, mask)) };
        self.report(report::OUT_OF_FUEL, point, |engine| report::limits::out_of_fuel(engine.machine, &trace, budget, tid, how));
        if is_device(L) {
            return Stop::Launch(crate::launch::error::LAUNCH_TIMEOUT);
        }
        let place = self.machine.place(&trace);
        self.machine.ended.get_or_insert(Ended { limit: Limit::Fuel, place, launch: None });
        Stop::Limit(Limit::Fuel)
    }

    /// The loop's own place, which is the same at every level, where its head has one.
    fn loop_site(&self, warp: &Warp<L>, activation: ActivationId, pc: u32) -> Site {
        let code = &warp.activation(activation).code;
        let block = code.blocks[code.block_of[pc as usize] as usize].block;
        let site = self.site(self.loop_point(warp, activation, pc));
        match self.layout.module.functions[code.id as usize].blocks[block.index()].loc {
            LocId::NONE => site,
            loc => Site { loc, ..site },
        }
    }

    /// A point of the loop that a program point is in: the terminator of the block it would go back to.
    pub(crate) fn loop_point(&self, warp: &Warp<L>, activation: ActivationId, pc: u32) -> Point {
        let code = &warp.activation(activation).code;
        let block = code.blocks[code.block_of[pc as usize] as usize];
        let end =
            code.ops[block.start as usize..].iter().find(|op| matches!(op.kind, OpKind::Branch(..) | OpKind::Jump(_) | OpKind::Switch(..)));
        (code.id, end.map_or(code.ops[pc as usize].inst, |op| op.inst))
    }
}
