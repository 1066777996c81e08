//! The control flow graph of a function: edges and reverse post-order.
//!
//! Edges come from the targets of each IR block's terminator. A block that has no terminator yet has no successors.
//! A branch whose two targets are one block is two edges. Tolerates ids that are out of range (the verifier runs on
//! hostile modules): such targets are no edges.

use crate::{Block, Function};

/// Edges and reverse post-order of one function; outdated as soon as a terminator or the layout changes.
#[derive(Clone, Debug)]
pub struct Cfg {
    preds: Vec<Vec<Block>>,
    succs: Vec<Vec<Block>>,
    rpo: Vec<Block>,
    position: Vec<u32>,
}

const UNREACHABLE: u32 = u32::MAX;

impl Cfg {
    /// Of `func`; empty for a function without body.
    pub fn new(func: &Function) -> Cfg {
        let count = func.blocks.len();
        let mut preds = vec![Vec::new(); count];
        let mut succs = vec![Vec::new(); count];
        for &block in func.layout.iter().filter(|b| b.index() < count) {
            let Some(&last) = func.blocks[block.index()].insts.last() else { continue };
            let Some(last) = func.insts.get(last.index()) else { continue };
            for target in last.targets().iter().map(|t| t.block).filter(|b| b.index() < count) {
                succs[block.index()].push(target);
                preds[target.index()].push(block);
            }
        }
        let mut cfg = Cfg { preds, succs, rpo: Vec::new(), position: vec![UNREACHABLE; count] };
        if let Some(&entry) = func.layout.first().filter(|b| b.index() < count) {
            cfg.order_from(entry);
        }
        cfg
    }

    fn order_from(&mut self, entry: Block) {
        let mut seen = vec![false; self.succs.len()];
        let mut stack = vec![(entry, 0)];
        seen[entry.index()] = true;
        while let Some((block, next)) = stack.last_mut() {
            match self.succs[block.index()].get(*next) {
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
        &self.preds[block.index()]
    }

    /// Where control goes: one entry a target.
    pub fn succs(&self, block: Block) -> &[Block] {
        &self.succs[block.index()]
    }

    /// The reachable blocks so that, but for back edges, each comes after its predecessors. The entry is first.
    pub fn rpo(&self) -> &[Block] {
        &self.rpo
    }

    /// Position in [`Cfg::rpo`]; `None` when unreachable.
    pub fn position(&self, block: Block) -> Option<usize> {
        self.position.get(block.index()).filter(|&&p| p != UNREACHABLE).map(|&p| p as usize)
    }

    /// Whether the entry reaches `block`.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position(block).is_some()
    }

    /// Number of blocks of the function, reachable or not.
    pub fn block_count(&self) -> usize {
        self.succs.len()
    }
}
