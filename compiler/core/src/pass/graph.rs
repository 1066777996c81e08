//! The control flow of one function as dense tables: order, predecessors, dominators, natural loops.
//!
//! Dominators are computed as in Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001); loops are
//! the natural loops of back edges to a dominator. IR blocks that the entry does not reach are in no table.

use kern_ir::{Block, Function, Inst};

const NONE: u32 = u32::MAX;

/// The flow graph; it describes the function at the time it was made.
#[derive(Debug)]
pub(crate) struct Graph {
    /// Reachable blocks in reverse post-order; the entry is first.
    pub(crate) order: Vec<Block>,
    number: Vec<u32>,
    pred_start: Vec<u32>,
    preds: Vec<Block>,
    idom: Vec<u32>,
    dom_first: Vec<u32>,
    dom_last: Vec<u32>,
    children_start: Vec<u32>,
    children: Vec<Block>,
}

/// The instruction that ends `block`. Every block of a well-formed layout has one.
pub(crate) fn ending(func: &Function, block: Block) -> Inst {
    *func.blocks[block.index()].insts.last().expect("an IR block of the layout ends in a terminator")
}

impl Graph {
    /// The graph of `func`, which has a body.
    pub(crate) fn new(func: &Function) -> Graph {
        let count = func.blocks.len();
        let order = reverse_post_order(func);
        let mut number = vec![NONE; count];
        for (i, block) in order.iter().enumerate() {
            number[block.index()] = i as u32;
        }
        let mut pred_start = vec![0u32; order.len() + 1];
        for &block in &order {
            for target in func.insts[ending(func, block).index()].targets() {
                pred_start[number[target.block.index()] as usize + 1] += 1;
            }
        }
        for i in 0..order.len() {
            pred_start[i + 1] += pred_start[i];
        }
        let mut preds = vec![Block(0); pred_start[order.len()] as usize];
        let mut next = pred_start.clone();
        for &block in &order {
            for target in func.insts[ending(func, block).index()].targets() {
                let slot = &mut next[number[target.block.index()] as usize];
                preds[*slot as usize] = block;
                *slot += 1;
            }
        }
        let mut graph = Graph {
            order,
            number,
            pred_start,
            preds,
            idom: Vec::new(),
            dom_first: Vec::new(),
            dom_last: Vec::new(),
            children_start: Vec::new(),
            children: Vec::new(),
        };
        graph.compute_dominators();
        graph
    }

    /// The first block.
    pub(crate) fn entry(&self) -> Block {
        self.order[0]
    }

    /// Position in [`Graph::order`]; `None` for unreachable blocks.
    pub(crate) fn position(&self, block: Block) -> Option<usize> {
        let n = *self.number.get(block.index())?;
        (n != NONE).then_some(n as usize)
    }

    /// The blocks with an edge to `block`, one entry an edge.
    pub(crate) fn preds(&self, block: Block) -> &[Block] {
        match self.position(block) {
            Some(n) => &self.preds[self.pred_start[n] as usize..self.pred_start[n + 1] as usize],
            None => &[],
        }
    }

    /// The closest strict dominator; `None` for the entry.
    pub(crate) fn idom(&self, block: Block) -> Option<Block> {
        let n = self.position(block)?;
        (n != 0).then(|| self.order[self.idom[n] as usize])
    }

    /// Whether every way to `b` leads through `a` (a block dominates itself).
    pub(crate) fn dominates(&self, a: Block, b: Block) -> bool {
        match (self.position(a), self.position(b)) {
            (Some(a), Some(b)) => self.dom_first[a] <= self.dom_first[b] && self.dom_last[b] <= self.dom_last[a],
            _ => false,
        }
    }

    /// The blocks whose closest dominator is `block`.
    pub(crate) fn dom_children(&self, block: Block) -> &[Block] {
        match self.position(block) {
            Some(n) => &self.children[self.children_start[n] as usize..self.children_start[n + 1] as usize],
            None => &[],
        }
    }

    fn compute_dominators(&mut self) {
        let count = self.order.len();
        let mut idom = vec![NONE; count];
        idom[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for n in 1..count {
                let mut new = NONE;
                for pred in &self.preds[self.pred_start[n] as usize..self.pred_start[n + 1] as usize] {
                    let pred = self.number[pred.index()];
                    if idom[pred as usize] == NONE {
                        continue;
                    }
                    new = if new == NONE { pred } else { intersect(&idom, new, pred) };
                }
                if idom[n] != new {
                    idom[n] = new;
                    changed = true;
                }
            }
        }
        let mut start = vec![0u32; count + 1];
        for &parent in &idom[1..] {
            start[parent as usize + 1] += 1;
        }
        for n in 0..count {
            start[n + 1] += start[n];
        }
        let mut next = start.clone();
        let mut children = vec![Block(0); start[count] as usize];
        for n in 1..count {
            let slot = &mut next[idom[n] as usize];
            children[*slot as usize] = self.order[n];
            *slot += 1;
        }
        (self.idom, self.children_start, self.children) = (idom, start, children);

        let (mut first, mut last) = (vec![0u32; count], vec![0u32; count]);
        let mut clock = 0;
        let mut stack = vec![(0u32, 0u32)];
        while let Some((n, child)) = stack.pop() {
            let n_ = n as usize;
            if child == 0 {
                first[n_] = clock;
                clock += 1;
            }
            let at = self.children_start[n_] + child;
            if at < self.children_start[n_ + 1] {
                stack.push((n, child + 1));
                stack.push((self.number[self.children[at as usize].index()], 0));
            } else {
                last[n_] = clock;
            }
        }
        (self.dom_first, self.dom_last) = (first, last);
    }

