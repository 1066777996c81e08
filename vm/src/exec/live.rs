//! Which registers a function may still read, from the start of each block of its code on. What the others hold is nobody's
//! business, and differs between the engines: compiled code does not write what nobody reads.

use crate::decode::code::{DecodedFunction, OpKind, Root};
use crate::decode::registers::Width;
use kern_ir::analysis::counters;
use kern_ir::{Cfg, Function};

/// Blocks times slots above which nothing is found out.
const MOST: usize = 1 << 24;

/// Registers that are needed, by block.
pub(crate) struct Live {
    at: Vec<Vec<(u32, Width)>>,
    /// Those at the head of a loop that only count rounds.
    counters: Vec<Vec<u32>>,
}

impl Live {
    /// Of `func`, whose code is `code`; `None` if that is too large.
    pub(crate) fn new<const L: usize>(func: &Function, code: &DecodedFunction<L>) -> Option<Live> {
        let (count, slots) = (code.blocks.len(), code.slots as usize);
        if count.saturating_mul(slots) > MOST {
            return None;
        }
        let mut live = vec![vec![false; slots]; count];
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..count).rev() {
                let before = needed_at(func, code, block, &live);
                changed |= before != live[block];
                live[block] = before;
            }
        }
        let mut widths = vec![None; slots];
        for (value, &slot) in code.value_slots.iter().enumerate().filter(|(_, slot)| **slot != u32::MAX) {
            widths[slot as usize] = Some(Width::of(func.values[value].ty));
        }
        let list =
            |needed: &Vec<bool>| (0..slots).filter(|&slot| needed[slot]).filter_map(|slot| Some((slot as u32, widths[slot]?))).collect();
        let by_block = counters(func, &Cfg::new(func));
        let of_block = |block: usize| {
            let values = by_block.get(code.blocks[block].block.index()).into_iter().flatten();
            values.filter_map(|value| code.value_slots.get(value.index()).copied()).collect()
        };
        Some(Live { at: live.iter().map(list).collect(), counters: (0..count).map(of_block).collect() })
    }

    /// Registers needed at the start of a block.
    pub(crate) fn at(&self, block: usize) -> &[(u32, Width)] {
        self.at.get(block).map_or(&[], Vec::as_slice)
    }

    /// Whether a register only counts the rounds of a loop at whose head a block is.
    pub(crate) fn is_counter(&self, block: usize, slot: u32) -> bool {
        self.counters.get(block).is_some_and(|counters| counters.contains(&slot))
    }
}

/// The slots needed at the start of a block, given those needed at the starts of all.
fn needed_at<const L: usize>(func: &Function, code: &DecodedFunction<L>, block: usize, live: &[Vec<bool>]) -> Vec<bool> {
    let start = code.blocks[block].start as usize;
    let end = code.blocks.get(block + 1).map_or(code.ops.len(), |next| next.start as usize);
    let mut needed = vec![false; code.slots as usize];
    let edges = match code.ops[end - 1].kind {
        OpKind::Jump(edge) => edge..edge + 1,
        OpKind::Branch(then, otherwise) => then.min(otherwise)..then.max(otherwise) + 1,
        OpKind::Switch(first, count) => first..first + count,
        _ => 0..0,
    };
    for edge in &code.edges[edges.start as usize..edges.end as usize] {
        let mut before = live[edge.block as usize].clone();
        for step in code.moves[edge.first as usize..edge.last as usize].iter().rev() {
            let is_needed = std::mem::take(&mut before[step.to as usize]);
            before[step.from as usize] |= is_needed;
        }
        needed.iter_mut().zip(before).for_each(|(needed, also)| *needed |= also);
    }
    if code.ops[end - 1].kind.may_wait()
        && let Some(next) = live.get(block + 1)
    {
        needed.copy_from_slice(next);
    }
    let slot = |value: &kern_ir::Value| code.value_slots.get(value.index()).copied().filter(|&slot| slot != u32::MAX);
    for op in code.ops[start..end].iter().rev() {
        let Some(data) = func.insts.get(op.inst as usize) else { continue };
        data.results.iter().filter_map(slot).for_each(|slot| needed[slot as usize] = false);
        data.args.iter().filter_map(slot).for_each(|slot| needed[slot as usize] = true);
        if let OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) = op.kind
            && let Root::Register(slot) = code.accesses[access as usize].root
        {
            needed[slot as usize] = true;
        }
    }
    needed
}
