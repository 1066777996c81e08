//! The order of IR blocks that thread frontiers need (Diamos et al., "SIMD Re-Convergence At Thread Frontiers", 2011).
//!
//! Of several groups of lanes of a warp the one at the lowest block runs, and groups merge where they meet. For that a loop's
//! blocks must be contiguous and come before what follows the loop, and a join after all that leads to it: a
//! topological order of the strongly connected components, nested, each without the edges back to its header.
//! Works for irreducible graphs too.

use crate::{Block, Function};

/// Blocks reachable from the entry, in order; the entry is first.
pub fn order(func: &Function) -> Vec<Block> {
    let Some(&entry) = func.layout.first() else { return Vec::new() };
    let successors: Vec<Vec<u32>> = (0..func.blocks.len()).map(|b| targets(func, Block(b as u32))).collect();
    let mut result = Vec::new();
    let count = func.blocks.len();
    let (index, low, on_stack) = (vec![0; count], vec![0; count], vec![false; count]);
    let mut graph = Graph { successors: &successors, member: vec![0; count], epoch: 0, index, low, on_stack };
    let reachable = graph.reachable(entry.0);
    // Sets still to be ordered, the next one last; a set is entered at its first block.
    let mut work = vec![reachable];
    // Each level of nesting costs a traversal: hostile nesting falls back to any order, which is still correct.
    let mut budget = 20_000_000usize;
    while let Some(set) = work.pop() {
        if set.len() == 1 || budget < set.len() {
            result.extend(set.into_iter().map(Block));
            continue;
        }
        budget -= set.len();
        let components = graph.components(&set);
        work.extend(components.into_iter().rev());
    }
    result
}

fn targets(func: &Function, block: Block) -> Vec<u32> {
    let Some(inst) = func.terminator(block) else { return Vec::new() };
    func.insts[inst.index()].targets().iter().map(|t| t.block.0).collect()
}

struct Graph<'a> {
    successors: &'a [Vec<u32>],
    /// Epoch in which a block was last a member of the set at hand.
    member: Vec<u32>,
    epoch: u32,
    /// Of Tarjan's algorithm, by block: valid for members of the set at hand.
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
}

impl Graph<'_> {
    fn reachable(&mut self, entry: u32) -> Vec<u32> {
        let mut seen = vec![false; self.successors.len()];
        let mut list = vec![entry];
        seen[entry as usize] = true;
        let mut next = 0;
        while next < list.len() {
            for &successor in &self.successors[list[next] as usize] {
                if !std::mem::replace(&mut seen[successor as usize], true) {
                    list.push(successor);
                }
            }
            next += 1;
        }
        list
    }

    /// Strongly connected components of `set` without the edges to its first block, in topological order, each
    /// with its header (the block entered from outside) first. Tarjan's algorithm with an explicit stack.
    fn components(&mut self, set: &[u32]) -> Vec<Vec<u32>> {
        self.epoch += 1;
        for &block in set {
            self.member[block as usize] = self.epoch;
            self.index[block as usize] = 0;
        }
        let header = set[0];
        let Graph { successors, member, epoch, index, low, on_stack } = self;
        let (mut stack, mut counter) = (Vec::new(), 0);
        let mut found: Vec<Vec<u32>> = Vec::new();
        for &start in set {
            if index[start as usize] != 0 {
                continue;
            }
            // (block, successors left to visit): the last successor is visited first, so that the first one comes
            // first in the order.
            let mut path = vec![(start, successors[start as usize].len())];
            counter += 1;
            (index[start as usize], low[start as usize]) = (counter, counter);
            stack.push(start);
            on_stack[start as usize] = true;
            while let Some((block, left)) = path.last_mut() {
                let block = *block;
                if *left > 0 {
                    *left -= 1;
                    let next = successors[block as usize][*left];
                    if next == header || member[next as usize] != *epoch {
                        continue;
                    }
                    if index[next as usize] == 0 {
                        counter += 1;
                        (index[next as usize], low[next as usize]) = (counter, counter);
                        stack.push(next);
                        on_stack[next as usize] = true;
                        path.push((next, successors[next as usize].len()));
                    } else if on_stack[next as usize] {
                        low[block as usize] = low[block as usize].min(index[next as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    low[*parent as usize] = low[*parent as usize].min(low[block as usize]);
                }
                if low[block as usize] == index[block as usize] {
                    let at = stack.iter().rposition(|&b| b == block).unwrap_or(0);
                    let component = stack.split_off(at);
                    component.iter().for_each(|&b| on_stack[b as usize] = false);
                    // Tarjan's root is the block through which the traversal entered: the header.
                    found.push(component);
                }
            }
        }
        found.reverse();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockCall, Builder, FunctionKind, RegType};

    fn graph(edges: &[&[u32]]) -> Vec<u32> {
        let mut func = Function::new("f", FunctionKind::Kernel);
        let mut b = Builder::new(&mut func);
        let blocks: Vec<Block> = edges.iter().map(|_| b.create_block()).collect();
        let p = b.constant(RegType::Pred, 1);
        let call = |i: u32| BlockCall { block: blocks[i as usize], args: vec![] };
        for (i, targets) in edges.iter().enumerate() {
            b.switch_to(blocks[i]);
            match targets {
                [] => {
                    b.push(crate::InstData::new(crate::Opcode::Ret, crate::Type::B32), &[]);
                }
                [one] => b.jump(blocks[*one as usize], &[]),
                [one, two, ..] => b.branch(p, call(*one), call(*two)),
            }
        }
        order(&func).iter().map(|b| b.0).collect()
    }

    #[test]
    fn loops_come_before_what_follows_them() {
        // 0 -> 1; 1 -> 2 (body) or 4 (exit); 2 -> 3 or 4 (break); 3 -> 1
        assert_eq!(graph(&[&[1], &[4, 2], &[4, 3], &[1], &[]]), [0, 1, 2, 3, 4]);
        // 1 -> 2, 3; only 3 leaves: still contiguous.
        assert_eq!(graph(&[&[1], &[2, 3], &[4], &[5, 4], &[1], &[]]), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn joins_come_after_both_arms_and_nested_loops_stay_inside() {
        assert_eq!(graph(&[&[1, 2], &[3], &[3], &[]]), [0, 1, 2, 3]);
        assert_eq!(graph(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn an_irreducible_graph_is_ordered() {
        let mut list = graph(&[&[1, 2], &[2, 3], &[1], &[]]);
        assert_eq!(list[0], 0);
        assert_eq!(list[3], 3);
        list.sort_unstable();
        assert_eq!(list, [0, 1, 2, 3]);
    }
}
