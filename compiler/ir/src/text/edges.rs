//! Out of SSA: where the copies into block parameters go, and in what order.
//!
//! Each block parameter is a register; each edge to its block copies the arguments, all at once. The copies stand at
//! the end of the source if it has one target, at the start of the target if it has one source, and in a block of
//! their own on critical edges (Briggs et al., "Practical improvements to the construction and destruction of static
//! single assignment form", 1998).

use crate::{Block, BlockCall, Cfg, Function, Value};
use std::collections::{BTreeSet, HashMap};

/// A block of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Piece {
    /// An IR block.
    Block(Block),
    /// The copies of target number `.1` of the block `.0`, then a jump there.
    Edge(Block, u32),
}

/// The blocks of the text in order and their label numbers.
pub(super) struct Plan {
    pub(super) pieces: Vec<Piece>,
    numbers: HashMap<Piece, u32>,
    /// The one source of a block whose copies stand at its start.
    pub(super) copies_at_start: HashMap<Block, (Block, u32)>,
}

impl Plan {
    /// Of the reachable blocks of `func`, in layout order, each followed by those of its critical edges.
    pub(super) fn new(func: &Function) -> Plan {
        let cfg = Cfg::new(func);
        let mut plan = Plan { pieces: Vec::new(), numbers: HashMap::new(), copies_at_start: HashMap::new() };
        let mut sources = vec![0u32; func.blocks.len()];
        for &block in cfg.rpo() {
            cfg.succs(block).iter().for_each(|s| sources[s.index()] += 1);
        }
        for &block in func.layout.iter().filter(|b| cfg.is_reachable(**b)) {
            plan.add(Piece::Block(block));
            let targets = func.targets(block);
            for (i, target) in targets.iter().enumerate().filter(|(_, t)| targets.len() > 1 && has_copies(func, t)) {
                if sources[target.block.index()] > 1 {
                    plan.add(Piece::Edge(block, i as u32));
                } else {
                    plan.copies_at_start.insert(target.block, (block, i as u32));
                }
            }
        }
        plan
    }

    fn add(&mut self, piece: Piece) {
        self.numbers.insert(piece, self.pieces.len() as u32);
        self.pieces.push(piece);
    }

    /// The label number of `piece`.
    pub(super) fn number(&self, piece: Piece) -> u32 {
        self.numbers.get(&piece).copied().unwrap_or(0)
    }

    /// Where a jump of `block` to its target `index` goes in the text.
    pub(super) fn destination(&self, func: &Function, block: Block, index: usize) -> Piece {
        let edge = Piece::Edge(block, index as u32);
        if self.numbers.contains_key(&edge) { edge } else { Piece::Block(func.targets(block)[index].block) }
    }
}

fn has_copies(func: &Function, target: &BlockCall) -> bool {
    func.blocks[target.block.index()].params.iter().zip(&target.args).any(|(param, arg)| param != arg)
}

/// One step of a parallel copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// `to = from`
    Copy { to: Value, from: Value },
    /// `temporary = from`: the old value of a register that is overwritten before it is read.
    Save { from: Value },
    /// `to = temporary` of the register saved.
    Restore { to: Value, saved: Value },
}

/// The copies `params = args`, done one after the other with the same effect.
///
/// The first copy that overwrites nothing still needed comes first, so that text that is read and written again keeps
/// its order; a cycle is broken by saving the register of its first copy.
pub(super) fn sequence(func: &Function, target: &BlockCall) -> Vec<Step> {
    let params = &func.blocks[target.block.index()].params;
    let copies: Vec<(Value, Value)> = params.iter().copied().zip(target.args.iter().copied()).filter(|(to, from)| to != from).collect();
    let writer: HashMap<Value, usize> = copies.iter().enumerate().map(|(i, (to, _))| (*to, i)).collect();
    // How many copies that are still to do read the register that copy i writes.
    let mut readers = vec![0u32; copies.len()];
    for (_, from) in &copies {
        if let Some(&i) = writer.get(from) {
            readers[i] += 1;
        }
    }
    let (mut ready, mut waiting): (BTreeSet<usize>, BTreeSet<usize>) = (0..copies.len()).partition(|&i| readers[i] == 0);
    let mut saved = HashMap::new();
    let mut steps = Vec::new();
    loop {
        let next = match ready.pop_first() {
            Some(i) => i,
            None => {
                // Only cycles are left. The readers of the saved register read the temporary.
                let Some(first) = waiting.pop_first() else { return steps };
                steps.push(Step::Save { from: copies[first].0 });
                saved.insert(copies[first].0, ());
                first
            }
        };
        let (to, from) = copies[next];
        if saved.contains_key(&from) && from != to {
            steps.push(Step::Restore { to, saved: from });
        } else {
            steps.push(Step::Copy { to, from });
        }
        if let Some(&i) = writer.get(&from) {
            readers[i] = readers[i].saturating_sub(1);
            if readers[i] == 0 && waiting.remove(&i) {
                ready.insert(i);
            }
        }
    }
}
