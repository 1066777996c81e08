//! Accesses of shared memory that may happen in one interval between two barriers of a block.
//!
//! Between barriers a thread goes from the start of the kernel, or from one barrier, to the next without another on the way; all
//! threads of the block start at the same one, or the barrier is divergent, which is told of. So accesses happen in one interval
//! only if both can be reached from one start without a barrier in between.

use super::{Site, are_harmless};
use crate::parallel::independence::ownership::{Addresses, Owner};
use crate::sanitize::constant::Memory;
use kern_ir::{BarKind, Block, Cfg, Function, Inst, InstData, Opcode, Sem};
use rustc_hash::{FxHashMap, FxHashSet};

/// Starts of intervals at most.
const MOST_STARTS: usize = 256;

/// Whether all threads of the block meet there.
pub(super) fn is_barrier(data: &InstData) -> bool {
    // A count of threads is its last operand; `red` has a predicate.
    let operands = usize::from(!matches!(data.attrs.bar, None | Some(BarKind::Sync | BarKind::Arrive)));
    data.op == Opcode::Bar && data.attrs.bar != Some(BarKind::Arrive) && data.args.len() == operands
}

/// Where an interval starts.
#[derive(Clone, Copy)]
pub(super) struct Start {
    block: Block,
    /// The first instruction of it, in the IR block.
    at: usize,
    /// The barrier before it; nothing at the start of the kernel.
    pub(super) behind: Option<Inst>,
}

/// Those of a kernel.
pub(super) fn starts(func: &Function, cfg: &Cfg) -> Vec<Start> {
    let mut starts: Vec<Start> = cfg.rpo().first().map(|&block| Start { block, at: 0, behind: None }).into_iter().collect();
    for &block in cfg.rpo() {
        let insts = func.blocks[block.index()].insts.iter().enumerate();
        let barriers = insts.filter(|(_, inst)| is_barrier(&func.insts[inst.index()]));
        starts.extend(barriers.map(|(at, &inst)| Start { block, at: at + 1, behind: Some(inst) }));
    }
    starts
}

/// Marks the accesses of shared memory that race with nothing.
pub(super) fn prove(func: &Function, cfg: &Cfg, sites: &[&Site], addresses: &Addresses, has_fences: bool, is_harmless: &mut [bool]) {
    let starts = starts(func, cfg);
    if starts.len() > MOST_STARTS {
        return;
    }
    let by_inst: FxHashMap<u32, &Site> = sites.iter().map(|site| (site.inst.0, *site)).collect();
    sites.iter().for_each(|site| is_harmless[site.inst.index()] = true);
    for start in starts {
        let mut by_array: FxHashMap<Memory, Vec<&Site>> = FxHashMap::default();
        for site in reached(func, cfg, start, &by_inst, &|inst| is_barrier(&func.insts[inst.index()])).sites {
            site.memory.iter().for_each(|&memory| by_array.entry(memory).or_default().push(site));
        }
        for list in by_array.into_values() {
            // Which volatile accesses work in lock step only is told of too.
            let is_volatile = list.iter().any(|site| site.data.attrs.sem == Some(Sem::Volatile));
            if is_volatile || !are_harmless(&list, Owner::OfBlock, addresses, has_fences) {
                list.iter().for_each(|site| is_harmless[site.inst.index()] = false);
            }
        }
    }
}

/// What is on the ways from the start of an interval.
pub(super) struct Reached<'s, 'a> {
    /// Accesses.
    pub(super) sites: Vec<&'s Site<'a>>,
    /// Barriers that do not end it.
    pub(super) passes: FxHashSet<Inst>,
}

/// What is on all ways from a start to where `stops` says.
pub(super) fn reached<'s, 'a>(
    func: &Function,
    cfg: &Cfg,
    start: Start,
    by_inst: &FxHashMap<u32, &'s Site<'a>>,
    stops: &dyn Fn(Inst) -> bool,
) -> Reached<'s, 'a> {
    let (mut found, mut passes) = (FxHashMap::default(), FxHashSet::default());
    let mut seen = vec![false; func.blocks.len()];
    let mut open = vec![(start.block, start.at)];
    while let Some((block, at)) = open.pop() {
        let insts = &func.blocks[block.index()].insts[at..];
        let end = insts.iter().position(|&inst| stops(inst));
        for &inst in &insts[..end.unwrap_or(insts.len())] {
            if let Some(&site) = by_inst.get(&inst.0) {
                found.insert(inst.0, site);
            }
            if is_barrier(&func.insts[inst.index()]) {
                passes.insert(inst);
            }
        }
        if end.is_none() {
            for &next in cfg.succs(block) {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    open.push((next, 0));
                }
            }
        }
    }
    Reached { sites: found.into_values().collect(), passes }
}
