//! In which functions of the host other host threads may get their turn.
//!
//! A function is *interruptible* if it may wait: it, or one that it calls, calls a function at which threads wait, or one that is not
//! known, or has a loop whose end may depend on another thread (`kern_ir::analysis::Spinning`). Every other one ends by itself, and so
//! a thread that is in it keeps its turn: such a function may be called on the process's stack.

use crate::decode::externs::may_wait;
use crate::loader::Layout;
use kern_ir::analysis::{Spinning, order};
use kern_ir::{Cfg, Function, FunctionKind, Module, Payload};

/// Whether other host threads may get their turn while one is in a function.
pub(crate) fn is_interruptible(layout: &Layout, function: u32) -> bool {
    layout.has_threads() && layout.interruptible.get_or_init(|| interruptible(layout.module))[function as usize]
}

/// By function of a module.
fn interruptible(module: &Module) -> Vec<bool> {
    let mut known: Vec<bool> = module.functions.iter().map(waits_itself).collect();
    loop {
        let mut is_new = false;
        for index in 0..known.len() {
            if !known[index] && calls(&module.functions[index]).any(|callee| known.get(callee).is_none_or(|&waits| waits)) {
                known[index] = true;
                is_new = true;
            }
        }
        if !is_new {
            return known;
        }
    }
}

fn calls(func: &Function) -> impl Iterator<Item = usize> {
    func.insts.iter().filter_map(|inst| if let Payload::Call(callee) = inst.payload { Some(callee.index()) } else { None })
}

/// Whether a function may wait in its own code.
fn waits_itself(func: &Function) -> bool {
    if func.kind == FunctionKind::Extern {
        return may_wait(&func.name);
    }
    if func.insts.iter().any(|inst| matches!(inst.payload, Payload::CallIndirect(_))) {
        return true;
    }
    let cfg = Cfg::new(func);
    let spinning = Spinning::new(func, &cfg);
    let mut place = vec![usize::MAX; func.blocks.len()];
    let blocks = order(func);
    for (index, block) in blocks.iter().enumerate() {
        place[block.index()] = index;
    }
    blocks.iter().any(|block| {
        let last = func.blocks[block.index()].insts.last();
        let targets = last.map_or(Vec::new(), |inst| func.insts[inst.index()].targets().iter().map(|target| target.block).collect());
        targets.into_iter().any(|target| place[target.index()] <= place[block.index()] && spinning.may_spin(target))
    })
}
