//! Dominators and post-dominators.
//!
//! Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (TOPLAS 1979), the simple variant
//! with path compression: O(n log n) on every graph, so that hostile bytecode cannot make loading slow.

use crate::{Block, Cfg, Function, Opcode};

const NONE: u32 = u32::MAX;

/// A tree over nodes `0..n` with intervals that answer ancestor questions in constant time.
#[derive(Clone, Debug)]
struct Tree {
    parent: Vec<u32>,
    /// Entry and exit time of a walk of the tree; `NONE` outside the tree. A tree of one node, or none, has no exits.
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl Tree {
    /// The tree that is one block: its tables end there.
    fn of_one(block: Block) -> Tree {
        let mut times = vec![NONE; block.index() + 1];
        times[block.index()] = 0;
        Tree { parent: Vec::new(), enter: times, leave: Vec::new() }
    }

    fn is_ancestor(&self, a: usize, b: usize) -> bool {
        if self.leave.is_empty() {
            return a == b && self.enter.get(a).is_some_and(|&time| time != NONE);
        }
        self.enter[a] != NONE && self.enter[b] != NONE && self.enter[a] <= self.enter[b] && self.leave[b] <= self.leave[a]
    }
}

/// The dominator tree from `root`; nodes that it does not reach are outside of it.
fn dominator_tree<'g>(count: usize, root: u32, succs: impl Fn(u32) -> &'g [u32], preds: impl Fn(u32) -> &'g [u32]) -> Tree {
    // Vertices are renamed to their depth-first number; `vertex` maps back.
    let mut number = vec![NONE; count];
    let (mut vertex, mut parent) = (Vec::new(), Vec::new());
    let mut stack = vec![(root, NONE)];
    while let Some((node, from)) = stack.pop() {
        if number[node as usize] != NONE {
            continue;
        }
        number[node as usize] = vertex.len() as u32;
        parent.push(from);
        let me = vertex.len() as u32;
        vertex.push(node);
        stack.extend(succs(node).iter().rev().filter(|s| number[**s as usize] == NONE).map(|&s| (s, me)));
    }
    let reached = vertex.len();
    let mut semi: Vec<u32> = (0..reached as u32).collect();
    let mut label = semi.clone();
    let mut ancestor = vec![NONE; reached];
    let mut idom = vec![0u32; reached];
    let mut bucket: Vec<Vec<u32>> = vec![Vec::new(); reached];
    let mut path = Vec::new();
    for w in (1..reached).rev() {
        for &pred in preds(vertex[w]) {
            let v = number[pred as usize];
            if v != NONE {
                let u = eval(v, &mut ancestor, &mut label, &semi, &mut path);
                semi[w] = semi[w].min(semi[u as usize]);
            }
        }
        bucket[semi[w] as usize].push(w as u32);
        ancestor[w] = parent[w];
        for v in std::mem::take(&mut bucket[parent[w] as usize]) {
            let u = eval(v, &mut ancestor, &mut label, &semi, &mut path);
            idom[v as usize] = if semi[u as usize] < semi[v as usize] { u } else { parent[w] };
        }
    }
    for w in 1..reached {
        if idom[w] != semi[w] {
            idom[w] = idom[idom[w] as usize];
        }
    }
    number_tree(count, &vertex, &idom)
}

/// The vertex of least semidominator on the path from `v` to the root of its forest tree, compressing the path.
fn eval(v: u32, ancestor: &mut [u32], label: &mut [u32], semi: &[u32], path: &mut Vec<u32>) -> u32 {
    if ancestor[v as usize] == NONE {
        return v;
    }
    path.clear();
    let mut at = v;
    while ancestor[ancestor[at as usize] as usize] != NONE {
        path.push(at);
        at = ancestor[at as usize];
    }
    while let Some(x) = path.pop() {
        let up = ancestor[x as usize] as usize;
        if semi[label[up] as usize] < semi[label[x as usize] as usize] {
            label[x as usize] = label[up];
        }
        ancestor[x as usize] = ancestor[up];
    }
    label[v as usize]
}

fn number_tree(count: usize, vertex: &[u32], idom: &[u32]) -> Tree {
    let mut tree = Tree { parent: vec![NONE; count], enter: vec![NONE; count], leave: vec![NONE; count] };
    let mut children = vec![Vec::new(); vertex.len()];
    for w in 1..vertex.len() {
        tree.parent[vertex[w] as usize] = vertex[idom[w] as usize];
        children[idom[w] as usize].push(w as u32);
    }
    let mut clock = 0;
    let mut stack = if vertex.is_empty() { Vec::new() } else { vec![(0u32, 0usize)] };
    while let Some((w, next)) = stack.last_mut() {
        let node = vertex[*w as usize] as usize;
        if *next == 0 {
            tree.enter[node] = clock;
            clock += 1;
        }
        match children[*w as usize].get(*next) {
            Some(&child) => {
                *next += 1;
                stack.push((child, 0));
            }
            None => {
                tree.leave[node] = clock;
                stack.pop();
            }
        }
    }
    tree
}