    /// The dominance frontier of every block, by position in [`Graph::order`].
    pub(crate) fn frontiers(&self) -> Vec<Vec<Block>> {
        let mut frontiers = vec![Vec::new(); self.order.len()];
        for (n, &block) in self.order.iter().enumerate() {
            let preds = self.preds(block);
            if preds.len() < 2 {
                continue;
            }
            for pred in preds {
                let mut runner = self.number[pred.index()];
                while runner != self.idom[n] || (n == 0 && runner == 0) {
                    let frontier: &mut Vec<Block> = &mut frontiers[runner as usize];
                    if frontier.last() == Some(&block) {
                        break;
                    }
                    frontier.push(block);
                    if runner == 0 {
                        break;
                    }
                    runner = self.idom[runner as usize];
                }
            }
        }
        frontiers
    }
}

fn intersect(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = idom[a as usize];
        }
        while b > a {
            b = idom[b as usize];
        }
    }
    a
}

fn reverse_post_order(func: &Function) -> Vec<Block> {
    let mut seen = vec![false; func.blocks.len()];
    let mut order = Vec::with_capacity(func.layout.len());
    let entry = func.layout[0];
    seen[entry.index()] = true;
    let mut stack = vec![(entry, 0usize)];
    while let Some(top) = stack.last_mut() {
        let (block, edge) = *top;
        // Targets are visited last to first, so that the first target comes first in the order.
        let targets = func.insts[ending(func, block).index()].targets();
        if edge < targets.len() {
            top.1 += 1;
            let next = targets[targets.len() - 1 - edge].block;
            if !seen[next.index()] {
                seen[next.index()] = true;
                stack.push((next, 0));
            }
        } else {
            order.push(block);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// A natural loop.
#[derive(Debug)]
pub(crate) struct Loop {
    /// The block that dominates all others of the loop.
    pub(crate) head: Block,
    /// All its blocks, in reverse post-order, the head first.
    pub(crate) blocks: Vec<Block>,
    /// The smallest loop around it.
    pub(crate) parent: Option<u32>,
}

/// The natural loops of a function, inner ones after outer ones.
#[derive(Debug)]
pub(crate) struct Loops {
    /// All loops; loops of one head are one loop.
    pub(crate) loops: Vec<Loop>,
    innermost: Vec<u32>,
}

impl Loops {
    /// The loops of `graph`.
    pub(crate) fn new(graph: &Graph) -> Loops {
        let count = graph.order.len();
        let mut loops: Vec<Loop> = Vec::new();
        let mut innermost = vec![NONE; count];
        // Outer heads come first in reverse post-order, so each walk overwrites what an outer loop wrote.
        let mut in_loop = vec![NONE; count];
        for (n, &head) in graph.order.iter().enumerate() {
            let tails: Vec<Block> = graph.preds(head).iter().copied().filter(|&p| graph.dominates(head, p)).collect();
            if tails.is_empty() {
                continue;
            }
            let id = loops.len() as u32;
            let parent = (innermost[n] != NONE).then_some(innermost[n]);
            let mut members = vec![n];
            in_loop[n] = id;
            let mut stack = tails;
            while let Some(block) = stack.pop() {
                let m = graph.number[block.index()] as usize;
                if in_loop[m] != id {
                    in_loop[m] = id;
                    members.push(m);
                    stack.extend_from_slice(graph.preds(block));
                }
            }
            members.sort_unstable();
            for &m in &members {
                innermost[m] = id;
            }
            loops.push(Loop { head, blocks: members.iter().map(|&m| graph.order[m]).collect(), parent });
        }
        Loops { loops, innermost }
    }

    /// The smallest loop that contains `block`.
    pub(crate) fn innermost(&self, graph: &Graph, block: Block) -> Option<u32> {
        let id = self.innermost[graph.position(block)?];
        (id != NONE).then_some(id)
    }

    /// Whether loop `id` contains `block`.
    pub(crate) fn contains(&self, graph: &Graph, id: u32, block: Block) -> bool {
        let mut at = self.innermost(graph, block);
        while let Some(current) = at {
            if current == id {
                return true;
            }
            at = self.loops[current as usize].parent;
        }
        false
    }
}
