//! The analyses of control flow that passes share, for the reachable part of a function.

use kern_ir::analysis::{Dominators, Loops};

use kern_ir::{Block, Cfg, Function, Inst};

/// Order, predecessors and dominators; it describes the function at the time it was made.
#[derive(Debug)]
pub(crate) struct Graph {
    /// Reachable blocks in reverse post-order; the entry is first.
    pub(crate) order: Vec<Block>,
    cfg: Cfg,
    dominators: Dominators,
    /// By position in the order: where its children in the dominator tree start in `children`.
    children_start: Vec<u32>,
    children: Vec<Block>,
}

/// The instruction that ends `block`; it panics where there is none. Every block of a well-formed layout has one.
pub(crate) fn terminator(func: &Function, block: Block) -> Inst {
    *func.blocks[block.index()].insts.last().expect("an IR block of the layout ends in a terminator")
}

/// The edges of `func`, which has a body. Blocks that the entry does not reach are taken out of the layout first, so
/// that nobody finds them among predecessors.
pub(crate) fn reachable(func: &mut Function) -> Cfg {
    let cfg = Cfg::new(func);
    if cfg.rpo().len() == func.layout.len() {
        return cfg;
    }
    func.layout.retain(|&b| cfg.is_reachable(b));
    Cfg::new(func)
}

impl Graph {
    /// The graph of `func`, which has a body; see [`reachable`].
    pub(crate) fn new(func: &mut Function) -> Graph {
        let cfg = reachable(func);
        let dominators = Dominators::new(func, &cfg);
        let order = cfg.rpo().to_vec();
        if order.len() < 2 {
            return Graph { order, cfg, dominators, children_start: vec![0; 2], children: Vec::new() };
        }
        let parent = |block: Block| dominators.idom(block).and_then(|p| cfg.position(p));
        let mut start = vec![0u32; order.len() + 1];
        for p in order.iter().filter_map(|&b| parent(b)) {
            start[p + 1] += 1;
        }
        for n in 0..order.len() {
            start[n + 1] += start[n];
        }
        let mut next = start.clone();
        let mut children = vec![Block(0); start[order.len()] as usize];
        for &block in &order {
            if let Some(p) = parent(block) {
                children[next[p] as usize] = block;
                next[p] += 1;
            }
        }
        Graph { order, cfg, dominators, children_start: start, children }
    }

    /// The first block.
    pub(crate) fn entry(&self) -> Block {
        self.order[0]
    }

    /// Position in [`Graph::order`]; `None` for unreachable blocks and those added since.
    pub(crate) fn position(&self, block: Block) -> Option<usize> {
        if block.index() < self.cfg.block_count() { self.cfg.position(block) } else { None }
    }

    /// The blocks with an edge to `block`, one entry an edge; edges of one predecessor are next to each other.
    pub(crate) fn preds(&self, block: Block) -> &[Block] {
        self.cfg.preds(block)
    }

    /// Whether every way to `b` leads through `a` (a block dominates itself).
    pub(crate) fn dominates(&self, a: Block, b: Block) -> bool {
        self.dominators.dominates(a, b)
    }

    /// The blocks whose closest dominator is `block`.
    pub(crate) fn dom_children(&self, block: Block) -> &[Block] {
        match self.position(block) {
            Some(n) => &self.children[self.children_start[n] as usize..self.children_start[n + 1] as usize],
            None => &[],
        }
    }

    /// The natural loops, inner ones after outer ones.
    pub(crate) fn loops(&self) -> Loops {
        Loops::new(&self.cfg, &self.dominators)
    }

    /// The dominance frontier of every block, by position in [`Graph::order`] (Cooper, Harvey and Kennedy, "A Simple,
    /// Fast Dominance Algorithm", 2001, figure 5).
    pub(crate) fn frontiers(&self) -> Vec<Vec<Block>> {
        let mut frontiers: Vec<Vec<Block>> = vec![Vec::new(); self.order.len()];
        for &block in self.order.iter().filter(|&&b| self.preds(b).len() > 1) {
            let stop = self.dominators.idom(block);
            for &pred in self.preds(block) {
                let mut runner = Some(pred);
                while let Some(at) = runner.filter(|_| runner != stop) {
                    let Some(n) = self.position(at) else { break };
                    // Another predecessor came this way already.
                    if frontiers[n].last() == Some(&block) {
                        break;
                    }
                    frontiers[n].push(block);
                    runner = self.dominators.idom(at);
                }
            }
        }
        frontiers
    }
}