/// Which blocks every path from the entry goes through.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    /// Of the reachable blocks of `func`.
    pub fn new(func: &Function, cfg: &Cfg) -> Dominators {
        if let [only] = cfg.rpo() {
            return Dominators { tree: Tree::of_one(*only) };
        }
        if let Some(tree) = straight(cfg) {
            return Dominators { tree };
        }
        let (succs, preds) = edges(cfg);
        let tree = match func.layout.first().filter(|b| b.index() < cfg.block_count()) {
            Some(entry) => dominator_tree(succs.len(), entry.0, |b| &succs[b as usize], |b| &preds[b as usize]),
            None => Tree { parent: vec![NONE; succs.len()], enter: vec![NONE; succs.len()], leave: vec![NONE; succs.len()] },
        };
        Dominators { tree }
    }

    /// The closest strict dominator; `None` for the entry and unreachable blocks.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.tree.parent.get(block.index()).filter(|&&p| p != NONE).map(|&p| Block(p))
    }

    /// Whether every path from the entry to `b` goes through `a` (`a == b` included); false if either is unreachable.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.tree.is_ancestor(a.index(), b.index())
    }
}

/// Which blocks every path to the end of the function goes through.
///
/// Ends are `ret`, `exit` and `trap`. A block from which no end can be reached has no post-dominators.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
    exit: u32,
}

impl PostDominators {
    /// Of the reachable blocks of `func`.
    pub fn new(func: &Function, cfg: &Cfg) -> PostDominators {
        PostDominators::ignoring(func, cfg, |_| false)
    }

    /// As [`PostDominators::new`], but blocks that end in `trap` are no ends: what threads that live on have in common.
    pub fn without_traps(func: &Function, cfg: &Cfg) -> PostDominators {
        PostDominators::ignoring(func, cfg, |op| op == Opcode::Trap)
    }

    fn ignoring(func: &Function, cfg: &Cfg, ignored: impl Fn(Opcode) -> bool) -> PostDominators {
        let (mut succs, mut preds) = edges(cfg);
        let exit = succs.len() as u32;
        let ends = cfg.rpo().iter().filter(|b| {
            let last = func.blocks[b.index()].insts.last().and_then(|i| func.insts.get(i.index()));
            succs[b.index()].is_empty() && !last.is_some_and(|i| ignored(i.op))
        });
        let ends: Vec<u32> = ends.map(|b| b.0).collect();
        for &end in &ends {
            succs[end as usize].push(exit);
        }
        preds.push(ends);
        succs.push(Vec::new());
        // The graph is walked backwards.
        let tree = dominator_tree(succs.len(), exit, |b| &preds[b as usize], |b| &succs[b as usize]);
        PostDominators { tree, exit }
    }

    /// The closest strict post-dominator; `None` when there is none but the end of the function.
    pub fn ipdom(&self, block: Block) -> Option<Block> {
        Some(self.tree.parent[block.index()]).filter(|&p| p != NONE && p != self.exit).map(Block)
    }

    /// Whether every path from `b` to the end goes through `a` (`a == b` included).
    pub fn post_dominates(&self, a: Block, b: Block) -> bool {
        self.tree.is_ancestor(a.index(), b.index())
    }
}

/// The dominator tree of a function in which each block is reached from the one before, as most small functions are.
fn straight(cfg: &Cfg) -> Option<Tree> {
    let order = cfg.rpo();
    if order.is_empty() || !order.windows(2).all(|pair| cfg.preds(pair[1]) == [pair[0]]) {
        return None;
    }
    let count = cfg.block_count();
    let mut tree = Tree { parent: vec![NONE; count], enter: vec![NONE; count], leave: vec![NONE; count] };
    for (at, block) in order.iter().enumerate() {
        (tree.enter[block.index()], tree.leave[block.index()]) = (at as u32, order.len() as u32);
    }
    order.windows(2).for_each(|pair| tree.parent[pair[1].index()] = pair[0].0);
    Some(tree)
}

fn edges(cfg: &Cfg) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
    let count = cfg.block_count() as u32;
    let reachable = |list: &[Block]| list.iter().filter(|b| cfg.is_reachable(**b)).map(|b| b.0).collect::<Vec<u32>>();
    let succs = (0..count).map(|b| reachable(cfg.succs(Block(b)))).collect();
    let preds = (0..count).map(|b| reachable(cfg.preds(Block(b)))).collect();
    (succs, preds)
}
