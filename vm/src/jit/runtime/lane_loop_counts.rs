//! What a warp has executed in a lane loop, from the table that its lanes leave.

use crate::decode::code::OpKind;
use crate::jit::analysis::Plan;
use crate::jit::wir::lane_loops::KEY_BITS;
use crate::jit::wir::{InstKind, LaneLoop, Wir};

/// What counts a lane loop.
pub(crate) struct LaneLoopCounts {
    /// The first operation of the header.
    pub(super) header: u32,
    /// By segment.
    ways: Vec<Way>,
    /// First bits of branches.
    branches: u32,
    /// Place in the frame and bytes of the variables that are stored to.
    pub(super) stored: Vec<(usize, usize)>,
}

/// How lanes leave a segment.
struct Way {
    bit: usize,
    /// Of each edge, what its target costs, and whether it leads back.
    edges: Vec<(u64, bool)>,
    stores: bool,
}

/// What a warp has executed.
#[derive(Default)]
pub(super) struct Executed {
    pub(super) instructions: u64,
    pub(super) branches: u64,
    pub(super) divergent: u64,
    pub(super) back_edges: u64,
    pub(super) stores: bool,
}

impl LaneLoopCounts {
    pub(crate) fn new<const L: usize>(plan: &Plan<L>, wir: &Wir, lane_loop: &LaneLoop) -> LaneLoopCounts {
        let mut branches = 0;
        let way = |(segment, last, bit): (usize, &crate::jit::wir::Inst, usize)| {
            if matches!(last.kind, InstKind::Branch { .. }) {
                branches |= 1 << bit;
            }
            let cost = |target: usize| (u64::from(plan.segments[target].cost), target == lane_loop.range.start);
            let mut operations = plan.code.ops[plan.segments[segment].start..plan.segments[segment].end].iter();
            let stores = operations.any(|op| matches!(op.kind, OpKind::Store(_)));
            Way { bit, edges: last.edges().iter().map(|edge| cost(edge.target)).collect(), stores }
        };
        let ways = lane_loop.ways(wir).map(way).collect();
        let place = |&slot: &u32| {
            let variable = &plan.code.locals[slot as usize];
            (variable.offset as usize, variable.size as usize)
        };
        let header = plan.segments[lane_loop.range.start].start as u32;
        LaneLoopCounts { header, ways, branches, stored: lane_loop.stored.iter().map(place).collect() }
    }

    /// Bytes of what all lanes store to.
    pub(super) fn stored_bytes(&self) -> usize {
        32 * self.stored.iter().map(|variable| variable.1).sum::<usize>()
    }

    /// What a table says; it is empty then.
    pub(super) fn take(&self, table: &mut [u32]) -> Executed {
        // How many words have each bit, in columns: the lower half of the edges, the upper of branches whose edges are both taken.
        let mut columns = [0u64; KEY_BITS as usize + 1];
        // Most keys are nobody's.
        let some = table.chunks_mut(16).filter(|words| words.iter().fold(0, |all, &word| all | word) != 0);
        for word in some.flatten().filter(|word| **word != 0) {
            let taken = std::mem::take(word);
            let both = taken & taken >> 1 & self.branches;
            let mut carry = u64::from(taken) | u64::from(both) << 32;
            for column in &mut columns {
                (*column, carry) = (*column ^ carry, *column & carry);
                if carry == 0 {
                    break;
                }
            }
        }
        let number = |bit: usize| columns.iter().enumerate().map(|(i, column)| (column >> bit & 1) << i).sum::<u64>();
        let mut executed = Executed::default();
        for Way { bit, edges, stores } in &self.ways {
            let taken: Vec<u64> = (0..edges.len()).map(|edge| number(bit + edge)).collect();
            let both = number(32 + bit);
            let visits = taken.iter().sum::<u64>() - both;
            executed.instructions += taken.iter().zip(edges).map(|(&taken, edge)| taken * edge.0).sum::<u64>();
            executed.stores |= *stores && visits > 0;
            let back = taken.iter().zip(edges).filter(|(_, edge)| edge.1);
            executed.back_edges += if edges.len() == 2 && edges[0].1 && edges[1].1 { visits } else { back.map(|(&taken, _)| taken).sum() };
            if self.branches >> bit & 1 != 0 {
                executed.branches += visits;
                executed.divergent += both;
            }
        }
        executed
    }
}
