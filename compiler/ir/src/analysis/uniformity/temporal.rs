//! Temporal divergence: threads that have diverged and do not wait for one another may be in different iterations of
//! loops, and what depends on the iteration, or on when it is computed, varies.

use super::{LaneShape, State, is_unchanging};
use crate::analysis::{LoopId, Spinning};
use crate::{Block, BlockCall, Effects, Opcode};

impl State<'_> {
    /// Threads that leave a loop which others spin in do not wait for these: in the loops around it they may be iterations
    /// ahead.
    pub(super) fn let_go_ahead(&mut self, spinning: LoopId) -> bool {
        let header = self.loops.get(spinning).header;
        let (func, cfg) = (self.func, self.cfg);
        if !self.spinning.get_or_insert_with(|| Spinning::new(func, cfg)).may_spin(header) {
            return false;
        }
        let mut changed = false;
        let mut id = Some(spinning);
        while let Some(around) = id {
            changed |= self.vary_iterations(around);
            id = self.loops.get(around).parent;
        }
        changed
    }

    /// Threads that leave a loop straight to the header of one around it do not wait for those inside, as they would
    /// anywhere behind the loop: they may enter it again meanwhile.
    pub(super) fn start_over(&mut self, left: LoopId, targets: &[BlockCall]) -> bool {
        let mut changed = false;
        let mut chain = vec![left];
        while let Some(around) = self.loops.get(chain[chain.len() - 1]).parent {
            chain.push(around);
            let header = self.loops.get(around).header;
            if targets.iter().any(|t| t.block == header) {
                for &id in &chain {
                    changed |= self.vary_iterations(id);
                }
            }
        }
        changed
    }

    /// Where the ways of the branch of `block` meet, if they do before the end, and the blocks up to there if threads of one
    /// way may come to some of them while those of another are in the same or an earlier iteration: an immediate post-dominator
    /// that is not the last of the blocks on the ways to it does not hold anybody up.
    pub(super) fn meeting(&mut self, block: Block, targets: &[BlockCall]) -> (Option<Block>, Vec<Block>) {
        let first = self.post.ipdom(block);
        let (mut end, mut last) = (first, 0);
        let mut is_seen = vec![false; self.func.blocks.len()];
        let mut region = Vec::new();
        let mut stack: Vec<Block> = targets.iter().map(|target| target.block).collect();
        loop {
            while let Some(at) = stack.pop() {
                if Some(at) == end || std::mem::replace(&mut is_seen[at.index()], true) {
                    continue;
                }
                self.budget = self.budget.saturating_sub(1);
                last = last.max(self.rank[at.index()]);
                region.push(at);
                stack.extend(self.cfg.succs(at));
            }
            match end {
                Some(early) if self.rank[early.index()] < last => {
                    end = self.post.ipdom(early);
                    stack.push(early);
                }
                _ if end == first => return (end, Vec::new()),
                _ => return (end, region),
            }
        }
    }

    /// Threads in a loop may be in different iterations of it, and use what they computed in theirs.
    pub(super) fn vary_all(&mut self, id: LoopId) -> bool {
        let inside: Vec<Block> = self.cfg.rpo().iter().copied().filter(|&block| self.loops.contains(id, block)).collect();
        self.vary_iterations(id) | self.vary_results(&inside)
    }

    /// Threads may be in different iterations of loops through `blocks`.
    pub(super) fn vary_blocks(&mut self, blocks: &[Block]) -> bool {
        let mut changed = self.vary_results(blocks);
        for block in blocks.iter().filter(|&&block| self.cfg.preds(block).len() > 1) {
            changed |= std::mem::replace(&mut self.control[block.index()], LaneShape::Varying) != LaneShape::Varying;
        }
        changed
    }

    /// What depends on when it is computed differs.
    fn vary_results(&mut self, blocks: &[Block]) -> bool {
        let (func, mut changed) = (self.func, false);
        for block in blocks {
            for inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                let is_pure = matches!(data.op.row().effects, Effects::Pure | Effects::PureNotSpeculatable);
                if !is_pure && !(data.op == Opcode::Ld && is_unchanging(data)) {
                    for &result in &data.results {
                        changed |= self.raise(result, LaneShape::Varying);
                    }
                }
            }
        }
        changed
    }

    /// Threads in a loop may be in different iterations of it.
    fn vary_iterations(&mut self, id: LoopId) -> bool {
        let header = self.loops.get(id).header.index();
        std::mem::replace(&mut self.control[header], LaneShape::Varying) != LaneShape::Varying
    }
}
