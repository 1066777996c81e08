//! Barriers that order nothing: without one, the accesses of the two intervals that it parts would be in one, and there each byte still
//! belongs to one thread or is only read.
//!
//! **May miss.** All of a kernel that has atomic, volatile or asynchronous accesses, fences, textures, clocks, or addresses that are not
//! such sums: there nothing is said.

use super::intervals::{is_barrier, reached, starts};
use super::{Site, are_harmless};
use crate::parallel::independence::ownership::{Addresses, Owner};
use crate::sanitize::constant::Memory;
use kern_ir::{BarKind, Cfg, Effects, Function, Inst, InstData, Opcode, Sem};
use rustc_hash::FxHashMap;

/// Barriers of a kernel, at most.
const MOST_BARRIERS: usize = 64;
/// Its accesses, at most.
const MOST_SITES: usize = 512;

/// The barriers of a kernel whose calls are mathematical functions, if more than one thread meets there.
pub(super) fn find(func: &Function, cfg: &Cfg, sites: &[Site], addresses: &Addresses) -> Vec<Inst> {
    let insts = || cfg.rpo().iter().flat_map(|block| &func.blocks[block.index()].insts).copied();
    let data = |inst: Inst| &func.insts[inst.index()];
    let barriers: Vec<Inst> = insts().filter(|&inst| is_barrier(data(inst)) && waits_only(data(inst))).collect();
    let is_known = |site: &Site| site.memory.is_some_and(|memory| memory != Memory::SomeShared);
    let is_small = barriers.len() <= MOST_BARRIERS && sites.len() <= MOST_SITES;
    if barriers.is_empty() || !is_small || !insts().all(|inst| is_plain(data(inst))) || !sites.iter().all(is_known) {
        return Vec::new();
    }
    let by_inst: FxHashMap<u32, &Site> = sites.iter().map(|site| (site.inst.0, site)).collect();
    let starts = starts(func, cfg);
    let is_idle = |&barrier: &Inst| {
        // Whatever begins an interval that leads there.
        let stops = |inst: Inst| inst != barrier && is_barrier(data(inst));
        starts.iter().all(|&start| {
            let reached = reached(func, cfg, start, &by_inst, &stops);
            start.behind == Some(barrier) || !reached.passes.contains(&barrier) || are_of_one_thread(reached.sites, addresses)
        })
    };
    barriers.iter().copied().filter(is_idle).collect()
}

/// All threads of the block wait, and learn nothing else from it.
fn waits_only(data: &InstData) -> bool {
    matches!(data.attrs.bar, None | Some(BarKind::Sync))
}

/// It neither orders anything, nor does it tell the time.
fn is_plain(data: &InstData) -> bool {
    let is_weak = matches!(data.attrs.sem, None | Some(Sem::Weak));
    match data.op {
        Opcode::Ld | Opcode::St => is_weak,
        Opcode::Bar | Opcode::BarWarp | Opcode::Call | Opcode::Shfl | Opcode::Vote | Opcode::Match | Opcode::Redux => true,
        op => matches!(op.row().effects, Effects::Pure | Effects::PureNotSpeculatable | Effects::Control),
    }
}

fn are_of_one_thread(sites: Vec<&Site>, addresses: &Addresses) -> bool {
    let mut by_memory: FxHashMap<Memory, Vec<&Site>> = FxHashMap::default();
    for site in sites {
        if let Some(memory) = site.memory.filter(|memory| !memory.is_own()) {
            by_memory.entry(memory).or_default().push(site);
        }
    }
    by_memory.into_values().all(|list| are_harmless(&list, Owner::OfBlock, addresses, true))
}
