//! Loads through one of several addresses, for `mem2reg`: what `std::min(a, b)` and `*(c ? &a : &b)` read.
//!
//! Before: ways that meet bring addresses of slots along, and the block loads through the one it is given. After: each way
//! loads what it brings, and the block is given that. Only where this lets the slots become values: their addresses go
//! nowhere else, the loads stand before anything that stores, and no other use of the address is left.

use crate::pass::graph::{Graph, terminator};
use crate::pass::mem2reg_addresses::{Addresses, fits, is_plain_access};
use crate::pass::rewrite::{Substitution, retain_params};
use kern_ir::{Block, Effects, Function, Inst, Opcode, Slot, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A parameter that stands for one of several addresses.
struct Joined {
    block: Block,
    index: usize,
    /// Of each edge, where in which slot.
    places: Vec<(Slot, i64)>,
    loads: Vec<Inst>,
}

/// Loads go to where the addresses come from; answers whether anything changed.
pub(super) fn run(func: &mut Function, graph: &Graph, addresses: &Addresses) -> bool {
    let mut joined = find(func, graph, addresses);
    find_loads(func, graph, &mut joined);
    // A slot whose address goes elsewhere as well stays in memory, and so do those that are joined with it.
    while !joined.is_empty() {
        let excused: FxHashSet<Value> = joined.keys().copied().collect();
        let rest = Addresses::find_but(func, graph, &excused);
        joined.retain(|_, j| j.places.iter().all(|&(slot, _)| !rest.escapes[slot.index()]));
        if joined.len() == excused.len() {
            break;
        }
    }
    if joined.is_empty() {
        return false;
    }
    let mut subst = Substitution::new(func);
    // In the order of blocks: what is made must not depend on that of a table.
    let mut joined: Vec<Joined> = joined.into_values().collect();
    joined.sort_unstable_by_key(|j| (j.block.0, j.index));
    for j in &joined {
        rewrite(func, graph, j, &mut subst);
    }
    for of_block in joined.chunk_by(|a, b| a.block == b.block) {
        let block = of_block[0].block;
        let keep: Vec<bool> = (0..func.blocks[block.index()].params.len()).map(|index| of_block.iter().all(|j| j.index != index)).collect();
        retain_params(func, block, graph.preds(block), &keep);
    }
    subst.apply(func);
    true
}

/// Parameters all of whose arguments are addresses of slots.
fn find(func: &Function, graph: &Graph, addresses: &Addresses) -> FxHashMap<Value, Joined> {
    let mut found: FxHashMap<Value, Joined> = FxHashMap::default();
    let mut others: FxHashSet<Value> = FxHashSet::default();
    for &block in &graph.order {
        for target in func.insts[terminator(func, block).index()].targets() {
            let params = &func.blocks[target.block.index()].params;
            for (index, (&param, &arg)) in params.iter().zip(&target.args).enumerate() {
                let Some(place) = addresses.get(arg) else {
                    others.insert(param);
                    continue;
                };
                let new = || Joined { block: target.block, index, places: Vec::new(), loads: Vec::new() };
                found.entry(param).or_insert_with(new).places.push(place);
            }
        }
    }
    found.retain(|param, _| !others.contains(param));
    found
}

/// Finds what loads through the parameters; those that are used in another way go.
fn find_loads(func: &Function, graph: &Graph, joined: &mut FxHashMap<Value, Joined>) {
    if joined.is_empty() {
        return;
    }
    for &block in &graph.order {
        let mut is_first = true;
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            let is_load = data.op == Opcode::Ld && is_plain_access(data) && data.attrs.vector < 2;
            for (i, arg) in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)).enumerate() {
                let Some(j) = joined.get_mut(arg) else { continue };
                let fits = |&(slot, offset): &(Slot, i64)| fits(func, slot, offset.wrapping_add(data.offset), data.ty.size(), 0);
                if i == 0 && is_load && is_first && j.block == block && j.places.iter().all(fits) {
                    j.loads.push(inst);
                } else {
                    joined.remove(arg);
                }
            }
            is_first &= is_load || (data.effects() == Effects::Pure && !data.op.row().is_warp_level);
        }
    }
}

fn rewrite(func: &mut Function, graph: &Graph, j: &Joined, subst: &mut Substitution) {
    for &load in &j.loads {
        func.blocks[j.block.index()].insts.retain(|&inst| inst != load);
        let (data, result) = (func.insts[load.index()].clone(), func.insts[load.index()].results[0]);
        let ty = func.ty(result);
        subst.set(result, func.add_block_param(j.block, ty));
        let mut done: Option<Block> = None;
        for &pred in graph.preds(j.block) {
            // Edges of one predecessor are next to each other.
            if done.replace(pred) == Some(pred) {
                continue;
            }
            let end = terminator(func, pred);
            for t in 0..func.insts[end.index()].targets().len() {
                let target = &func.insts[end.index()].targets()[t];
                if target.block != j.block {
                    continue;
                }
                let mut own = data.clone();
                own.args[0] = target.args[j.index];
                let own = func.add_inst(own, &[ty]);
                let value = func.insts[own.index()].results[0];
                let insts = &mut func.blocks[pred.index()].insts;
                insts.insert(insts.len() - 1, own);
                func.insts[end.index()].targets_mut()[t].args.push(value);
            }
        }
    }
}
