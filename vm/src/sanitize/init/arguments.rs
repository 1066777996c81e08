//! Kernel arguments, or parts of them, to which the host wrote nothing.
//!
//! [`ArgumentCheck`] is told which bytes of the arguments nothing was written to when a launch is asked for (the host's shadows know, see
//! `memory/shadow.rs`). Of the kernel's `ld.param` those count that load such bytes alone and whose value is used ([`Uses`]): a thread that accesses
//! memory where every thread has used it is told of. A copy of the whole argument, as of a `struct` to another function, is none.
//!
//! **May miss.** Arguments of which the address is taken, as of arrays with an index that is not known; kernels that access no memory where
//! they use it.
//!
//! **Cost.** None for launches all of whose arguments were written; a look at each access otherwise.

use super::missing::Missing;
use super::uses::{LoadUses, Use, Uses, is_access};
use crate::instrument::hazard::{Reader, Unwritten};
use crate::instrument::observe::{Interests, LaunchEvent, MemoryEvent, Observer};
use crate::memory::{PARAM, Side, Site};
use kern_ir::analysis::Dominators;
use kern_ir::{Cfg, Function, Inst, Opcode, Payload, Space};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Most launches that have not started yet whose arguments are kept.
const MOST: usize = 64;

/// Arguments of a launch that has not started.
struct Given {
    kernel: String,
    params: Vec<u8>,
    /// Of them.
    unwritten: Vec<Range<u64>>,
}

/// A load of a part to which nothing was written.
struct ParamLoad {
    site: Site,
    part: Range<u64>,
    /// Accesses that show that a thread has used it.
    shown_by: FxHashSet<u32>,
}

/// Finds uses of kernel arguments to which nothing was written.
#[derive(Default)]
pub struct ArgumentCheck {
    given: Vec<Given>,
    kernel: u32,
    loads: Vec<ParamLoad>,
    instructions: usize,
    found: Vec<Unwritten>,
}

impl Observer for ArgumentCheck {
    fn arguments_unwritten(&mut self, kernel: &str, params: &[u8], unwritten: &[Range<u64>]) {
        if self.given.len() == MOST {
            self.given.remove(0);
        }
        self.given.push(Given { kernel: kernel.into(), params: params.into(), unwritten: unwritten.into() });
    }

    fn launch_started(&mut self, launch: &LaunchEvent) {
        self.loads.clear();
        let Some(at) = self.given.iter().position(|given| given.kernel == launch.kernel && given.params == launch.params) else { return };
        let Given { unwritten, .. } = self.given.remove(at);
        let Some(function) = launch.module.functions.get(launch.function as usize) else { return };
        (self.kernel, self.instructions) = (launch.function, function.insts.len());
        self.loads = loads(launch.function, function, &unwritten);
    }

    fn interests(&self) -> Interests {
        if self.loads.is_empty() { Interests::NONE } else { Interests::ACCESSES }
    }

    fn unneeded(&mut self, _knows_block: bool) -> Vec<bool> {
        let shows = |inst: usize| self.loads.iter().any(|load| load.shown_by.contains(&(inst as u32)));
        (0..self.instructions).map(|inst| !shows(inst)).collect()
    }

    fn memory(&mut self, event: &MemoryEvent) {
        if event.site.function != self.kernel || event.mask == 0 {
            return;
        }
        // Each is told of once.
        for load in self.loads.extract_if(.., |load| load.shown_by.contains(&event.inst)) {
            let part = (PARAM + load.part.start, load.part.end - load.part.start);
            let Missing { block, thread, .. } = Missing::of(event, event.mask.trailing_zeros(), part);
            self.found.push(Unwritten {
                read: Some(Reader { block, thread, site: load.site }),
                address: part.0,
                bytes: part.1,
                is_from_host: true,
                count: 1,
                ..Unwritten::default()
            });
        }
    }

    fn unwritten(&mut self) -> Vec<Unwritten> {
        std::mem::take(&mut self.found)
    }
}

/// The loads of a kernel that load nothing else and are used.
fn loads(number: u32, function: &Function, unwritten: &[Range<u64>]) -> Vec<ParamLoad> {
    let part = |inst: &Inst| {
        let data = &function.insts[inst.index()];
        let (Opcode::LdParam, Payload::Param(param)) = (data.op, &data.payload) else { return None };
        // What a pointer leads to that was never set is told of where it is accessed.
        let param = function.kernel_params.get(*param as usize).filter(|param| !param.is_pointer)?;
        let start = u64::try_from(i64::from(param.offset).checked_add(data.offset)?).ok()?;
        let part = start..start.checked_add(data.ty.size() as u64)?;
        unwritten.iter().any(|piece| piece.start <= part.start && part.end <= piece.end).then_some(part)
    };
    let insts = || function.layout.iter().flat_map(|&block| function.blocks[block.index()].insts.iter().map(move |inst| (block, inst)));
    let parts: Vec<_> = insts().filter_map(|(block, inst)| Some((block, *inst, part(inst)?))).collect();
    if parts.is_empty() {
        return Vec::new();
    }
    let (uses, dominators) = (Uses::new(function, None), Dominators::new(function, &Cfg::new(function)));
    let load = |(block, inst, part)| {
        let LoadUses { how, blocks, .. } = uses.of_load(inst, false);
        let is_used = |in_block| match how.first() {
            Some(Use::Used) => dominators.dominates(block, in_block),
            Some(Use::Guarded) => blocks.contains(&in_block),
            _ => false,
        };
        let shows = |inst: &Inst| {
            let data = &function.insts[inst.index()];
            is_access(data.op) && data.attrs.space != Some(Space::Local)
        };
        let shown_by = insts().filter(|(block, inst)| is_used(*block) && shows(inst)).map(|(_, inst)| inst.0).collect();
        let site = Site { side: Side::Device, function: number, loc: function.insts[inst.index()].loc };
        ParamLoad { site, part, shown_by }
    };
    parts.into_iter().map(load).filter(|load| !load.shown_by.is_empty()).collect()
}
