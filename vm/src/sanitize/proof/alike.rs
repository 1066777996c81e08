//! Arrays in shared memory with which all blocks of a launch do the same: neither the addresses of accesses nor the ways to them, or
//! to barriers, depend on `blockIdx`, or on anything that was loaded from memory that the launch writes.

use super::Site;
use super::intervals::is_barrier;
use crate::runtime::is_math;
use crate::sanitize::constant::Memory;
use kern_ir::analysis::{Dominators, PostDominators};
use kern_ir::{Block, Cfg, Function, InstData, Module, Opcode, Payload, Sreg};
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks of kernels that are looked at, at most.
const MOST_BLOCKS: usize = 2000;

/// What may differ from block to block of the launch.
struct Differing {
    /// By value.
    values: Vec<bool>,
    /// By block of the function: whether it is executed, or how often.
    ways: Vec<bool>,
}

/// Marks the accesses of arrays with which all blocks do the same; answers whether all do so at least up to the first barrier.
pub(super) fn prove(module: &Module, func: &Function, cfg: &Cfg, (all, shared): (&[Site], &[&Site]), is_alike: &mut [bool]) -> bool {
    if func.blocks.len() > MOST_BLOCKS {
        return false;
    }
    let differing = find(module, func, cfg, all);
    let meets = |data: &InstData| is_barrier(data) || matches!(data.op, Opcode::Bar | Opcode::BarWarp);
    let has_meeting = |block: &Block| func.blocks[block.index()].insts.iter().any(|inst| meets(&func.insts[inst.index()]));
    let differs = |site: &Site| differing.ways[site.block.index()] || differing.values[site.data.args[0].index()];
    let fills = first_barrier(func, cfg).is_some_and(|(barrier, at)| {
        let dominators = Dominators::new(func, cfg);
        let is_behind = |site: &Site| match site.block == barrier {
            true => func.blocks[barrier.index()].insts[at..].contains(&site.inst),
            false => dominators.dominates(barrier, site.block),
        };
        !differing.ways[barrier.index()] && shared.iter().all(|site| is_behind(site) || !differs(site))
    });
    if cfg.rpo().iter().any(|block| differing.ways[block.index()] && has_meeting(block)) {
        return fills;
    }
    let mut arrays: FxHashMap<Option<Memory>, bool> = FxHashMap::default();
    for site in shared {
        *arrays.entry(site.memory).or_insert(true) &= !differs(site);
    }
    shared.iter().for_each(|site| is_alike[site.inst.index()] = arrays[&site.memory]);
    fills
}

/// The barrier that all threads come to first, and where in its block, if there is only one that they may.
fn first_barrier(func: &Function, cfg: &Cfg) -> Option<(Block, usize)> {
    let mut seen = vec![false; func.blocks.len()];
    let (mut open, mut found) = (vec![*cfg.rpo().first()?], None);
    while let Some(block) = open.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        match func.blocks[block.index()].insts.iter().position(|inst| is_barrier(&func.insts[inst.index()])) {
            Some(_) if found.is_some() => return None,
            Some(at) => found = Some((block, at)),
            None => open.extend(cfg.succs(block)),
        }
    }
    found
}

fn find(module: &Module, func: &Function, cfg: &Cfg, all: &[Site]) -> Differing {
    let written: FxHashSet<Memory> = all.iter().filter(|site| site.writes).filter_map(|site| site.memory).collect();
    let is_anywhere_written = all.iter().any(|site| site.writes && site.memory.is_none());
    // What nothing writes is the same for all blocks.
    let is_constant = |site: &Site| match site.memory {
        Some(memory @ (Memory::Allocation(_) | Memory::Variable(_))) => !is_anywhere_written && !written.contains(&memory),
        _ => false,
    };
    let constant: FxHashSet<u32> = all.iter().filter(|site| is_constant(site)).map(|site| site.inst.0).collect();
    let post_dominators = PostDominators::new(func, cfg);
    let mut differing = Differing { values: vec![false; func.values.len()], ways: vec![false; func.blocks.len()] };
    let mut branches = vec![false; func.blocks.len()];
    loop {
        let mut has_changed = false;
        for &block in cfg.rpo() {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                let of_args = data.args.iter().any(|arg| differing.values[arg.index()]);
                let differs = of_args || makes_difference(module, data, constant.contains(&inst.0));
                for result in &data.results {
                    has_changed |= differs && !std::mem::replace(&mut differing.values[result.index()], true);
                }
                for target in data.targets() {
                    for (arg, param) in target.args.iter().zip(&func.blocks[target.block.index()].params) {
                        let differs = differing.values[arg.index()];
                        has_changed |= differs && !std::mem::replace(&mut differing.values[param.index()], true);
                    }
                }
                let is_branch = data.targets().len() > 1;
                if is_branch && of_args && !std::mem::replace(&mut branches[block.index()], true) {
                    has_changed = true;
                    spread(func, cfg, block, post_dominators.ipdom(block), &mut differing);
                }
            }
        }
        if !has_changed {
            return differing;
        }
    }
}

/// Whether a result differs between blocks although the operands do not.
fn makes_difference(module: &Module, data: &InstData, is_constant: bool) -> bool {
    use Opcode as O;
    match data.op {
        O::Sreg => {
            use Sreg::*;
            let is_same = matches!(
                data.payload,
                Payload::Sreg(TidX | TidY | TidZ | NtidX | NtidY | NtidZ | NctaidX | NctaidY | NctaidZ | Laneid | Warpid)
            );
            !is_same
        }
        O::Ld => !is_constant,
        O::Atom | O::Clock | O::Activemask => true,
        O::Call => !matches!(data.payload, Payload::Call(id) if is_math(module, id)),
        op => op.is_texture(),
    }
}

/// Blocks go different ways from a branch until these meet.
fn spread(func: &Function, cfg: &Cfg, branch: Block, meet: Option<Block>, differing: &mut Differing) {
    let mut mark = |block: Block| func.blocks[block.index()].params.iter().for_each(|param| differing.values[param.index()] = true);
    meet.into_iter().for_each(&mut mark);
    let mut seen = vec![false; func.blocks.len()];
    let mut open: Vec<Block> = cfg.succs(branch).to_vec();
    while let Some(block) = open.pop() {
        if Some(block) == meet || std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        mark(block);
        differing.ways[block.index()] = true;
        open.extend(cfg.succs(block));
    }
}
