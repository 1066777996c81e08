//! Natural loops and reducibility.
//!
//! A back edge goes to a block that dominates its source; the loop of a header is what reaches the sources of its
//! back edges without passing the header. Edges that go back in reverse post-order without being back edges make the
//! function irreducible (`goto` into a loop); such cycles are no loops here.

use crate::analysis::Dominators;
use crate::{Block, Cfg, Function};
use kern_diag::{Code, Diagnostic, Span};

/// A loop of a function, outer ones before inner ones.
pub type LoopId = usize;

/// One natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The block that dominates the others.
    pub header: Block,
    /// Sources of the back edges, in reverse post-order, each once.
    pub latches: Vec<Block>,
    /// Members in reverse post-order, the header first, inner loops included.
    pub blocks: Vec<Block>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// 1 for outermost loops.
    pub depth: u32,
}

/// Loops inside each other in one function. [`Loops`] and dominance frontiers list the blocks of each: their size is that
/// of the function times this.
pub const MAX_NESTING: u32 = 256;

/// Says that loops at `span` nest `depth` deep, which is more than [`MAX_NESTING`].
pub fn loops_too_deep(span: Span, depth: u32) -> Diagnostic {
    Diagnostic::error(Code::LOOPS_TOO_DEEP, span, "loops are nested too deeply")
        .label(format!("the outermost of {depth} loops inside each other"))
        .note(format!("the limit is {MAX_NESTING}"))
        .help("move inner loops into a function of their own that is `__noinline__`")
}

/// How deep loops nest, and the header of the outermost of those that nest deepest; in near-linear time, however deep.
///
/// Havlak, "Nesting of reducible and irreducible loops" (TOPLAS 1997), for the natural loops: inner loops shrink to their
/// headers, so that every block is looked at once.
pub fn loop_nesting(cfg: &Cfg, dominators: &Dominators) -> Option<(u32, Block)> {
    let count = cfg.block_count();
    let mut stands_for: Vec<Block> = (0..count as u32).map(Block).collect();
    // By header, the height of the nest inside its loop.
    let mut height = vec![0u32; count];
    let mut deepest: Option<(u32, Block)> = None;
    for &header in cfg.rpo().iter().rev() {
        let mut work: Vec<Block> =
            cfg.preds(header).iter().copied().filter(|&p| cfg.is_reachable(p) && dominators.dominates(header, p)).collect();
        if work.is_empty() {
            continue;
        }
        let mut inside = 0;
        while let Some(block) = work.pop() {
            let block = representative(&mut stands_for, block);
            if block != header {
                inside = inside.max(height[block.index()]);
                stands_for[block.index()] = header;
                work.extend(cfg.preds(block).iter().copied().filter(|&p| cfg.is_reachable(p)));
            }
        }
        height[header.index()] = inside + 1;
        if deepest.is_none_or(|(most, _)| most <= inside) {
            deepest = Some((inside + 1, header));
        }
    }
    deepest
}

/// The header of the outermost loop found so far that `block` is in, or itself.
fn representative(stands_for: &mut [Block], block: Block) -> Block {
    let mut root = block;
    while stands_for[root.index()] != root {
        root = stands_for[root.index()];
    }
    let mut at = block;
    while at != root {
        at = std::mem::replace(&mut stands_for[at.index()], root);
    }
    root
}

/// Puts blocks in reverse post-order.
fn sort(cfg: &Cfg, blocks: &mut [Block]) {
    blocks.sort_unstable_by_key(|b| cfg.position(*b));
}

/// The loops of a function.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
    is_reducible: bool,
}

impl Loops {
    /// Of the reachable blocks.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Loops {
        let mut all = Loops { loops: Vec::new(), innermost: vec![None; cfg.block_count()], is_reducible: true };
        let mut stamp = vec![u32::MAX; cfg.block_count()];
        for (at, &header) in cfg.rpo().iter().enumerate() {
            let mut latches = Vec::new();
            for &pred in cfg.preds(header) {
                match cfg.position(pred) {
                    Some(_) if dominators.dominates(header, pred) => latches.push(pred),
                    Some(from) if from >= at => all.is_reducible = false,
                    _ => {}
                }
            }
            sort(cfg, &mut latches);
            latches.dedup();
            if !latches.is_empty() {
                all.add(cfg, header, latches, &mut stamp);
            }
        }
        all
    }

    fn add(&mut self, cfg: &Cfg, header: Block, latches: Vec<Block>, stamp: &mut [u32]) {
        let id = self.loops.len();
        let mut blocks = vec![header];
        stamp[header.index()] = id as u32;
        let mut stack = latches.clone();
        while let Some(block) = stack.pop() {
            if cfg.is_reachable(block) && stamp[block.index()] != id as u32 {
                stamp[block.index()] = id as u32;
                blocks.push(block);
                stack.extend(cfg.preds(block));
            }
        }
        sort(cfg, &mut blocks);
        // Headers come in reverse post-order, so what holds this header now is the loop around it.
        let parent = self.innermost[header.index()];
        let depth = parent.map_or(1, |p| self.loops[p].depth + 1);
        for block in &blocks {
            self.innermost[block.index()] = Some(id);
        }
        self.loops.push(Loop { header, latches, blocks, parent, depth });
    }

    /// All loops; a loop comes after the one around it.
    pub fn all(&self) -> &[Loop] {
        &self.loops
    }

    /// The loop `id`.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id]
    }

    /// The innermost loop that holds `block`.
    pub fn innermost(&self, block: Block) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop that `block` heads.
    pub fn headed_by(&self, block: Block) -> Option<LoopId> {
        self.innermost(block).filter(|&l| self.loops[l].header == block)
    }

    /// How many loops hold `block`.
    pub fn depth(&self, block: Block) -> u32 {
        self.innermost(block).map_or(0, |l| self.loops[l].depth)
    }

    /// Whether the loop `id` holds `block`.
    pub fn contains(&self, id: LoopId, block: Block) -> bool {
        let mut at = self.innermost(block);
        while let Some(inner) = at {
            if inner == id {
                return true;
            }
            at = self.loops[inner].parent;
        }
        false
    }

    /// The blocks by whose branches the loop `id` is left.
    pub fn exits<'a>(&'a self, func: &'a Function, id: LoopId) -> impl Iterator<Item = Block> + 'a {
        let leaves = move |b: &Block| func.targets(*b).iter().any(|t| !self.contains(id, t.block));
        self.get(id).blocks.iter().copied().filter(leaves)
    }

    /// Whether every cycle is a natural loop.
    pub fn is_reducible(&self) -> bool {
        self.is_reducible
    }
}
