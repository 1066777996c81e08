//! Natural loops and reducibility.
//!
//! A back edge goes to a block that dominates its source; the loop of a header is what reaches the sources of its
//! back edges without passing the header. Edges that go back in reverse post-order without being back edges make the
//! function irreducible (`goto` into a loop); such cycles are no loops here.

use crate::analysis::Dominators;
use crate::{Block, Cfg};

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
            latches.sort_by_key(|b| cfg.position(*b));
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
        blocks.sort_by_key(|b| cfg.position(*b));
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

    /// Whether every cycle is a natural loop.
    pub fn is_reducible(&self) -> bool {
        self.is_reducible
    }
}
