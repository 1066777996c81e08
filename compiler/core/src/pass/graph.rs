//! The analyses of control flow that passes share, for the reachable part of a function.

use kern_ir::analysis::{Dominators, Loops};
use kern_ir::{Block, Cfg, Function, Inst};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

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
    loops: OnceCell<Loops>,
}

/// What passes ask of a function one after the other: kept as long as a pass keeps what it was made of, which is control flow.
#[derive(Default)]
pub(crate) struct Analyses(RefCell<Option<Rc<Graph>>>);

impl Analyses {
    /// The graph of `func`, which has a body; see [`reachable`].
    pub(crate) fn graph(&self, func: &mut Function) -> Rc<Graph> {
        let cfg = reachable(func);
        let mut kept = self.0.borrow_mut();
        match &*kept {
            Some(graph) if graph.cfg == cfg => graph.clone(),
            _ => kept.insert(Rc::new(Graph::of(func, cfg))).clone(),
        }
    }
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
        Graph::of(func, cfg)
    }

    fn of(func: &Function, cfg: Cfg) -> Graph {
        let dominators = Dominators::new(func, &cfg);
        let order = cfg.rpo().to_vec();
        if order.len() < 2 {
            return Graph { order, cfg, dominators, children_start: vec![0; 2], children: Vec::new(), loops: OnceCell::new() };
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
        Graph { order, cfg, dominators, children_start: start, children, loops: OnceCell::new() }
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
    pub(crate) fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| Loops::new(&self.cfg, &self.dominators))
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

#[cfg(test)]
mod tests {
    use super::*;
    use kern_ir::{Builder, FunctionKind, InstData, Opcode, RegType, Type};

    #[test]
    fn a_graph_is_kept_while_control_flow_stays() {
        let mut func = Function::new("f", FunctionKind::Func);
        let mut b = Builder::new(&mut func);
        let (entry, next, last) = (b.create_block(), b.create_block(), b.create_block());
        b.switch_to(entry);
        b.jump(next, &[]);
        b.switch_to(next);
        b.jump(last, &[]);
        b.switch_to(last);
        b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
        let analyses = Analyses::default();
        let first = analyses.graph(&mut func);
        assert!(first.dominates(next, last) && first.loops().all().is_empty());
        let one = func.add_constant(RegType::B32, 1);
        let sum = func.add_inst(InstData { args: vec![one, one], ..InstData::new(Opcode::Add, Type::S32) }, &[RegType::B32]);
        func.blocks[next.index()].insts.insert(0, sum);
        assert!(Rc::ptr_eq(&first, &analyses.graph(&mut func)));
        let jump = terminator(&func, entry);
        func.insts[jump.index()].targets_mut()[0].block = last;
        let other = analyses.graph(&mut func);
        assert!(!Rc::ptr_eq(&first, &other) && other.position(next).is_none());
    }
}
