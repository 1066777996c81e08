//! Accesses of shared memory that may happen in one interval between two barriers of a block.
//!
//! Between barriers a thread goes from the start of the kernel, or from one barrier, to the next without another on the way; all
//! threads of the block start at the same one, or the barrier is divergent, which is told of. So accesses happen in one interval
//! only if both can be reached from one start without a barrier in between.

use super::{Site, are_harmless};
use crate::parallel::independence::ownership::{Addresses, Owner};
use crate::sanitize::constant::Memory;
use kern_ir::{BarKind, Block, Cfg, Function, InstData, Opcode, Sem};
use rustc_hash::FxHashMap;

/// Starts of intervals at most.
const MOST_STARTS: usize = 256;

/// Whether all threads of the block meet there.
pub(super) fn is_barrier(data: &InstData) -> bool {
    // A count of threads is its last operand; `red` has a predicate.
    let operands = usize::from(!matches!(data.attrs.bar, None | Some(BarKind::Sync | BarKind::Arrive)));
    data.op == Opcode::Bar && data.attrs.bar != Some(BarKind::Arrive) && data.args.len() == operands
}

/// Marks the accesses of shared memory that race with nothing.
pub(super) fn prove(func: &Function, cfg: &Cfg, sites: &[&Site], addresses: &Addresses, has_fences: bool, is_harmless: &mut [bool]) {
    let mut starts: Vec<(Block, usize)> = cfg.rpo().first().map(|&entry| (entry, 0)).into_iter().collect();
    for &block in cfg.rpo() {
        let insts = func.blocks[block.index()].insts.iter().enumerate();
        starts.extend(insts.filter(|(_, inst)| is_barrier(&func.insts[inst.index()])).map(|(at, _)| (block, at + 1)));
    }
    if starts.len() > MOST_STARTS {
        return;
    }
    let by_inst: FxHashMap<u32, &Site> = sites.iter().map(|site| (site.inst.0, *site)).collect();
    sites.iter().for_each(|site| is_harmless[site.inst.index()] = true);
    for start in starts {
        let mut by_array: FxHashMap<Memory, Vec<&Site>> = FxHashMap::default();
        for site in reached(func, cfg, start, &by_inst) {
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

/// The accesses on all ways from a start to the next barrier.
fn reached<'s, 'a>(
    func: &Function,
    cfg: &Cfg,
    (block, at): (Block, usize),
    by_inst: &FxHashMap<u32, &'s Site<'a>>,
) -> impl Iterator<Item = &'s Site<'a>> {
    let mut found = FxHashMap::default();
    let mut seen = vec![false; func.blocks.len()];
    let mut open = vec![(block, at)];
    while let Some((block, at)) = open.pop() {
        let mut goes_on = true;
        for inst in &func.blocks[block.index()].insts[at..] {
            if is_barrier(&func.insts[inst.index()]) {
                goes_on = false;
                break;
            }
            if let Some(&site) = by_inst.get(&inst.0) {
                found.insert(inst.0, site);
            }
        }
        if goes_on {
            for &next in cfg.succs(block) {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    open.push((next, 0));
                }
            }
        }
    }
    found.into_values()
}
