//! The control flow graph of a function: edges and reverse post-order.
//!
//! Edges come from the targets of each IR block's terminator. A block that has no terminator yet has no successors.
//! A branch whose two targets are one block is two edges. Tolerates ids that are out of range (the verifier runs on
//! hostile modules): such targets are no edges.

use crate::{Block, Function};

/// Edges and reverse post-order of one function; outdated as soon as a terminator or the layout changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cfg {
    preds: Edges,
    succs: Edges,
    rpo: Vec<Block>,
    /// By block its place in `rpo`; empty where that is at most the entry.
    position: Vec<u32>,
    /// How many IR blocks the function's table has.
    count: usize,
}

const UNREACHABLE: u32 = u32::MAX;

/// Lists of blocks, one list a block, in two tables: passes make many of these.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Edges {
    /// By block, where its list starts in `blocks`; empty when there are no edges at all.
    start: Vec<u32>,
    blocks: Vec<Block>,
}

impl Edges {
    /// From pairs, in the order of which each list is.
    fn new(count: usize, pairs: impl Iterator<Item = (Block, Block)> + Clone) -> Edges {
        if pairs.clone().next().is_none() {
            return Edges { start: Vec::new(), blocks: Vec::new() };
        }
        let mut start = vec![0; count + 1];
        for (from, _) in pairs.clone() {
            start[from.index() + 1] += 1;
        }
        for i in 0..count {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        let mut blocks = vec![Block(0); start[count] as usize];
        for (from, to) in pairs {
            blocks[next[from.index()] as usize] = to;
            next[from.index()] += 1;
        }
        Edges { start, blocks }
    }

    fn of(&self, block: Block) -> &[Block] {
        if self.blocks.is_empty() {
            return &[];
        }
        &self.blocks[self.start[block.index()] as usize..self.start[block.index() + 1] as usize]
    }
}

impl Cfg {
    /// Of `func`; empty for a function without body.
    pub fn new(func: &Function) -> Cfg {
        let count = func.blocks.len();
        // Most functions of a large program are one block.
        let mut pairs = Vec::with_capacity(if func.layout.len() < 2 { 0 } else { 2 * func.layout.len() });
        for &block in func.layout.iter().filter(|b| b.index() < count) {
            let Some(&last) = func.blocks[block.index()].insts.last() else { continue };
            let Some(last) = func.insts.get(last.index()) else { continue };
            pairs.extend(last.targets().iter().map(|t| (block, t.block)).filter(|(_, b)| b.index() < count));
        }
        let preds = Edges::new(count, pairs.iter().map(|&(from, to)| (to, from)));
        let succs = Edges::new(count, pairs.iter().copied());
        let mut cfg = Cfg { preds, succs, rpo: Vec::new(), position: Vec::new(), count };
        match func.layout.first().filter(|b| b.index() < count) {
            Some(&entry) if pairs.is_empty() => cfg.rpo = vec![entry],
            Some(&entry) => cfg.order_from(entry, func.layout.len()),
            None => {}
        }
        cfg
    }

    fn order_from(&mut self, entry: Block, most: usize) {
        self.rpo.reserve_exact(most);
        self.position = vec![UNREACHABLE; self.count];
        let mut seen = vec![false; self.block_count()];
        let mut stack = vec![(entry, 0)];
        seen[entry.index()] = true;
        while let Some((block, next)) = stack.last_mut() {
            match self.succs.of(*block).get(*next) {
                Some(&succ) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[succ.index()], true) {
                        stack.push((succ, 0));
                    }
                }
                None => {
                    self.rpo.push(*block);
                    stack.pop();
                }
            }
        }
        self.rpo.reverse();
        for (i, block) in self.rpo.iter().enumerate() {
            self.position[block.index()] = i as u32;
        }
    }

    /// Where control comes from: one entry an edge, also from unreachable blocks.
    pub fn preds(&self, block: Block) -> &[Block] {
        self.preds.of(block)
    }

    /// Where control goes: one entry a target.
    pub fn succs(&self, block: Block) -> &[Block] {
        self.succs.of(block)
    }

    /// The reachable blocks so that, but for back edges, each comes after its predecessors. The entry is first.
    pub fn rpo(&self) -> &[Block] {
        &self.rpo
    }

    /// Position in [`Cfg::rpo`]; `None` when unreachable.
    pub fn position(&self, block: Block) -> Option<usize> {
        if self.position.is_empty() {
            return (self.rpo.first() == Some(&block)).then_some(0);
        }
        self.position.get(block.index()).filter(|&&p| p != UNREACHABLE).map(|&p| p as usize)
    }

    /// Whether the entry reaches `block`.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position(block).is_some()
    }

    /// Number of blocks of the function, reachable or not.
    pub fn block_count(&self) -> usize {
        self.count
    }
}
